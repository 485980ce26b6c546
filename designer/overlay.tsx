// The overlay of the page, in pixels of the screen: the selection with its handles, snapping lines, the area being
// drawn.
import { memo, useMemo } from 'react'
import type { PageDocument, Position } from '../contract/page-document.ts'
import { type Store, useStore } from '../ui/store.ts'
import { idsOf, isHidden, isLocked } from './document/find.ts'
import { boxOf, unionOf } from './document/geometry.ts'
import { frameOf, seenOf } from './document/inside.ts'
import { Gap } from './gap.tsx'
import { Moved } from './moved.tsx'
import { PipeMarks } from './pipe-marks.tsx'
import type { EditorState } from './state.ts'
import type { Preview } from './tool/tool.ts'

const handles = [
  [-1, -1, 'nwse'],
  [0, -1, 'ns'],
  [1, -1, 'nesw'],
  [1, 0, 'ew'],
  [1, 1, 'nwse'],
  [0, 1, 'ns'],
  [-1, 1, 'nesw'],
  [-1, 0, 'ew'],
] as const
const handleSize = 8
const turnAway = 22
const nowhere = { x: 0, y: 0 }

type Shown = { id: string; position: Position; locked: boolean }

type Props = { state: EditorState; gesture: Store<Preview | null>; scale: number }

export function Overlay({ state, gesture, scale }: Props) {
  const preview = useStore(gesture)
  const { document, selected, inside } = state
  const { con } = document
  const shown = useMemo(() => shownOf(document, selected), [document, selected])
  const siblings = useMemo(() => idsOf(frameOf(document, inside).widgets), [document, inside])
  const [group] = useMemo(() => (inside === null ? [] : seenOf(document, [inside])), [document, inside])
  const positions = preview?.positions
  const boxes = useMemo(
    () => (positions ? shown.map((each) => ({ ...each, position: positions.get(each.id) ?? each.position })) : shown),
    [shown, positions],
  )
  const free = boxes.filter(({ locked }) => !locked)
  const single = boxes.length === 1 ? boxes[0] : undefined
  const around = single ? single.position : unionOf(free.map(({ position }) => boxOf(position)))
  const { offset, lines, area } = preview ?? {}
  const mayResize = free.length > 0 && !offset && free.every(({ id }) => siblings.has(id))
  const size = { className: 'designer-over', width: con.width * scale, height: con.height * scale }
  const by = offset ? { x: offset.x * scale, y: offset.y * scale } : nowhere
  return (
    <>
      {group && !preview && (
        <svg {...size} aria-hidden="true">
          <rect className="designer-inside" {...scaled(group.position, scale)} />
        </svg>
      )}
      <Moved by={by}>
        <svg {...size} aria-hidden="true">
          <Boxes boxes={boxes} scale={scale} />
          {around && mayResize && <Handles position={{ rotate: 0, ...around }} scale={scale} isSingle={!!single} />}
        </svg>
      </Moved>
      <svg {...size} aria-hidden="true">
        {around && preview && (offset || preview.positions) && (
          <Size position={{ rotate: 0, ...around }} scale={scale} preview={preview} />
        )}
        {lines && lines.x !== null && lines.x !== undefined && (
          <line className="designer-line" x1={lines.x * scale} x2={lines.x * scale} y1={0} y2={con.height * scale} />
        )}
        {lines && lines.y !== null && lines.y !== undefined && (
          <line className="designer-line" y1={lines.y * scale} y2={lines.y * scale} x1={0} x2={con.width * scale} />
        )}
        {preview?.measures?.map((measure) => (
          <Gap key={`${measure.axis} ${measure.from} ${measure.to}`} measure={measure} scale={scale} />
        ))}
        <PipeMarks state={state} preview={preview} scale={scale} />
        {area && <rect className="designer-area" {...scaled({ ...area, rotate: 0 }, scale)} />}
      </svg>
    </>
  )
}

const Boxes = memo(function Boxes({ boxes, scale }: { boxes: readonly Shown[]; scale: number }) {
  return boxes.map(({ id, position, locked }) => (
    <rect key={id} className={locked ? 'designer-box designer-locked' : 'designer-box'} {...scaled(position, scale)} />
  ))
})

/** The selected widgets in their visible positions. */
const shownOf = (document: PageDocument, selected: readonly string[]): Shown[] =>
  seenOf(document, selected).map((widget) => ({
    id: widget.id,
    position: widget.position,
    locked: isLocked(widget) || isHidden(widget),
  }))

function scaled({ x, y, width, height, rotate }: Position, scale: number) {
  const at = { x: x * scale, y: y * scale, width: width * scale, height: height * scale }
  const turn = rotate ? `rotate(${rotate} ${at.x + at.width / 2} ${at.y + at.height / 2})` : undefined
  return { ...at, transform: turn }
}

function Handles({ position, scale, isSingle }: { position: Position; scale: number; isSingle: boolean }) {
  const { transform, x, y, width, height } = scaled(position, scale)
  const at = (side: number, from: number, length: number) => from + (length * (side + 1)) / 2 - handleSize / 2
  return (
    <g transform={transform}>
      {!isSingle && <rect className="designer-around" {...{ x, y, width, height }} />}
      <line className="designer-stalk" x1={x + width / 2} x2={x + width / 2} y1={y} y2={y - turnAway} />
      <circle className="designer-handle" data-handle="turn" cx={x + width / 2} cy={y - turnAway} r={5} />
      {handlesFor(width, height).map(([hx, hy, cursor]) => (
        <rect
          key={`${hx} ${hy}`}
          className="designer-handle"
          data-handle={`${hx} ${hy}`}
          style={{ cursor: `${cursor}-resize` }}
          x={at(hx, x, width)}
          y={at(hy, y, height)}
          width={handleSize}
          height={handleSize}
        />
      ))}
    </g>
  )
}

/** A small widget has only corner handles, because others would overlap. */
const handlesFor = (width: number, height: number) =>
  handles.filter(([hx, hy]) => (hx !== 0 || width > roomForThree) && (hy !== 0 || height > roomForThree))
const roomForThree = 40

/** The size, rotation or position during a gesture. */
function Size({ position, scale, preview }: { position: Position; scale: number; preview: Preview }) {
  const { x, y, width, height } = scaled({ ...position, rotate: 0 }, scale)
  const { offset } = preview
  const text = offset
    ? `${Math.round(position.x + offset.x)}, ${Math.round(position.y + offset.y)}`
    : `${Math.round(position.width)} × ${Math.round(position.height)}${position.rotate ? ` · ${Math.round(position.rotate)}°` : ''}`
  const wide = text.length * 6.4 + 14
  const middle = x + width / 2 + (offset?.x ?? 0) * scale
  const top = y + height + 8 + (offset?.y ?? 0) * scale
  return (
    <>
      <rect className="designer-size" x={middle - wide / 2} y={top} width={wide} height={18} rx={3} />
      <text className="designer-size-text" textAnchor="middle" x={middle} y={top + 13}>
        {text}
      </text>
    </>
  )
}
