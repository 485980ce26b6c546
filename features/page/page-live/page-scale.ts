// The scale of a page in its frame. Pure.
import type { InnerFit } from '../../../widgets/host/page-host.ts'

export type Size = { width: number; height: number }

/**
 * Below this scale a page is panned instead of reduced further: its texts would be unreadable. A page of 1024 × 768 still
 * fits a window of 1366 × 768 with its tabs and a notice, and so does one of 1920 × 1080, whose texts are larger.
 */
const leastScale = ({ height }: Size): number => 0.55 * Math.min(1, Math.max(0.7, 768 / height))
/** On a phone a page first shows its whole width, and the user zooms in from there; this is the lower limit. */
const leastPhoneScale = 0.18
const phoneWidth = 600
const zooms = [0.25, 0.35, 0.5, 0.75, 1, 1.5, 2] as const
const maxScale = 4

/** The scale at which the whole page is visible. */
export function fitScale(page: Size, room: Size): number {
  if (room.width <= 0 || room.height <= 0) return 1
  return Math.min(room.width / page.width, room.height / page.height)
}

/** The scale of a page within another one. */
export function innerScale(page: Size, room: Size, fit: InnerFit = 'whole'): number {
  if (fit === 'none' || room.width <= 0) return 1
  return fit === 'width' ? room.width / page.width : fitScale(page, room)
}

/** The ways to fit a page when it is opened. */
export const pageFits = ['whole', 'width', 'none'] as const
type PageFit = (typeof pageFits)[number]

/** The initial scale: as configured, but never too small to read; on a phone the full width. */
export function firstScale(page: Size, room: Size, fit: PageFit = 'whole'): number {
  if (fit === 'none' || room.width <= 0) return fit === 'none' ? 1 : Math.max(leastScale(page), fitScale(page, room))
  const ofWidth = room.width / page.width
  if (room.width < phoneWidth) return Math.max(leastPhoneScale, ofWidth)
  return Math.max(leastScale(page), fit === 'width' ? ofWidth : fitScale(page, room))
}

/** The next scale of the zoom buttons. */
export function zoomed(scale: number, step: 1 | -1): number {
  const next = step === 1 ? zooms.find((zoom) => zoom > scale + 0.01) : zooms.findLast((zoom) => zoom < scale - 0.01)
  return next ?? scale
}

/** The state of a page in its frame: scale and scroll position. */
export type View = { scale: number; left: number; top: number }
/** Two fingers on the frame: the point between them, and their distance. */
export type Fingers = { x: number; y: number; apart: number }

/** The view after the fingers moved from `began`: the point of the page between them stays between them. */
export function pinched(page: Size, room: Size, began: View & { fingers: Fingers }, now: Fingers): View {
  const asked = (began.scale * now.apart) / began.fingers.apart
  const scale = Math.min(maxScale, Math.max(Math.min(leastPhoneScale, began.scale), asked))
  const along = (at: number, scrolled: number, length: number, frame: number, to: number) => {
    // A page smaller than its frame is centred.
    const edge = (by: number) => Math.max(0, (frame - length * by) / 2)
    const point = (scrolled + at - edge(began.scale)) / began.scale
    return Math.max(0, point * scale + edge(scale) - to)
  }
  return {
    scale,
    left: along(began.fingers.x, began.left, page.width, room.width, now.x),
    top: along(began.fingers.y, began.top, page.height, room.height, now.y),
  }
}
