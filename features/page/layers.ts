// The layers of a page on screen. Consecutive widgets that draw SVG share one <svg>; an HTML widget is
// between them in its own box, so that the layers keep the order of the list. [DESIGN 5 Web] Pure.
import type { PageContent, PageWidget } from './contract.ts'

export type Layer = { draw: 'svg'; widgets: PageWidget[] } | { draw: 'html'; widget: PageWidget }

/** `drawOf` returns how a widget type is drawn; an unknown one is a box, which is HTML. */
export function layersOf(widgets: readonly PageWidget[], drawOf: (type: string) => 'html' | 'svg'): Layer[] {
  const layers: Layer[] = []
  for (const widget of widgets) {
    const last = layers.at(-1)
    if (drawOf(widget.type) === 'html') layers.push({ draw: 'html', widget })
    else if (last?.draw === 'svg') last.widgets.push(widget)
    else layers.push({ draw: 'svg', widgets: [widget] })
  }
  return layers
}

export type Size = { width: number; height: number }

/** Below this scale a page is panned instead of reduced further: its texts would be unreadable. */
export const leastScale = 0.6
export const zooms = [0.5, 0.75, 1, 1.5, 2] as const

/** The scale at which the whole page is visible. */
export function fitScale(page: Size, room: Size): number {
  if (room.width <= 0 || room.height <= 0) return 1
  return Math.min(room.width / page.width, room.height / page.height)
}

/** The initial scale: fitted, but never too small to read. */
export const firstScale = (page: Size, room: Size): number => Math.max(leastScale, fitScale(page, room))

/** The next scale of the zoom buttons. */
export function zoomed(scale: number, step: 1 | -1): number {
  const next = step === 1 ? zooms.find((zoom) => zoom > scale + 0.01) : zooms.findLast((zoom) => zoom < scale - 0.01)
  return next ?? scale
}

/** The devices whose values a page shows, its own first. */
export function equipmentsOf(own: number, { widgets }: Pick<PageContent, 'widgets'>): number[] {
  const bound = widgets.flatMap(({ binds }) => Object.values(binds).map(({ equipmentId }) => Number(equipmentId)))
  return [...new Set([own, ...bound])]
}

/** A background that is a colour and nothing else; empty: the theme's. */
export const safeColour = (colour: string): string | undefined =>
  /^#[0-9a-f]{3,8}$|^[a-z]+$|^rgba?\([\d\s.,%/]+\)$/i.test(colour) ? colour : undefined
