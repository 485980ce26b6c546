// The page designer: palette and layers, the page, the panel, the bars. It imports no room; data of rooms is passed in.
import { type DragEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '../contract/limits.ts'
import { countWidgets, type PageContainer, type PageWidget } from '../contract/page-document.ts'
import { Segmented } from '../ui/segmented.tsx'
import { useText } from '../ui/words.ts'
import type { ValueSource } from '../widgets/host/source.ts'
import type { Widget } from '../widgets/widget.ts'
import { Canvas, gridStep, type Make } from './canvas.tsx'
import type { Dialog } from './command/command.ts'
import { commandOf } from './command/commands.ts'
import { added } from './document/clipboard.ts'
import { find } from './document/find.ts'
import type { Point } from './document/geometry.ts'
import { freeSpot } from './document/spot.ts'
import { typedAt } from './document/typed.ts'
import { GuideWords } from './guide-words.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { Layers } from './layers.tsx'
import { useLocalConfig } from './local-config.ts'
import { type Carried, dragType, type Kind, makeOf, Palette } from './palette.tsx'
import { GuideSection } from './panel/guide-section.tsx'
import { PropertyPanel } from './panel/property-panel.tsx'
import { SettingsSection } from './panel/settings-section.tsx'
import type { Sources } from './panel/sources.ts'
import { ProposeDialog } from './propose/propose-dialog.tsx'
import { roomAround } from './room-around.ts'
import { screenText } from './screen-text.ts'
import { edited, withWidgets } from './state.ts'
import { SaveSymbolDialog } from './symbol/save-dialog.tsx'
import { usePlacing } from './symbol/use-placing.tsx'
import { Toolbar } from './toolbar.tsx'
import { type Editor, useCommandKeys } from './use-editor.ts'
import { useParts } from './use-parts.ts'
import { useShownValues } from './use-shown-values.ts'
import './designer.css'

const sides = ['widgets', 'layers'] as const

export function Designer({
  editor,
  types,
  sources,
  values,
}: {
  editor: Editor
  types: ReadonlyMap<string, Widget>
  sources: Sources
  /** Values of the page's bindings; undefined while none are known. */
  values?: ValueSource | undefined
}) {
  const t = useText(screenText)
  const [side, setSide] = useState<(typeof sides)[number]>('widgets')
  const [kind, setKind] = useState<Kind | null>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const { zoom, fit } = useZoom(editor, scroll)
  const { grid, ruler, guides, adsorb, dataTextShow } = useLocalConfig()
  const shownValues = useShownValues({ shown: dataTextShow, live: values, editor, sources })
  useCommandKeys(editor.run)
  useParts()
  const make: Make | null = (kind && makeOf(kind, types)) ?? null
  const setting = { scale: zoom, isSnapping: adsorb, hasGuides: guides, grid: grid ? gridStep : 0 }
  const { document, selected } = editor.state
  const drop = (event: DragEvent) => {
    const text = event.dataTransfer.getData(dragType)
    const sheet = scroll.current?.querySelector('.designer-sheet')?.getBoundingClientRect()
    if (!text || !sheet) return
    event.preventDefault()
    const at = { x: (event.clientX - sheet.left) / zoom, y: (event.clientY - sheet.top) / zoom }
    const carried = JSON.parse(text) as Carried
    if ('symbol' in carried) return placing.ask(carried.symbol, at)
    const made = makeOf(carried, types)
    if (!made) return
    const { position } = made(at)
    put(editor, made({ x: Math.round(at.x - position.width / 2), y: Math.round(at.y - position.height / 2) }))
  }
  const putSeen = (next: Kind) => {
    const made = makeOf(next, types)
    if (!made || !scroll.current) return
    const size = made({ x: 0, y: 0 }).position
    put(editor, made(freeSpot(document.widgets, size, middleSeen(scroll.current, document.con, zoom))))
  }
  const middle = () => middleSeen(scroll.current, document.con, zoom)
  const placing = usePlacing({ editor, types, sources, middle })
  return (
    <div className="designer">
      <Toolbar {...{ editor, zoom, onFit: fit, isDrawing: kind !== null }} onSelect={() => setKind(null)} />
      <div className="designer-main">
        <aside className="designer-side">
          <Segmented
            wide
            label={t('tools')}
            value={side}
            options={sides.map((value) => ({ value, label: t(value) }))}
            onChange={setSide}
          />
          {side === 'widgets' ? (
            <Palette
              {...{ types, active: kind, symbols: sources.symbols }}
              onPick={setKind}
              onPut={putSeen}
              onSymbol={(id) => placing.ask(id)}
              onSaveSymbol={() => editor.run(commandOf('saveSymbol'))}
            />
          ) : (
            <Layers editor={editor} types={types} />
          )}
        </aside>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: widgets can also be drawn by a click and a drag */}
        <div className="designer-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <Canvas
            {...{ editor, types, setting, make, scroll }}
            values={shownValues}
            named={sources.named}
            grid={grid}
            rulers={ruler}
            onMade={() => setKind(null)}
          />
        </div>
        <aside className="designer-panel">
          <PropertyPanel
            {...sources}
            widgets={selected.flatMap((id) => find(document.widgets, id) ?? [])}
            types={types}
            whole={{
              widgets: document.widgets,
              onChange: (change, key) =>
                editor.change((state) => withWidgets(state, state.document.widgets.map(change), { key })),
            }}
            container={document.con}
            guides={
              <>
                <GuideSection editor={editor} />
                <SettingsSection />
              </>
            }
            onContainer={(con) =>
              editor.change((state) => edited(state, { document: { ...state.document, con }, key: 'page' }))
            }
            onChange={(change, key) => editor.change((state) => typedAt(state, change, key))}
          />
        </aside>
      </div>
      <Counts editor={editor} hasSamples={dataTextShow === 'sample'} />
      <GuideWords state={editor.state} areShown={guides} />
      {editor.dialog && <Asked dialog={editor.dialog} {...{ editor, types, sources, middle }} />}
      {placing.dialog}
    </div>
  )
}

