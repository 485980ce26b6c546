// An equal gap, drawn as a dimension: a line from edge to edge with its length.
import type { Measure } from './document/gaps.ts'
import { rounded } from './document/geometry.ts'

/** Half the length of the end strokes, in pixels of the screen. */
const end = 4

export function Gap({ measure: { axis, from, to, at }, scale }: { measure: Measure; scale: number }) {
  const [first, last, across] = [from * scale, to * scale, at * scale]
  const text = String(rounded(to - from))
  const wide = text.length * 6.4 + 8
  const isAcross = axis === 'x'
  const line = isAcross
    ? `M${first} ${across}H${last}M${first} ${across - end}v${2 * end}M${last} ${across - end}v${2 * end}`
    : `M${across} ${first}V${last}M${across - end} ${first}h${2 * end}M${across - end} ${last}h${2 * end}`
  const middle = (first + last) / 2
  // The number is beside the line if the gap is too short for it.
  const aside = last - first > wide + 8 ? 0 : 16
  const place = isAcross ? { x: middle, y: across + aside } : { x: across + (aside && wide / 2 + end + 4), y: middle }
  return (
    <g className="designer-gap">
      <path d={line} />
      <rect x={place.x - wide / 2} y={place.y - 8} width={wide} height={16} rx={3} />
      <text textAnchor="middle" x={place.x} y={place.y + 4}>
        {text}
      </text>
    </g>
  )
}
