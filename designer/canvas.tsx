// The edited page: its widgets as drawn, the selection above them, and pointer gestures. While something moves the
// document does not change: a separate layer moves above it.
import { type PointerEvent, type RefObject, useMemo, useRef } from 'react'
import type { PageWidget } from '../contract/page-document.ts'
import { asAuthored } from '../widgets/host/authored.ts'
import { groundStyle, lookOf } from '../widgets/host/ground.ts'
import { PageView } from '../widgets/host/page-view.tsx'
import { preparer } from '../widgets/host/prepare.ts'
import type { ValueSource } from '../widgets/host/source.ts'
import type { Widget } from '../widgets/widget.ts'
import { ContextMenu } from './context-menu.tsx'
import { brushed } from './document/brush.ts'
import { find, replaced, shownOf } from './document/find.ts'
import type { Handle, Point } from './document/geometry.ts'
import { type Axis, type Guide, guidesOf } from './document/guides.ts'
import { GuideLines } from './guide-lines.tsx'
import { enteredAt, hitAt, leftAt, pressed } from './hit.ts'
import { Lifted } from './lifted.tsx'
import { Overlay } from './overlay.tsx'
import { roomAround } from './room-around.ts'
import { Rulers } from './rulers.tsx'
import { screenText } from './screen-text.ts'
import { type EditorState, withWidgets } from './state.ts'
import { guiding } from './tool/guiding.ts'
import { moving } from './tool/moving.ts'
import { bending, ending, joining, pipeInHand } from './tool/piping.ts'
import type { Setting } from './tool/setting.ts'
import { drawing, type Gesture, resizing, selecting, turning } from './tool/tool.ts'
import type { Editor } from './use-editor.ts'
import { useGesture } from './use-gesture.ts'
import './canvas.css'

export type Make = (at: Point) => PageWidget
type Props = {
  editor: Editor
  types: ReadonlyMap<string, Widget>
  setting: Setting
  /** The text that bound widgets show while a page is edited. */
  values: ValueSource
  /** Translates the names of variables that bound widgets show. */
  named: ((name: string) => string) | undefined
  grid: boolean
  rulers: boolean
  /** The widget that the next drag draws; null: dragging selects. */
  make: Make | null
  onMade: () => void
  scroll: RefObject<HTMLDivElement | null>
}