type AskedOf = { editor: Editor; types: ReadonlyMap<string, Widget>; sources: Sources; middle: () => Point }

const boxes = { drawing: ImportDialog, variables: ProposeDialog, symbol: SaveSymbolDialog } as const

function Asked({ dialog, ...of }: AskedOf & { dialog: Dialog }) {
  const Box = boxes[dialog]
  return <Box {...of} onClose={of.editor.onDialogClosed} />
}

/** The middle of the visible part of the page, or of the whole page if none of it is visible. */
function middleSeen(window: Element | null, { width, height }: PageContainer, zoom: number): Point {
  const [seen, sheet] = [window, window?.querySelector('.designer-sheet')].map((each) => each?.getBoundingClientRect())
  if (!seen || !sheet) return { x: width / 2, y: height / 2 }
  const along = (from: number, to: number, start: number, length: number) => {
    const [first, last] = [Math.max(0, (from - start) / zoom), Math.min(length, (to - start) / zoom)]
    return first < last ? (first + last) / 2 : length / 2
  }
  return {
    x: along(seen.left, seen.right, sheet.left, width),
    y: along(seen.top, seen.bottom, sheet.top, height),
  }
}

function put(editor: Editor, widget: PageWidget): void {
  const next = added(editor.state.document, [widget])
  if ('refused' in next) return editor.refuse(next.refused)
  editor.change((state) => edited(state, next))
}

const [leastZoom, mostZoom] = [0.1, 4]

/** The zoom of the page: all of it, also in a resized window, until Ctrl with the wheel zooms around the pointer. */
function useZoom(editor: Editor, scroll: RefObject<HTMLDivElement | null>) {
  const [zoom, setZoom] = useState(1)
  const zoomNow = useRef(zoom)
  zoomNow.current = zoom
  const isFitted = useRef(true)
  const { width, height } = editor.state.document.con
  const fitPage = useCallback(() => {
    const box = scroll.current
    if (!box) return
    const around = 2 * roomAround
    const fitting = Math.min((box.clientWidth - around) / width, (box.clientHeight - around) / height, 1.5)
    setZoom(Math.max(leastZoom, fitting))
    isFitted.current = true
  }, [scroll, width, height])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and on request
  useEffect(fitPage, [])
  useEffect(() => {
    const resize = () => isFitted.current && fitPage()
    window.addEventListener('resize', resize)
    return () => window.removeEventListener('resize', resize)
  }, [fitPage])
  useEffect(() => {
    const box = scroll.current
    const turn = (event: WheelEvent) => {
      if (!box || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      const at = box.getBoundingClientRect()
      const [x, y] = [event.clientX - at.left, event.clientY - at.top]
      const before = zoomNow.current
      const next = Math.min(mostZoom, Math.max(leastZoom, before * Math.exp(-event.deltaY / 400)))
      const by = next / before
      zoomNow.current = next
      isFitted.current = false
      setZoom(next)
      // The point under the pointer stays in place.
      requestAnimationFrame(() => {
        box.scrollLeft = (box.scrollLeft + x - roomAround) * by - x + roomAround
        box.scrollTop = (box.scrollTop + y - roomAround) * by - y + roomAround
      })
    }
    box?.addEventListener('wheel', turn, { passive: false })
    return () => box?.removeEventListener('wheel', turn)
  }, [scroll])
  return { zoom, fit: fitPage }
}

function Counts({ editor: { state }, hasSamples }: { editor: Editor; hasSamples: boolean }): ReactNode {
  const t = useText(screenText)
  const { con, widgets } = state.document
  return (
    <footer className="designer-counts">
      <span>{`${con.width} × ${con.height}`}</span>
      <span>{t('counted', { count: countWidgets(widgets), most: limits.pageWidgets })}</span>
      {state.selected.length > 0 && <span>{t('selected', { count: state.selected.length })}</span>}
      {hasSamples && <span>{t('sampleValues')}</span>}
      <span className="designer-counts-end">{t('steps', { count: state.past.length, most: limits.undoSteps })}</span>
    </footer>
  )
}
