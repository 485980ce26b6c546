// Figures that a shape widget shows exactly: rectangle, ellipse, triangle, diamond, straight line, polyline. Other
// figures return undefined and become a picture. Corners of polylines are round. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { type Box, middleOf, type Point, rounded } from '../document/geometry.ts'
import type { Figure } from './figure.ts'
import { type Look, type Paint, shining } from './look.ts'
import { boxed, type Made, typed } from './made.ts'
import { type Matrix, mapPoint, partsOf, scaleOf } from './matrix.ts'

/** Fill and line of a shape widget. */
type Ink = { fill: string; stroke: string; strokeWidth: number }

const plain = (paint: Paint, opacity: number): string | undefined => {
  if (paint.kind === 'none' || opacity === 0) return 'none'
  return paint.kind === 'colour' ? shining(paint.css, opacity) : undefined
}

/** The fill and line for a look; undefined for gradients and dashes, and for a transparent line over a fill. */
function inkOf(look: Look, { opacity, scale }: { opacity: number; scale: number | undefined }): Ink | undefined {
  const hasLine = look.stroke.kind !== 'none' && look.strokeWidth > 0
  const fill = plain(look.fill, look.fillOpacity * opacity)
  const stroke = hasLine ? plain(look.stroke, look.strokeOpacity * opacity) : 'none'
  if (fill === undefined || stroke === undefined) return undefined
  if (!hasLine) return { fill, stroke, strokeWidth: 0 }
  if (look.dash !== '' || scale === undefined) return undefined
  const isThrough = look.strokeOpacity * opacity < 1
  const strokeWidth = Math.round(look.strokeWidth * scale * 100) / 100
  return (isThrough && fill !== 'none') || strokeWidth > 50 ? undefined : { fill, stroke, strokeWidth }
}

const near = (a: number, b: number, size: number): boolean => Math.abs(a - b) <= Math.max(0.05, size * 0.002)
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const angleOf = (from: Point, to: Point): number => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI

/** A box around a centre; quarter turns are applied to the box instead of the rotation. */
export function turnedBox(middle: Point, size: { width: number; height: number }, degrees: number) {
  const quarters = Math.round(degrees / 90)
  const rest = degrees - quarters * 90
  const isUpright = Math.abs(rest) < 0.05
  const isSwapped = isUpright && quarters % 2 !== 0
  const [width, height] = isSwapped ? [size.height, size.width] : [size.width, size.height]
  const rotate = isUpright ? 0 : rounded(((degrees % 360) + 360) % 360)
  return { ...boxed({ x: middle.x - width / 2, y: middle.y - height / 2, width, height }), rotate, isSwapped }
}

/** The box of a figure, with the rotation of its matrix; mirroring makes no difference. */
function upright(middle: Point, matrix: Matrix, size: { width: number; height: number }) {
  const parts = partsOf(matrix)
  if (!parts) return undefined
  const scaled = { width: size.width * parts.x, height: size.height * Math.abs(parts.y) }
  return { parts, box: turnedBox(mapPoint(matrix, middle), scaled, parts.rotate) }
}

function rectOf(figure: Extract<Figure, { kind: 'rect' }>, matrix: Matrix, ink: Ink): PageWidget | undefined {
  const found = upright(middleOf(figure), matrix, figure)
  if (!found) return undefined
  const { parts, box } = found
  const { isSwapped, ...position } = box
  const radii = [rounded(figure.rx * parts.x), rounded(figure.ry * Math.abs(parts.y))]
  const [rx, ry] = isSwapped ? radii.reverse() : radii
  return typed('Rect', { ...position, ...(rx || ry ? { rx, ry } : {}) }, { style: ink })
}

function ellipseOf(figure: Extract<Figure, { kind: 'ellipse' }>, matrix: Matrix, ink: Ink): PageWidget | undefined {
  const { cx, cy, rx, ry } = figure
  const found = upright({ x: cx, y: cy }, matrix, { width: 2 * rx, height: 2 * ry })
  if (!found) return undefined
  const { isSwapped: _, ...position } = found.box
  const isRound = near(position.width, position.height, position.width)
  return typed(isRound ? 'Circle' : 'Ellipse', isRound ? { ...position, rotate: 0 } : position, { style: ink })
}

/** Converts a line to the widget Straight, which runs along the longer side of its box. */
function lineOf(from: Point, to: Point, { stroke, strokeWidth }: Omit<Ink, 'fill'>): PageWidget | undefined {
  const length = distance(from, to)
  if (length < 0.05) return undefined
  const size = { width: length, height: Math.min(length, Math.max(1, strokeWidth)) }
  const { isSwapped: _, ...position } = turnedBox(between(from, to), size, angleOf(from, to))
  return typed('Straight', position, { style: { stroke, strokeWidth } })
}

const longestCorners = 1000

