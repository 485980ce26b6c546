// Stacking order, alignment and distribution of the selected widgets. Locked ones do not move. Pure. [S4 Designer]
import type { PageWidget } from '../../contract/page-document.ts'
import { isLocked } from './find.ts'
import { type Box, boxOf, unionOf } from './geometry.ts'
import { movedBy } from './group.ts'

type Ids = ReadonlySet<string>

const movable = (widgets: readonly PageWidget[], ids: Ids): PageWidget[] =>
  widgets.filter((widget) => ids.has(widget.id) && !isLocked(widget))

const orders = ['front', 'back', 'forward', 'backward'] as const
export type Order = (typeof orders)[number]

/** Changes the drawing order of widgets: later ones are drawn over earlier ones. */
export function ordered(widgets: PageWidget[], ids: Ids, order: Order): PageWidget[] {
  const inner = movable(widgets, ids)
  if (inner.length === 0) return widgets
  const rest = widgets.filter((widget) => !inner.includes(widget))
  if (order === 'front') return [...rest, ...inner]
  if (order === 'back') return [...inner, ...rest]
  return order === 'forward' ? oneUp(widgets, inner) : oneUp([...widgets].reverse(), inner).reverse()
}

/** Moves each selected widget past its next neighbour outside the selection. */
function oneUp(widgets: readonly PageWidget[], inner: readonly PageWidget[]): PageWidget[] {
  const next = [...widgets]
  for (let i = next.length - 2; i >= 0; i -= 1) {
    const [widget, above] = [next[i]!, next[i + 1]!]
    if (inner.includes(widget) && !inner.includes(above)) [next[i], next[i + 1]] = [above, widget]
  }
  return next
}

const edges = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const
export type Edge = (typeof edges)[number]

/** Aligns to an edge or the centre of their common bounds; a single widget to the page. */
export function aligned(widgets: PageWidget[], ids: Ids, edge: Edge, page: Box): PageWidget[] {
  const inner = movable(widgets, ids)
  const box = inner.length === 1 ? page : unionOf(inner.map(({ position }) => boxOf(position)))
  if (!box) return widgets
  return widgets.map((widget) => {
    if (!inner.includes(widget)) return widget
    const { dx, dy } = toEdge(boxOf(widget.position), box, edge)
    return dx === 0 && dy === 0 ? widget : movedBy(widget, dx, dy)
  })
}

function toEdge(own: Box, all: Box, edge: Edge): { dx: number; dy: number } {
  const share = { left: 0, top: 0, centre: 0.5, middle: 0.5, right: 1, bottom: 1 }[edge]
  const isAcross = edge === 'left' || edge === 'centre' || edge === 'right'
  return isAcross
    ? { dx: all.x + (all.width - own.width) * share - own.x, dy: 0 }
    : { dx: 0, dy: all.y + (all.height - own.height) * share - own.y }
}

/** Makes the gaps between the outermost two equal along one axis; requires at least three widgets. */
export function spread(widgets: PageWidget[], ids: Ids, axis: 'x' | 'y'): PageWidget[] | undefined {
  const length = axis === 'x' ? 'width' : 'height'
  const inner = movable(widgets, ids)
    .map((widget) => ({ widget, box: boxOf(widget.position) }))
    .sort((a, b) => a.box[axis] - b.box[axis])
  if (inner.length < 3) return undefined
  const [first, last] = [inner[0]!.box, inner.at(-1)!.box]
  const room = last[axis] + last[length] - first[axis]
  const gap = (room - inner.reduce((sum, { box }) => sum + box[length], 0)) / (inner.length - 1)
  const by = new Map<PageWidget, number>()
  let at = first[axis]
  for (const { widget, box } of inner) {
    by.set(widget, at - box[axis])
    at += box[length] + gap
  }
  return widgets.map((widget) => {
    const step = by.get(widget)
    if (!step) return widget
    return axis === 'x' ? movedBy(widget, step, 0) : movedBy(widget, 0, step)
  })
}
