// Chooses axis, hue and dash of each line of a chart, and formats the axes.
import type { CurveLine } from './curve-data.ts'
import { formatNumber, formatTime } from './format.ts'

const hues = 4
/** Drawn axes; further units have their own scale, shown in the legend until their axis is requested. */
const maxAxes = 4

const dashes: readonly (readonly number[])[] = [[], [7, 3], [2, 3]]
const ghostDash: readonly number[] = [3, 3]

/** The CSS variable of a line's colour. */
export const hueOf = (look: number): string => `--series-${(look % hues) + 1}`

/** The colour of a line for a canvas; `colour` gives the value of a CSS variable. */
export function inkOf({ look, ink }: Pick<CurveLine, 'look' | 'ink'>, colour: (name: string) => string): string {
  const variable = /^var\((--[\w-]+)\)$/.exec(ink ?? '')?.[1]
  return variable ? colour(variable) : (ink ?? colour(hueOf(look)))
}

/** Dash of a line in CSS pixels. Beyond four lines the hues repeat, dashed. */
export const dashOf = (look: number, isGhost = false): readonly number[] =>
  isGhost ? ghostDash : dashes[Math.floor(look / hues) % dashes.length]!

export type CurveAxis = {
  scale: string
  unit: string
  /** The hue of its only line; the text colour for an axis of several lines. */
  look: number | undefined
  /** The colour of an axis that has only one line. */
  ink?: string
  side: 'left' | 'right'
}

/** How the numbers of axes are written; `ink` as CSS, none: the colour of the axis' line, or of text. */
export type AxisStyle = { fontPx: number; ink?: string; line?: AxisLine }
/** The line of an axis and its marks; without a width the plot has no line there. */
type AxisLine = { widthPx: number; ink?: string }
export const plainAxis: AxisStyle = { fontPx: 11 }

/** The colour of an axis for a canvas. */
export function axisInk({ look, ink }: CurveAxis, style: AxisStyle, colour: (name: string) => string): string {
  if (style.ink) return inkOf({ look: 0, ink: style.ink }, colour)
  return look === undefined ? colour('--ink-2') : inkOf({ look, ...(ink ? { ink } : {}) }, colour)
}

/** Room beside the plot for an axis, px: for its longest number and the unit above it, and no less than `least`. */
export function axisWidth(words: readonly string[], least: number, { fontPx }: AxisStyle): number {
  const longest = Math.max(0, ...words.map(({ length }) => length))
  return Math.max(least, 14 + 0.6 * fontPx * longest)
}

const stateScale = 'states'

/** Scale of a line: one per unit, one for all states. */
export const scaleOf = ({ isState, unit }: Pick<CurveLine, 'isState' | 'unit'>): string =>
  isState ? stateScale : `y:${unit ?? ''}`

/**
 * The axes of a chart, in the order of the lines, alternating left and right. States need none. If there is not room
 * for all, the axes of the scales in `chosen` come first, the latest choice first.
 */
export function axesOf(
  lines: readonly CurveLine[],
  most: number = maxAxes,
  chosen: readonly string[] = [],
): CurveAxis[] {
  const scales = new Map<string, CurveLine[]>()
  for (const line of lines) {
    if (line.isState) continue
    const scale = scaleOf(line)
    scales.set(scale, [...(scales.get(scale) ?? []), line])
  }
  const first = chosen.filter((scale) => scales.has(scale))
  const drawn = new Set([...new Set([...first, ...scales.keys()])].slice(0, most))
  const shown = [...scales].filter(([scale]) => drawn.has(scale))
  return shown.map(([scale, of], index): CurveAxis => {
    const looks = new Set(of.map(({ look }) => look))
    const { unit, look, ink } = of[0]!
    return {
      scale,
      unit: unit ?? '',
      look: looks.size === 1 ? look : undefined,
      ...(looks.size === 1 && ink ? { ink } : {}),
      side: index % 2 === 0 ? 'left' : 'right',
    }
  })
}

/** The range of a scale as `291.2 – 325.8`, with three significant digits of its extent. */
export function rangeWords([low, high]: readonly [number, number]): string {
  const digits = Math.min(6, Math.max(0, Math.ceil(2 - Math.log10(high - low))))
  return `${formatNumber(low, digits)} – ${formatNumber(high, digits)}`
}

const secondMs = 1000
const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * The labels of the time axis in a time zone: the time, and below it the date where the date
 * changes.
 */
export function tickWords(ticks: readonly number[], stepMs: number, zone: string): string[] {
  let shownDate = ''
  return ticks.map((at) => {
    const text = formatTime(at, zone)
    const date = text.slice(5, 10)
    if (stepMs >= dayMs) return date
    const time = stepMs >= minuteMs ? text.slice(11, 16) : text.slice(11)
    const exact = stepMs < secondMs ? `${time}.${String(at % 1000).padStart(3, '0')}` : time
    if (date === shownDate) return exact
    shownDate = date
    return `${exact}\n${date}`
  })
}

/** Decimals that distinguish neighbouring ticks. */
export function tickDigits(step: number): number {
  for (let digits = 0; digits < 6; digits += 1) {
    const scaled = step * 10 ** digits
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 && scaled > 0.5) return digits
  }
  return 6
}
