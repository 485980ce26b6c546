// Fits groups to their contents: when a widget in a group is moved, resized, added or removed, the group's box is
// adjusted without a visible move of the others. Pure; unchanged widgets are the same objects.
import type { PageWidget } from '../../contract/page-document.ts'
import { find } from './find.ts'
import { type Box, boxOf, middleOf, placed, turned, unionOf } from './geometry.ts'
import { movedBy } from './group.ts'

/** Fits the groups after a change. A group that was itself moved or resized already has its box. */
export function fitted(before: readonly PageWidget[], after: PageWidget[]): PageWidget[] {
  let isSame = true
  const next = after.map((widget) => {
    const was = widget.children && find(before, widget.id)
    const now = was && was !== widget ? group(was, widget) : widget
    if (now !== widget) isSame = false
    return now
  })
  return isSame ? after : next
}

function group(was: PageWidget, widget: PageWidget): PageWidget {
  if (!isSamePlace(was, widget) || !was.children || !widget.children || was.children === widget.children) return widget
  const children = fitted(was.children, widget.children)
  const now = children === widget.children ? widget : { ...widget, children }
  return isSamePlaces(was.children, children) ? now : about(now, children)
}

const sizes = ['x', 'y', 'width', 'height', 'rotate'] as const
const isSamePlace = (a: PageWidget, b: PageWidget): boolean => sizes.every((key) => a.position[key] === b.position[key])

function isSamePlaces(before: readonly PageWidget[], after: readonly PageWidget[]): boolean {
  const places = new Map(before.map((widget) => [widget.id, widget]))
  return before.length === after.length && after.every((now) => isSame(places.get(now.id), now))
}

const isSame = (was: PageWidget | undefined, now: PageWidget): boolean => was !== undefined && isSamePlace(was, now)

/** Fits the box of a group to its widgets, which stay in place on the page. */
function about(widget: PageWidget, children: readonly PageWidget[]): PageWidget {
  const { position } = widget
  const box = unionOf(children.map((child) => boxOf(child.position)))
  if (!box || isWhole(box, position)) return widget
  const moved = { ...box, x: position.x + box.x, y: position.y + box.y }
  const middle = turned(middleOf(moved), middleOf(position), position.rotate)
  const { width, height } = box
  return {
    ...widget,
    position: placed({ ...position, x: middle.x - width / 2, y: middle.y - height / 2, width, height }),
    children: children.map((child) => movedBy(child, -box.x, -box.y)),
  }
}

const isWhole = (box: Box, { width, height }: Box): boolean =>
  box.x === 0 && box.y === 0 && box.width === width && box.height === height
