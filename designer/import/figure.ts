// The basic shapes and paths of SVG as figures, with their outlines. Pure.
import { SVGPathData } from 'svg-pathdata'
import type { Box, Point } from '../document/geometry.ts'
import { type Matrix, mapPoint } from './matrix.ts'
import { lengthOf, numbersIn } from './numbers.ts'
import type { Element } from './tree.ts'

export type Figure =
  | ({ kind: 'rect'; rx: number; ry: number } & Box)
  | { kind: 'ellipse'; cx: number; cy: number; rx: number; ry: number }
  | { kind: 'points'; points: readonly Point[]; isClosed: boolean }
  | { kind: 'path'; data: SVGPathData }

export const figureNames: readonly string[] = ['rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path']

export type Viewport = { width: number; height: number; font: number }

/** Maximum length of a path or of a list of points. */
const longest = 100_000

/** Whether a path or a list of points is too long. */
export const isTooLong = ({ attributes: { d = '', points = '' } }: Element): boolean =>
  Math.max(d.length, points.length) > longest

/** The reference length for percentages along neither axis. */
export const wholeOf = ({ width, height }: { width: number; height: number }): number =>
  Math.hypot(width, height) / Math.SQRT2

/** Reads lengths from attributes: horizontal, vertical, or along neither axis. */
export function measures({ attributes }: Element, { width, height, font }: Viewport) {
  const of = (whole: number) => (name: string) => lengthOf(attributes[name], { font, whole })
  return { across: of(width), down: of(height), along: of(wholeOf({ width, height })) }
}

/** The figure of an element; null if it draws nothing, undefined if it cannot be read. */
export function figureOf(element: Element, viewport: Viewport): Figure | null | undefined {
  const { across, down, along } = measures(element, viewport)
  const { attributes } = element
  switch (element.name) {
    case 'rect':
      return rectOf(element, viewport)
    case 'circle': {
      const r = along('r') ?? 0
      return r > 0 ? { kind: 'ellipse', cx: across('cx') ?? 0, cy: down('cy') ?? 0, rx: r, ry: r } : null
    }
    case 'ellipse': {
      const [rx, ry] = [across('rx') ?? down('ry') ?? 0, down('ry') ?? across('rx') ?? 0]
      return rx > 0 && ry > 0 ? { kind: 'ellipse', cx: across('cx') ?? 0, cy: down('cy') ?? 0, rx, ry } : null
    }
    case 'line': {
      const from = { x: across('x1') ?? 0, y: down('y1') ?? 0 }
      return { kind: 'points', isClosed: false, points: [from, { x: across('x2') ?? 0, y: down('y2') ?? 0 }] }
    }
    case 'path':
      return pathOf(attributes.d ?? '')
    default:
      return pointsOf(attributes.points ?? '', element.name === 'polygon')
  }
}

function rectOf(element: Element, viewport: Viewport): Figure | null {
  const { across, down } = measures(element, viewport)
  const [width, height] = [across('width') ?? 0, down('height') ?? 0]
  if (width <= 0 || height <= 0) return null
  const rx = Math.max(0, across('rx') ?? down('ry') ?? 0)
  const ry = Math.max(0, down('ry') ?? across('rx') ?? 0)
  const box = { x: across('x') ?? 0, y: down('y') ?? 0, width, height }
  return { kind: 'rect', ...box, rx: Math.min(rx, width / 2), ry: Math.min(ry, height / 2) }
}

function pointsOf(text: string, isClosed: boolean): Figure | null | undefined {
  const numbers = text.length <= longest ? numbersIn(text) : undefined
  if (!numbers) return undefined
  const points = Array.from({ length: Math.floor(numbers.length / 2) }, (_, i) => ({
    x: numbers[2 * i]!,
    y: numbers[2 * i + 1]!,
  }))
  return points.length > 1 ? { kind: 'points', points, isClosed } : null
}

function pathOf(text: string): Figure | null | undefined {
  if (text.trim() === '' || text.trim() === 'none') return null
  if (text.length > longest) return undefined
  try {
    const data = new SVGPathData(text).toAbs().normalizeHVZ(false).normalizeST().aToC().round(1e6)
    return data.commands.length > 1 ? (straight(data) ?? { kind: 'path', data: bounded(data) }) : null
  } catch {
    return undefined
  }
}

const far = 1_000_000

/** Throws for a path with coordinates out of range. */
function bounded(data: SVGPathData): SVGPathData {
  const isFar = data.commands.some((command) =>
    Object.values(command).some((value) => typeof value === 'number' && !(Math.abs(value) <= far)),
  )
  if (isFar) throw new RangeError('out of reach')
  return data
}

/** A path that is a single polyline. */
function straight(data: SVGPathData): Figure | undefined {
  const { commands } = bounded(data)
  const isClosed = commands.at(-1)?.type === SVGPathData.CLOSE_PATH
  const drawn = isClosed ? commands.slice(0, -1) : commands
  const points: Point[] = []
  for (const [i, command] of drawn.entries()) {
    const { type } = command
    if (type !== (i === 0 ? SVGPathData.MOVE_TO : SVGPathData.LINE_TO)) return undefined
    points.push({ x: command.x, y: command.y })
  }
  const [first, last] = [points[0], points.at(-1)]
  const returns = points.length > 2 && first!.x === last!.x && first!.y === last!.y
  if (isClosed && returns) points.pop()
  return points.length > 1 ? { kind: 'points', points, isClosed } : undefined
}

/** Points with the same bounds as the figure on the page. */
export function outlineOf(figure: Figure, matrix: Matrix): Point[] {
  if (figure.kind === 'path') {
    const { minX, minY, maxX, maxY } = new SVGPathData(figure.data.commands).matrix(...matrix).getBounds()
    return [
      { x: minX, y: minY },
      { x: maxX, y: maxY },
    ]
  }
  if (figure.kind === 'points') return figure.points.map((point) => mapPoint(matrix, point))
  if (figure.kind === 'rect') return cornersOf(figure).map((point) => mapPoint(matrix, point))
  // The extent of a transformed ellipse combines both of its half axes.
  const { cx, cy, rx, ry } = figure
  const [a, b, c, d] = matrix
  const [middle, dx, dy] = [mapPoint(matrix, { x: cx, y: cy }), Math.hypot(a * rx, c * ry), Math.hypot(b * rx, d * ry)]
  return [
    { x: middle.x - dx, y: middle.y - dy },
    { x: middle.x + dx, y: middle.y + dy },
  ]
}

const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]
