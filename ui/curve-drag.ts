// The view that a gesture on a chart leads to: a selected range, a pan, a pinch with two fingers, a turn of the wheel.
// Pure; all `x` and widths are pixels of the plot.
import { type CurveView, panned, zoomed } from './curve-data.ts'

/** A gesture from its start; `startGap` is the distance between two fingers then. */
export type Drag = {
  kind: 'select' | 'pan' | 'pinch'
  startX: number
  startView: CurveView
  startGap: number
  /** Two fingers were used before: the view has changed even if this finger hardly moves. */
  afterPinch?: boolean
}

/** The largest view, and the width of the plot. */
type Room = { home: CurveView; width: number }

/** Less than this is a click, not a drag; pixels. */
const leastDrag = 5

/** Whether a pointer is far enough from its start for a drag. */
export const isDrag = ({ startX }: Pick<Drag, 'startX'>, x: number): boolean => Math.abs(x - startX) >= leastDrag

const timeAt = (x: number, { from, to }: CurveView, width: number): number => from + (x / width) * (to - from)
const msPerPixel = ({ from, to }: CurveView, width: number): number => (to - from) / width

/** The range between the start of a drag and a pointer, whole milliseconds. */
export function selectedView({ startX }: Pick<Drag, 'startX'>, x: number, view: CurveView, width: number): CurveView {
  const at = (pixel: number) => Math.round(timeAt(pixel, view, width))
  return { from: at(Math.min(startX, x)), to: at(Math.max(startX, x)) }
}

/** The view moves with the pointer. */
export const pannedView = ({ startView, startX }: Drag, x: number, { home, width }: Room): CurveView =>
  panned(startView, home, (startX - x) * msPerPixel(startView, width))

/** The view is zoomed by the distance of two fingers, and moves with the middle between them. */
export function pinchedView(
  { startView, startX, startGap }: Drag,
  { middle, gap }: { middle: number; gap: number },
  { home, width }: Room,
): CurveView {
  const scaled = zoomed(startView, home, startGap / Math.max(10, gap), timeAt(startX, startView, width))
  return panned(scaled, home, (startX - middle) * msPerPixel(scaled, width))
}

/** The wheel zooms around the pointer; sideways, or with shift, it pans. */
export function wheelView(
  view: CurveView,
  { deltaX, deltaY, shiftKey }: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'shiftKey'>,
  x: number,
  { home, width }: Room,
): CurveView {
  const isSideways = Math.abs(deltaX) > Math.abs(deltaY) || shiftKey
  if (isSideways) return panned(view, home, (deltaX || deltaY) * msPerPixel(view, width))
  return zoomed(view, home, 1.0015 ** (deltaY || deltaX), timeAt(x, view, width))
}
