// The value scales of a chart: which there are, the range of each, and the room below it for the lanes of states. Pure.
import { scaleOf } from './curve-axes.ts'
import { axisRange, type CurveLine, type CurveView, extentOf } from './curve-data.ts'

/** Height of the lane of a state, CSS pixels. */
const lanePx = 20

/** The scales of all lines with values, each once, in the order of the lines. */
export const valueScales = (lines: readonly CurveLine[]): string[] => [
  ...new Set(lines.filter(({ isState }) => !isState).map(scaleOf)),
]

/** States in lanes; a compared state shares the lane of the original. */
export const lanesOf = (lines: readonly CurveLine[]): CurveLine[] =>
  lines.filter(({ isState, ghostOf }) => isState && ghostOf === undefined)

/** The share of the plot's height that is reserved at the bottom for states: all of it where there is nothing else. */
export function laneShare(lines: readonly CurveLine[], plotPx: number): number {
  const lanes = lanesOf(lines).length
  if (lines.every(({ isState }) => isState)) return 1
  return Math.min(0.5, (lanes * lanePx + (lanes > 0 ? 6 : 0)) / Math.max(1, plotPx))
}

/** Lowest and highest value of all lines of a scale within a view. */
export function scaleExtent(
  lines: readonly CurveLine[],
  scale: string,
  { from, to }: CurveView,
): [number, number] | undefined {
  const extents = lines
    .filter((line) => !line.isState && scaleOf(line) === scale)
    .map((line) => extentOf(line.read(), from - line.shiftMs, to - line.shiftMs))
    .filter((extent) => extent !== undefined)
  if (extents.length === 0) return undefined
  return [Math.min(...extents.map(([low]) => low)), Math.max(...extents.map(([, high]) => high))]
}

type ScaleRange = { bottom: number; low: number; high: number }

/**
 * A scale: values in view from `low` to `high`, lanes of states from `bottom`; undefined without readings. `plotPx`:
 * the height of the plot, CSS pixels.
 */
export function scaleRange(
  lines: readonly CurveLine[],
  scale: string,
  view: CurveView,
  plotPx: number,
): ScaleRange | undefined {
  const extent = scaleExtent(lines, scale, view)
  if (!extent) return undefined
  const [low, high] = axisRange(...extent)
  if (lanesOf(lines).length === 0) return { bottom: low, low, high }
  const share = laneShare(lines, plotPx)
  return { bottom: low - ((high - low) * share) / (1 - share), low, high }
}
