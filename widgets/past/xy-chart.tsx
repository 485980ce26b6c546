// Pairs of readings on two axes: a trace that fades with age, or dots; the newest is marked.
import { useId } from 'react'
import { formatNumber } from '../../ui/format.ts'
import type { Size } from '../widget.ts'
import type { Axis, Point } from './pairs.ts'
import './xy-chart.css'

export type Trace = { key: string; title: string; ink: string; points: readonly Point[]; gapMs: number }

const room = { top: 26, right: 20, bottom: 50, left: 48 }

export function XyChart({
  size,
  x,
  y,
  titles,
  traces,
  isDots,
  label,
}: {
  size: Size
  x: Axis
  y: Axis
  titles: { x: string; y: string }
  traces: readonly Trace[]
  isDots: boolean
  label: string
}) {
  const clip = useId()
  const width = Math.max(1, size.width - room.left - room.right)
  const height = Math.max(1, size.height - room.top - room.bottom)
  const atX = (value: number) => round(room.left + ((value - x.low) / (x.high - x.low)) * width)
  const atY = (value: number) => round(room.top + (1 - (value - y.low) / (y.high - y.low)) * height)
  const foot = room.top + height
  return (
    <svg
      className="xy-chart"
      viewBox={`0 0 ${Math.max(1, size.width)} ${Math.max(1, size.height)}`}
      role="img"
      aria-label={label}
    >
      <clipPath id={clip}>
        <rect x={room.left} y={room.top} width={width} height={height} />
      </clipPath>
      {y.ticks.map((tick) => (
        <g key={tick}>
          <path className="xy-grid" d={`M${room.left} ${atY(tick)}h${width}`} />
          <text className="xy-tick-y" x={room.left - 6} y={atY(tick) + 4}>
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {x.ticks.map((tick) => (
        <g key={tick}>
          <path className="xy-grid" d={`M${atX(tick)} ${room.top}v${height}`} />
          <text className="xy-tick-x" x={atX(tick)} y={foot + 16}>
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      <path className="xy-axes" d={`M${room.left} ${room.top}V${foot}h${width}`} />
      <text className="xy-title" x={room.left} y={16}>
        {titles.y}
      </text>
      <text className="xy-title xy-title-x" x={room.left + width} y={foot + 36}>
        {titles.x}
      </text>
      <g clipPath={`url(#${clip})`}>
        {traces.map((trace) => (
          <Drawn key={trace.key} trace={trace} isDots={isDots} atX={atX} atY={atY} />
        ))}
      </g>
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10

type At = (value: number) => number

/** The trace has this many parts; older parts are fainter. */
const parts = 3

function Drawn({
  trace: { points, ink, title, gapMs },
  isDots,
  atX,
  atY,
}: {
  trace: Trace
  isDots: boolean
  atX: At
  atY: At
}) {
  const last = points.at(-1)
  if (!last) return null
  const each = Math.ceil(points.length / parts)
  const slices = Array.from({ length: parts }, (_, part) =>
    points.slice(Math.max(0, part * each - 1), (part + 1) * each),
  )
  return (
    <g style={{ stroke: ink, fill: ink }}>
      {slices.map((slice, part) => {
        const opacity = 0.35 + (0.65 * part) / (parts - 1)
        const key = `${title} ${part}`
        if (!isDots) return <path key={key} className="xy-trace" opacity={opacity} d={pathOf(slice, gapMs, atX, atY)} />
        const dots = slice.map((point) => `M${atX(point.x)} ${atY(point.y)}h0`).join('')
        return <path key={key} className="xy-dots" opacity={opacity} d={dots} />
      })}
      <circle className="xy-last" cx={atX(last.x)} cy={atY(last.y)} r="4" />
    </g>
  )
}

/** Points further apart in time are not connected, because the values in between are unknown. */
export const pathOf = (points: readonly Point[], gapMs: number, atX: At, atY: At): string =>
  points
    .map(({ at, x, y }, index) => {
      const before = points[index - 1]
      return `${before && at - before.at <= gapMs ? 'L' : 'M'}${atX(x)} ${atY(y)}`
    })
    .join('')
