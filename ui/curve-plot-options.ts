// The options of uPlot for a chart: its scales, the room around the plot, and its axes with their style.
import type uPlot from 'uplot'
import {
  type AxisStyle,
  axisInk,
  axisWidth,
  type CurveAxis,
  inkOf,
  plainAxis,
  tickDigits,
  tickWords,
} from './curve-axes.ts'
import { formatNumber } from './format.ts'

/** The time zone of a plot, the room around it, and how its axes are written. */
export type PlotLook = {
  zone: string
  /** Minimum room around the plot, pixels; the numbers at the sides may need more. */
  margins?: { top: number; right: number; bottom: number; left: number }
  axis?: AxisStyle
  /** The words of the time axis. */
  timeWords?: (ticks: readonly number[], stepMs: number) => string[]
}

/** Value of a CSS variable: `--ink-2`. */
type Colour = (name: string) => string

type PlotParts = {
  look: PlotLook
  /** CSS pixels. */
  size: { width: number; height: number }
  /** The drawn axes of values; other scales have none. */
  axes: readonly CurveAxis[]
  scales: readonly string[]
  colour: Colour
  /** Lower and upper end of a scale, read again at each drawing. */
  endsOf: (scale: string) => [number, number]
  /** Whether a scale has a reading in view. */
  hasReadings: (scale: string) => boolean
}

/** Plots narrower than this, in CSS pixels, have fewer axes and closer ticks. */
export const narrowPx = 560

/** All options that follow from the look and the axes; the caller adds the hooks that draw between the axes. */
export function plotOptions(parts: PlotParts): Omit<uPlot.Options, 'hooks' | 'tzDate'> {
  const { look, size, axes, scales, colour, endsOf } = parts
  return {
    ...size,
    ms: 1,
    padding: paddingOf(look, axes.length),
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: true, auto: false, range: (_, min, max) => [min, max] },
      ...Object.fromEntries(scales.map((scale) => [scale, { range: () => endsOf(scale) }])),
    },
    axes: [timeAxis(look, colour), ...axes.map((axis, index) => valueAxis(axis, index, parts))],
    series: [{}, ...scales.map((scale) => ({ scale, paths: () => null, points: { show: false } }))],
  }
}

/** Room at the top, right, bottom and left where no axis takes it; the units are above the axes. CSS pixels. */
const paddingOf = ({ margins }: PlotLook, axes: number): [number, number, number, number] => [
  margins?.top ?? (axes > 0 ? 20 : 8),
  axes > 1 ? 0 : (margins?.right ?? 12),
  0,
  axes > 0 ? 0 : (margins?.left ?? 26),
]

const fontOf = ({ fontPx }: AxisStyle, ratio = 1) => `${fontPx * ratio}px ${getComputedStyle(document.body).fontFamily}`

/** The line beside a plot with its marks, in the style of its author. */
function lineOf({ line }: AxisStyle, colour: Colour): Pick<uPlot.Axis, 'border' | 'ticks'> {
  const stroke = line?.ink ? inkOf({ look: 0, ink: line.ink }, colour) : colour('--line')
  const width = line?.widthPx ?? 0
  return {
    border: { show: width > 0, stroke, width },
    ticks: { stroke, width: Math.max(1, width), size: 4 },
  }
}

function timeAxis({ zone, margins, timeWords, axis = plainAxis }: PlotLook, colour: Colour): uPlot.Axis {
  const larger = axis.fontPx / plainAxis.fontPx
  return {
    stroke: axis.ink ? inkOf({ look: 0, ink: axis.ink }, colour) : colour('--ink-2'),
    font: fontOf(axis),
    gap: 4,
    size: margins?.bottom ?? 40 * larger,
    space: (_plot, _axis, _from, _to, across) => (across < narrowPx ? 54 : 64) * larger, // a label with seconds fits
    grid: { stroke: colour('--line-soft'), width: 1 },
    ...lineOf(axis, colour),
    values: (_, ticks, __, ___, step) => timeWords?.(ticks, step) ?? tickWords(ticks, step, zone),
  }
}

function valueAxis(axis: CurveAxis, index: number, { look, colour, hasReadings }: PlotParts): uPlot.Axis {
  const { scale, unit, side } = axis
  const style = look.axis ?? plainAxis
  const least = Math.max(34, (side === 'left' ? look.margins?.left : look.margins?.right) ?? 0)
  return {
    scale,
    side: side === 'left' ? 3 : 1,
    stroke: axisInk(axis, style, colour),
    font: fontOf(style),
    gap: 4,
    space: 34 * (style.fontPx / plainAxis.fontPx),
    // The unit above it also needs room.
    size: (_, values) => axisWidth([unit, ...(values ?? [])], least, style),
    grid: { show: index === 0, stroke: colour('--line-soft'), width: 1 },
    ...lineOf(style, colour),
    // Numbers without a line would look like a measurement.
    values: (_, ticks, __, ___, step) =>
      hasReadings(scale) ? ticks.map((tick) => formatNumber(tick, tickDigits(step))) : ticks.map(() => ''),
  }
}

/** Units are drawn above their axes. */
export function drawUnits(u: uPlot, axes: readonly CurveAxis[], style: AxisStyle, colour: Colour): void {
  const { ctx, bbox } = u
  const ratio = devicePixelRatio
  ctx.save()
  ctx.font = fontOf(style, ratio)
  ctx.textBaseline = 'bottom'
  const places = { left: bbox.left, right: bbox.left + bbox.width }
  axes.forEach((axis, index) => {
    const { unit, side } = axis
    const size = ((u.axes[index + 1] as { _size?: number })._size ?? 40) * ratio
    ctx.fillStyle = axisInk(axis, style, colour)
    ctx.textAlign = side === 'left' ? 'right' : 'left'
    ctx.fillText(unit, places[side] + (side === 'left' ? -8 : 8) * ratio, bbox.top - 6 * ratio)
    places[side] += side === 'left' ? -size : size
  })
  ctx.restore()
}
