// How large a page is shown, and whose values it shows. Pure.
import type { PageDocument } from '../../contract/page-document.ts'

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
export const equipmentsOf = (own: number, { bind }: Pick<PageDocument, 'bind'>): number[] => [
  ...new Set([own, ...bind.equips]),
]
