// The widgets of a small picture of a page: shapes and symbols by their outline, texts as bars, all others as the glyph
// of their type in a frame.
import type { ReactNode } from 'react'
import type { PicturePart } from '../../contract/page-picture.ts'
import { GlyphPaths, glyphBox } from '../../designer/palette-glyphs.tsx'
import { cssColour } from '../../widgets/colour.ts'
import { symbolOf } from '../../widgets/symbol/all.ts'
import { box as symbolBox } from '../../widgets/symbol/symbol.ts'
import '../../widgets/host/host.css'
import '../../widgets/host/classic.css'

type DrawProps = {
  part: PicturePart
  /** Width of a line in pixels of the screen, from its width on the page. */
  line: (thick: number) => number
}

type Draw = (props: DrawProps) => ReactNode

const [thinnest, thickest] = [0.75, 4]

const surface = 'var(--shade-surface)'
const steel = 'var(--shade-steel)'
const liquid = 'var(--shade-liquid)'
const idle = 'var(--shade-idle)'

const strokeOf = ({ part: { stroke, thick = 1.5 }, line }: DrawProps) => ({
  stroke: cssColour(stroke) ?? steel,
  strokeWidth: line(thick),
})

const closed =
  (pathOf: (width: number, height: number) => string): Draw =>
  (props) => {
    const { width, height, fill } = props.part
    return <path d={pathOf(width, height)} fill={cssColour(fill) ?? surface} {...strokeOf(props)} />
  }

const open =
  (pathOf: (part: PicturePart) => string): Draw =>
  (props) => <path d={pathOf(props.part)} fill="none" {...strokeOf(props)} />

const drawEllipse: Draw = (props) => {
  const { type, width, height, fill } = props.part
  const [rx, ry] = [width / 2, height / 2]
  const round = Math.min(rx, ry)
  const radii = type === 'Circle' ? { rx: round, ry: round } : { rx, ry }
  return <ellipse cx={rx} cy={ry} {...radii} fill={cssColour(fill) ?? surface} {...strokeOf(props)} />
}

const straight = ({ width, height }: Pick<PicturePart, 'width' | 'height'>): string =>
  width >= height ? `M0 ${height / 2}H${width}` : `M${width / 2} 0V${height}`

/** Corners that are no pairs of numbers are omitted. */
function cornered({ width, height, corners = '' }: PicturePart): string {
  const points = corners.split(' ').flatMap((corner) => {
    const [x = Number.NaN, y = Number.NaN] = corner.split(',').map(Number)
    return Number.isFinite(x + y) ? [`${(x * width) / 100} ${(y * height) / 100}`] : []
  })
  return points.length > 1 ? `M${points.join('L')}` : straight({ width, height })
}

/** Symbols are drawn at rest: only the parts that are visible in a small picture. */
const drawSymbol: Draw = ({ part: { width, height, symbol = '', stroke }, line }) => {
  const drawn = symbolOf(symbol)
  if (!drawn) return null
  const scale = Math.min(width, height) / symbolBox
  const ink = cssColour(stroke) ?? steel
  return (
    <g
      transform={`translate(${(width - symbolBox * scale) / 2} ${(height - symbolBox * scale) / 2}) scale(${scale})`}
      stroke={ink}
      strokeWidth={line(1.5)}
    >
      {drawn.shapes.map(({ role, d }) => {
        if (role === 'body' || role === 'plain') return <path key={d} d={d} fill={surface} />
        if (role === 'liquid') return <path key={d} d={d} fill={liquid} stroke="none" />
        if (role === 'pipe') return <path key={d} d={d} fill="none" strokeWidth={line(3)} />
        if (role === 'line' || role === 'glyph') return <path key={d} d={d} fill="none" />
        return role === 'dot' ? <path key={d} d={d} fill={ink} stroke="none" /> : null
      })}
    </g>
  )
}

const drawVessel: Draw = ({ part: { width, height }, line }) => (
  <>
    <rect y={height * 0.4} width={width} height={height * 0.6} fill={liquid} />
    <path d={`M0 0V${height}H${width}V0`} fill="none" stroke={steel} strokeWidth={line(1.5)} />
  </>
)

/** Letters are about this wide, and a bar this high, relative to the font size. */
const [letterWidth, barHeight] = [0.5, 0.5]
/** Characters of a value, whose text is not known. */
const valueLetters = 6

