// The ports of a widget: those of a symbol from its library, and the side centres of vessels and shapes. Ports are
// named by their side before the symbol is mirrored or turned. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { symbolOf } from '../../widgets/symbol/all.ts'
import { box, type Port } from '../../widgets/symbol/symbol.ts'
import { type Box, cornersOf, middleOf, type Point, turned } from '../document/geometry.ts'
import type { Side } from './route.ts'

type PortAt = { name: string; at: Point; side: Side }

const withSides: ReadonlySet<string> = new Set(['PercentFill', 'Rect', 'Circle', 'Ellipse', 'Octagon', 'Prism'])

/** The ports of a widget in the coordinates of its page or group; other types have none. */
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

/** The corners of the body that a pipe avoids, turned with the widget. */
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

/** A second port on a side is named `left2`. */
function named(ports: readonly Port[]): Own[] {
  const counts = new Map<Side, number>()
  return ports.map(({ side, x, y }) => {
    const count = (counts.get(side) ?? 0) + 1
    counts.set(side, count)
    return { name: count === 1 ? side : `${side}${count}`, side, x: x / box, y: y / box }
  })
}

/** A symbol is drawn as a square in the centre of its box. */
function drawnBox({ widgetType, position: { x, y, width, height } }: PageWidget): Box {
  if (widgetType !== 'Symbol') return { x, y, width, height }
  const size = Math.min(width, height)
  return { x: x + (width - size) / 2, y: y + (height - size) / 2, width: size, height: size }
}

const mirrored: Record<Side, Side> = { left: 'right', right: 'left', top: 'top', bottom: 'bottom' }
const clockwise: readonly Side[] = ['top', 'right', 'bottom', 'left']

/** The side that a port faces after rotation, rounded to quarter turns. */
export function turnedSide(side: Side, degrees: number): Side {
  const quarters = Math.round(degrees / 90)
  return clockwise[(((clockwise.indexOf(side) + quarters) % 4) + 4) % 4]!
}