export function Canvas({ editor, types, setting, values, named, grid, rulers, make, onMade, scroll }: Props) {
  const { state } = editor
  const { con, widgets } = state.document
  const sheet = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const viewer = useMemo(() => ({ ...asAuthored, names: named }), [named])
  const prepared = useMemo(() => preparer(types, viewer), [types, viewer])
  const page = useMemo(() => prepared(shownOf(widgets)), [widgets, prepared])
  const { scale } = setting
  const { preview, begin, move, end } = useGesture(editor, scale)
  // Centres the page in a wider window.
  const left = `max(${roomAround}px, calc((100% - ${con.width * scale}px) / 2))`
  const at = (event: { clientX: number; clientY: number }): Point => {
    const box = sheet.current!.getBoundingClientRect()
    return { x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale }
  }
  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const point = at(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    if (make) {
      const gesture = joining(state, point, make(point), setting) ?? drawing(state, point, make, setting)
      return begin(gesture, onMade)
    }
    const piping = pipingOf(state, (event.target as Element).getAttribute('data-pipe'), setting)
    if (piping) return begin(piping)
    const guide = guideAt(event.target as Element)
    if (guide) return begin(guiding(state, guide.axis, guide.index, setting))
    const handle = (event.target as Element).getAttribute('data-handle')
    if (handle === 'turn') return begin(turning(state, point))
    if (handle) return begin(resizing(state, point, handleOf(handle), setting))
    downOn(point, keysOf(event))
  }
  const pull = (axis: Axis, event: PointerEvent) => {
    if (event.button !== 0) return
    stage.current?.setPointerCapture(event.pointerId)
    begin(guiding(state, axis, guidesOf(con)[axis].length, setting))
  }
  const downOn = (point: Point, keys: ReturnType<typeof keysOf>) => {
    const here = leftAt(state, point, 4 / scale)
    const hit = hitAt(here, point, 4 / scale, keys.mod)
    if (state.brush && hit) return editor.change((now) => withBrush(now, hit))
    if (!hit) {
      if (here !== state) editor.change(() => here)
      return begin(selecting(here, point))
    }
    const next = pressed(here, hit.id, keys.shift && !keys.mod)
    if (next !== state) editor.change(() => next)
    if (next.selected.includes(hit.id)) begin(moving(next, point, setting))
  }
  return (
    <div ref={scroll} className="designer-scroll">
      <div
        className="designer-room"
        style={{ width: con.width * scale + 2 * roomAround, height: con.height * scale + 2 * roomAround }}
      >
        {rulers && <Rulers width={con.width} height={con.height} scale={scale} left={left} onPull={pull} />}
        <ContextMenu editor={editor}>
          <div
            ref={stage}
            className="designer-stage"
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the editor handles the keys of its commands
            tabIndex={0}
            aria-label={screenText.t('canvas')}
            data-tool={make ? 'draw' : state.brush ? 'brush' : undefined}
            onPointerDown={down}
            onPointerMove={(event) => move({ ...at(event), ...keysOf(event) })}
            onPointerUp={(event) => end({ ...at(event), ...keysOf(event) })}
            onPointerCancel={() => end(undefined)}
            onContextMenu={(event) => {
              const hit = hitAt(state, at(event), 4 / scale, false)
              if (hit) editor.change((now) => pressed(now, hit.id, false))
            }}
            onDoubleClick={(event) => {
              const point = at(event)
              editor.change((now) => enteredAt(now, point, 4 / scale))
            }}
          >
            <div
              ref={sheet}
              className="designer-sheet"
              style={{ left, top: roomAround, width: con.width * scale, height: con.height * scale }}
            >
              <div
                className="designer-page"
                data-look={lookOf(con)}
                inert
                style={{
                  width: con.width,
                  height: con.height,
                  scale: String(scale),
                  ...groundStyle(con),
                }}
              >
                {grid && <div className="designer-grid" style={{ backgroundSize: `${gridStep}px ${gridStep}px` }} />}
                <PageView page={page} source={values} mode="edit" />
                <Lifted {...{ state, types, viewer, page, sheet, values }} gesture={preview} />
              </div>
              {widgets.length === 0 && <p className="designer-empty">{screenText.t('emptyPage')}</p>}
              {setting.hasGuides && <GuideLines state={state} gesture={preview} scale={scale} />}
              <Overlay state={state} gesture={preview} scale={scale} />
            </div>
          </div>
        </ContextMenu>
      </div>
    </div>
  )
}

export const gridStep = 10
const keysOf = (event: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean }) => ({
  shift: event.shiftKey,
  alt: event.altKey,
  mod: event.ctrlKey || event.metaKey,
})

/** The guide that a drawn node represents. */
function guideAt(node: Element): Guide | undefined {
  const [axis, index] = (node.getAttribute('data-guide') ?? '').split(' ')
  return axis === 'x' || axis === 'y' ? { axis, index: Number(index) } : undefined
}

/** The gesture for a handle of the selected pipe. */
function pipingOf(state: EditorState, handle: string | null, setting: Setting): Gesture | undefined {
  const pipe = handle === null ? undefined : pipeInHand(state)
  if (!pipe) return undefined
  if (handle === 'from' || handle === 'to') return ending(state, pipe, handle, setting)
  return bending(state, pipe, Number(handle))
}

const handleOf = (text: string): Handle => {
  const [x, y] = text.split(' ').map(Number)
  return { x: x as Handle['x'], y: y as Handle['y'] }
}

function withBrush(state: EditorState, { id }: PageWidget): EditorState {
  const from = state.brush ? find(state.document.widgets, state.brush) : undefined
  if (!from) return state
  const widgets = replaced(state.document.widgets, new Set([id]), (widget) => brushed(widget, from))
  return withWidgets(state, widgets)
}
