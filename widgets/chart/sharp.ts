// How many pixels a chart's canvas has for each of its own, on a page that is shown larger or smaller. Pure.

/** A canvas has no more pixels than this: they cost memory, four bytes each, and time. */
const mostPixels = 16_000_000
/** In steps, so that a chart is not made anew for each turn of the wheel. */
const step = 0.5

/**
 * `device`: pixels of the screen for one of the page's; `scale`: how large the page is shown. Never less than one: a small chart
 * is enlarged sooner than drawn again.
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
