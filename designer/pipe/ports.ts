// Where pipes meet a widget: the ports of a symbol by its library, the middles of the sides of vessels and shapes; named by
// their side, as the symbol is drawn before it is mirrored or turned. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { symbolOf } from '../../widgets/symbol/all.ts'
import { box, type Port } from '../../widgets/symbol/symbol.ts'
import { type Box, cornersOf, middleOf, type Point, turned } from '../document/geometry.ts'
import type { Side } from './route.ts'

export type PortAt = { name: string; at: Point; side: Side }

const withSides: ReadonlySet<string> = new Set(['PercentFill', 'Rect', 'Circle', 'Ellipse', 'Octagon', 'Prism'])

/** The ports of a widget in the page or group that it stands in; of other types none. */
export function portsOf(widget: PageWidget): PortAt[] {
  const { position } = widget
  const drawn = drawnBox(widget)
  const isMirrored = widget.widgetType === 'Symbol' && widget.style?.flip === true
  return ownPorts(widget).map(({ name, x, y, side }) => {
    const across = isMirrored ? 1 - x : x
    const at = { x: drawn.x + across * drawn.width, y: drawn.y + y * drawn.height }
    const facing = isMirrored ? mirrored[side] : side
    return {
      name,
      at: position.rotate ? turned(at, middleOf(position), position.rotate) : at,
      side: turnedSide(facing, position.rotate),
    }
  })
}

/** Corners of what a pipe goes around, turned as it is. */
export const bodyCorners = (widget: PageWidget): Point[] => cornersOf({ ...widget.position, ...drawnBox(widget) })

export const hasPorts = ({ widgetType }: PageWidget): boolean => widgetType === 'Symbol' || withSides.has(widgetType)

type Own = { name: string; x: number; y: number; side: Side }

const middles: readonly Own[] = [
  { name: 'left', x: 0, y: 0.5, side: 'left' },
  { name: 'right', x: 1, y: 0.5, side: 'right' },
  { name: 'top', x: 0.5, y: 0, side: 'top' },
  { name: 'bottom', x: 0.5, y: 1, side: 'bottom' },
]

function ownPorts({ widgetType, data }: PageWidget): readonly Own[] {
  if (widgetType !== 'Symbol') return withSides.has(widgetType) ? middles : []
  const key = data?.symbol
  const symbol = symbolOf(typeof key === 'string' ? key : 'pump')
  return symbol ? named(symbol.ports) : []
}

/** The second on one side is `left2`. */
function named(ports: readonly Port[]): Own[] {
  const counts = new Map<Side, number>()
  return ports.map(({ side, x, y }) => {
    const count = (counts.get(side) ?? 0) + 1
    counts.set(side, count)
    return { name: count === 1 ? side : `${side}${count}`, side, x: x / box, y: y / box }
  })
}

/** A symbol is a square in the middle of its place. */
function drawnBox({ widgetType, position: { x, y, width, height } }: PageWidget): Box {
  if (widgetType !== 'Symbol') return { x, y, width, height }
  const size = Math.min(width, height)
  return { x: x + (width - size) / 2, y: y + (height - size) / 2, width: size, height: size }
}

const mirrored: Record<Side, Side> = { left: 'right', right: 'left', top: 'top', bottom: 'bottom' }
const clockwise: readonly Side[] = ['top', 'right', 'bottom', 'left']

/** The side that it looks to when it is turned: the nearest of the four. */
export function turnedSide(side: Side, degrees: number): Side {
  const quarters = Math.round(degrees / 90)
  return clockwise[(((clockwise.indexOf(side) + quarters) % 4) + 4) % 4]!
}
