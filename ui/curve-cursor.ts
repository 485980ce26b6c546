// The cursor of a chart, moved by keys. Pure.
import { type CurveLine, type CurveView, nextReading } from './curve-data.ts'

/** `direction`: 1 goes to the right. `isLong`: goes a twentieth of the view instead of one reading. */
type CursorStep = { direction: 1 | -1; isLong: boolean }

/** The time of the cursor after a step, within the view, epoch ms; undefined if there is no further reading. */
export function steppedCursor(
  at: number | null,
  view: CurveView,
  { direction, isLong }: CursorStep,
  lines: readonly CurveLine[],
): number | undefined {
  // A cursor that is outside after a zoom restarts at the edge.
  const isInView = at !== null && at >= view.from && at <= view.to
  const edge = direction > 0 ? view.from : view.to
  const from = isInView ? at : edge
  const read = () => lines.map((line) => line.read())
  const next = isLong ? from + ((view.to - view.from) / 20) * direction : nextReading(read(), from, direction)
  return next === undefined ? undefined : Math.min(view.to, Math.max(view.from, next))
}
