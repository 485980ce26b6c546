// The pixel ratio of a chart's canvas on a page that is shown larger or smaller. Pure.

/** The maximum number of pixels of a canvas: each costs four bytes of memory, and time. */
const mostPixels = 16_000_000
/** The ratio changes in steps, so that a chart is not created again at each turn of the mouse wheel. */
const step = 0.5

/**
 * Canvas pixels per pixel of the chart, at least one: a small chart is scaled down instead of drawn again. `device`:
 * pixels of the screen per pixel of the page; `scale`: how large the page is shown.
 */
export function pixelRatio(
  device: number,
  scale: number,
  { width, height }: { width: number; height: number },
): number {
  const wanted = Number.isFinite(scale) && scale > 0 ? device * scale : device
  const most = Math.sqrt(mostPixels / Math.max(1, width * height))
  return Math.max(1, Math.min(Math.ceil(wanted / step) * step, Math.floor(most / step) * step))
}