/** A bar as long as the text. */
function Bar({ part, ink }: { part: PicturePart; ink: string }) {
  const { width, height, letters = valueLetters, size = 14, align } = part
  const [length, thick] = [Math.min(width, letters * size * letterWidth), Math.min(height, size * barHeight)]
  const x = align === 'right' ? width - length : align === 'center' ? (width - length) / 2 : 0
  return <rect x={x} y={(height - thick) / 2} width={length} height={thick} rx={thick / 4} fill={ink} />
}

const drawText: Draw = ({ part }) => <Bar part={part} ink={idle} />
const drawValue: Draw = ({ part }) => <Bar part={part} ink={steel} />

const drawControl: Draw = ({ part, line }) => {
  const { width, height } = part
  const round = Math.min(height / 4, 6)
  return (
    <>
      <rect width={width} height={height} rx={round} fill={surface} stroke={steel} strokeWidth={line(1)} />
      <Bar part={{ ...part, align: 'center', letters: part.letters || valueLetters }} ink={idle} />
    </>
  )
}

/** Glyphs that fill the frame of their widget: charts and tables. The others keep their proportion. */
const filling = new Set([
  'complexLine',
  'complexBar',
  'Area',
  'History',
  'Xyline',
  'Diagram',
  'Trend',
  'Section',
  'Alarm',
])

const drawGlyph: Draw = ({ part: { type, width, height }, line }) => (
  <>
    <rect width={width} height={height} fill={surface} stroke="var(--shade-line)" strokeWidth={line(1)} />
    <svg
      className="page-picture-glyph"
      x={width * 0.1}
      y={height * 0.1}
      width={width * 0.8}
      height={height * 0.8}
      viewBox={`0 0 ${glyphBox} ${glyphBox}`}
      preserveAspectRatio={filling.has(type) ? 'none' : 'xMidYMid meet'}
      aria-hidden="true"
    >
      <GlyphPaths type={type} />
    </svg>
  </>
)

/** Part of a side that a regular octagon cuts off at either end. */
const cut = 0.2929

const draws: Readonly<Record<string, Draw>> = {
  Rect: closed((w, h) => `M0 0H${w}V${h}H0Z`),
  Prism: closed((w, h) => `M${w / 2} 0L${w} ${h / 2} ${w / 2} ${h} 0 ${h / 2}Z`),
  Triangle: closed((w, h) => `M0 0L${w} ${h / 2} 0 ${h}Z`),
  Octagon: closed((w, h) => {
    const [x, y] = [w * cut, h * cut]
    return `M${x} 0H${w - x}L${w} ${y}V${h - y}L${w - x} ${h}H${x}L0 ${h - y}V${y}Z`
  }),
  Parallelogram: closed((w, h) => {
    const lean = Math.min(w, h) / 2
    return `M${lean} 0H${w}L${w - lean} ${h}H0Z`
  }),
  Circle: drawEllipse,
  Ellipse: drawEllipse,
  Straight: open(straight),
  Arrow: open(
    (part) =>
      `${straight(part)}M${part.width - part.height} 0L${part.width} ${part.height / 2}L${part.width - part.height} ${part.height}`,
  ),
  shapeLine: open(cornered),
  Scrollbar: open(straight),
  Symbol: drawSymbol,
  PercentFill: drawVessel,
  Text: drawText,
  DataText: drawValue,
  Timer: drawValue,
  ...{ Button: drawControl, Input: drawControl, Select: drawControl, ComboBox: drawControl, TimeSelector: drawControl },
}

/** `unit`: pixels of the page per pixel of the screen, about. */
export default function PictureParts({ parts, unit }: { parts: readonly PicturePart[]; unit: number }) {
  const line = (thick: number) => Math.min(thickest, Math.max(thinnest, thick / unit))
  return parts
    .map((part, at) => ({ part, at }))
    .map(({ part, at }) => {
      const { type, x, y, width, height, rotate } = part
      // The key of an object may be inherited: `constructor`.
      const draw = Object.hasOwn(draws, type) ? draws[type]! : drawGlyph
      const turned = rotate ? ` rotate(${rotate} ${width / 2} ${height / 2})` : ''
      return (
        <g key={at} transform={`translate(${x} ${y})${turned}`}>
          {draw({ part, line })}
        </g>
      )
    })
}