/** A polyline; its corners are percentages of its box. */
function cornersLine(points: readonly Point[], { stroke, strokeWidth }: Omit<Ink, 'fill'>): PageWidget | undefined {
  const box = boxed(boxOfPoints(points))
  const part = (value: number, from: number, size: number) =>
    size > 0 ? Math.round(((value - from) / size) * 10_000) / 100 : 0
  const corners = points.map(({ x, y }) => `${part(x, box.x, box.width)},${part(y, box.y, box.height)}`).join(' ')
  const isFit = corners.length <= longestCorners && !corners.includes('e')
  return isFit ? typed('shapeLine', { ...box, rotate: 0 }, { style: { corners, stroke, strokeWidth } }) : undefined
}

/** The bounds of any number of points. */
export function boxOfPoints(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** A triangle with two equal sides, pointing away from the third. */
function triangleOf(points: readonly Point[], ink: Ink): PageWidget | undefined {
  for (const [i, tip] of points.entries()) {
    const [a, b] = [points[(i + 1) % 3]!, points[(i + 2) % 3]!]
    const foot = between(a, b)
    const [width, height] = [distance(tip, foot), distance(a, b)]
    if (!near(distance(tip, a), distance(tip, b), width) || width < 0.05 || height < 0.05) continue
    const rotate = rounded((angleOf(foot, tip) + 360) % 360)
    const middle = between(foot, tip)
    const box = boxed({ x: middle.x - width / 2, y: middle.y - height / 2, width, height })
    return typed('Triangle', { ...box, rotate }, { style: ink })
  }
  return undefined
}

/** A rectangle or a diamond, at any rotation. */
function fourOf(points: readonly Point[], ink: Ink): PageWidget | undefined {
  const [a, b, c, d] = [points[0]!, points[1]!, points[2]!, points[3]!]
  const [middle, other, size] = [between(a, c), between(b, d), distance(a, c)]
  if (!near(middle.x, other.x, size) || !near(middle.y, other.y, size)) return undefined
  const put = (type: string, width: number, height: number, degrees: number) => {
    const { isSwapped: _, ...position } = turnedBox(middle, { width, height }, degrees)
    return width > 0.05 && height > 0.05 ? typed(type, position, { style: ink }) : undefined
  }
  if (near(distance(a, c), distance(b, d), size)) return put('Rect', distance(a, b), distance(b, c), angleOf(a, b))
  const isEven = near(distance(a, b), distance(b, c), size)
  return isEven ? put('Prism', distance(b, d), distance(a, c), angleOf(d, b)) : undefined
}

function pointsOf({ points, isClosed }: Extract<Figure, { kind: 'points' }>, ink: Ink): PageWidget | undefined {
  const hasFill = ink.fill !== 'none' && points.length > 2
  if (hasFill && !isClosed && ink.stroke !== 'none') return undefined
  if (hasFill || (isClosed && points.length === 4)) {
    const found = points.length === 3 ? triangleOf(points, ink) : points.length === 4 ? fourOf(points, ink) : undefined
    if (found || hasFill) return found
  }
  if (points.length === 2) return lineOf(points[0]!, points[1]!, ink)
  // Repeats the first side, so that the last corner is joined like the others.
  return cornersLine(isClosed ? [...points, points[0]!, points[1]!] : points, ink)
}

/** Converts a figure into a shape; returns `nothing` for an invisible figure. */
export function shapeOf(figure: Figure, look: Look, matrix: Matrix, opacity: number): Made | 'nothing' {
  const ink = inkOf(look, { opacity, scale: scaleOf(matrix) })
  if (!ink) return undefined
  const hasCap = look.cap !== 'butt' && ink.strokeWidth > 2
  if (ink.stroke === 'none' && (ink.fill === 'none' || isFlat(figure))) return 'nothing'
  if (figure.kind === 'rect') return rectOf(figure, matrix, ink)
  if (figure.kind === 'ellipse') return ellipseOf(figure, matrix, ink)
  if (figure.kind === 'path' || (hasCap && !figure.isClosed)) return undefined
  return pointsOf({ ...figure, points: figure.points.map((point) => mapPoint(matrix, point)) }, ink)
}

const isFlat = (figure: Figure): boolean => figure.kind === 'points' && figure.points.length < 3

/** The smallest line width in pixels at which corners are visible. */
const leastCorner = 4

/** Whether corners are drawn round that are pointed in the drawing. */
export function hasRoundCorners({ widgetType, style, position: { rx } }: PageWidget, { join }: Look): boolean {
  const { strokeWidth, corners, stroke } = { strokeWidth: 0, corners: '', stroke: 'none', ...style }
  if (join === 'round' || stroke === 'none' || Number(strokeWidth) <= leastCorner) return false
  if (widgetType === 'shapeLine') return String(corners).split(' ').length > 2
  return ['Triangle', 'Prism'].includes(widgetType) || (widgetType === 'Rect' && !rx)
}
