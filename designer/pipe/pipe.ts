// A pipe is a polyline that also stores which ports its ends are connected to: `pipe: { from, to, bent }`, which the
// live page ignores. Pure.
import { z } from 'zod'
import type { PageWidget } from '../../contract/page-document.ts'
import { boxAround, middleOf, type Point, placed, turned } from '../document/geometry.ts'

export const pipeType = 'shapeLine'

const Tie = z.looseObject({ widget: z.string().min(1).max(40), port: z.string().min(1).max(20) })
export type Tie = z.output<typeof Tie>

/** The connections of a pipe. `bent`: its corners were moved by hand, and are preserved if possible. */
const Ties = z.looseObject({
  from: Tie.optional().catch(undefined),
  to: Tie.optional().catch(undefined),
  bent: z.boolean().optional().catch(undefined),
})
export type Ties = z.output<typeof Ties>

export const isPipe = ({ widgetType }: PageWidget): boolean => widgetType === pipeType

const untied: Ties = {}
const read = new WeakMap<PageWidget, Ties>()

export function tiesOf(widget: PageWidget): Ties {
  if (!isPipe(widget) || widget.pipe === undefined) return untied
  const known = read.get(widget)
  if (known) return known
  const ties = Ties.safeParse(widget.pipe).data ?? untied
  read.set(widget, ties)
  return ties
}

export const isTied = (widget: PageWidget): boolean => {
  const { from, to } = tiesOf(widget)
  return from !== undefined || to !== undefined
}

/** Stores which port each end of the pipe is attached to; if neither is, the field is removed. */
export function withTies(widget: PageWidget, { from, to, ...more }: Ties): PageWidget {
  const { pipe: _, ...bare } = widget
  if (!from && !to) return bare
  return { ...bare, pipe: { ...more, ...(from ? { from } : {}), ...(to ? { to } : {}) } }
}

const usual = '0,0 50,0 50,100 100,100'

/** The corners in the coordinates of its page or group. */
export function cornersOfPipe({ position, style }: PageWidget): Point[] {
  const { x, y, width, height, rotate } = position
  const stored = style?.corners
  const points = (typeof stored === 'string' ? stored : usual).split(' ').map((share) => {
    const [across = 0, down = 0] = share.split(',').map(Number)
    return { x: x + (across * width) / 100, y: y + (down * height) / 100 }
  })
  return rotate ? points.map((point) => turned(point, middleOf(position), rotate)) : points
}

/** Sets the corners of the pipe. */
export function throughCorners(widget: PageWidget, corners: readonly Point[]): PageWidget {
  const box = placed(boxAround(corners))
  const share = (at: number, from: number, room: number) =>
    room === 0 ? 0 : Number((((at - from) / room) * 100).toFixed(3))
  const shares = corners.map(({ x, y }) => `${share(x, box.x, box.width)},${share(y, box.y, box.height)}`)
  return {
    ...widget,
    position: { ...widget.position, ...box, rotate: 0 },
    style: { ...widget.style, corners: shares.join(' ') },
  }
}
