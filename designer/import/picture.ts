// A part of a drawing as a picture: an SVG written from the parsed elements, never copied. It has only shapes, texts
// and gradients with numbers and colours: no script, link or external reference. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import type { Box } from '../document/geometry.ts'
import type { Figure } from './figure.ts'
import type { Look, Paint } from './look.ts'
import { boxed, longestPicture, typed } from './made.ts'
import { type Matrix, scaleOf } from './matrix.ts'
import { short } from './numbers.ts'

/** Markup in pixels of the drawing, and its bounds. */
export type Picture = { markup: string; box: Box }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text, and removes characters that XML forbids. */
export const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (each) => escapes[each]!)

export const written = (name: string, attributes: Record<string, string | number | undefined>, inside = ''): string => {
  const all = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === ''
      ? []
      : [` ${key}="${typeof value === 'number' ? short(value) : escaped(value)}"`],
  )
  return inside === '' ? `<${name}${all.join('')}/>` : `<${name}${all.join('')}>${inside}</${name}>`
}

export const matrixText = (matrix: Matrix): string =>
  `matrix(${matrix.map((each) => Number(each.toPrecision(8))).join(' ')})`

/** Looks up a gradient by its id, under its id in the picture; undefined if there is none. */
export type Gradients = (id: string) => { id: string; markup: string } | undefined

/** Paints as attributes, with the gradients that they use. */
export function paints(
  look: Look,
  gradients: Gradients,
): { attributes: Record<string, string | number>; defs: string } {
  const defs: string[] = []
  const text = (paint: Paint): string => {
    if (paint.kind !== 'url') return paint.kind === 'none' ? 'none' : paint.css
    const found = gradients(paint.id)
    if (found) defs.push(found.markup)
    return found ? `url(#${found.id})` : 'none'
  }
  const hasLine = look.stroke.kind !== 'none' && look.strokeWidth > 0
  const attributes = {
    fill: text(look.fill),
    ...(look.fillOpacity < 1 && { 'fill-opacity': look.fillOpacity }),
    ...(look.rule !== 'nonzero' && { 'fill-rule': look.rule }),
    ...(hasLine && {
      stroke: text(look.stroke),
      'stroke-width': look.strokeWidth,
      ...(look.strokeOpacity < 1 && { 'stroke-opacity': look.strokeOpacity }),
      ...(look.dash && { 'stroke-dasharray': look.dash }),
      ...(look.dash && look.dashOffset !== 0 && { 'stroke-dashoffset': look.dashOffset }),
      ...(look.cap !== 'butt' && { 'stroke-linecap': look.cap }),
      ...(look.join !== 'miter' && { 'stroke-linejoin': look.join }),
      ...(look.join === 'miter' && look.miter !== 4 && { 'stroke-miterlimit': look.miter }),
    }),
  }
  return { attributes, defs: defs.join('') }
}

/** The element of a figure, without its look. */
export function elementOf(figure: Figure, attributes: Record<string, string | number | undefined>): string {
  if (figure.kind === 'rect') {
    const { x, y, width, height, rx, ry } = figure
    return written('rect', { x, y, width, height, ...(rx || ry ? { rx, ry } : {}), ...attributes })
  }
  if (figure.kind === 'ellipse') {
    const { cx, cy, rx, ry } = figure
    // A circle is written as <circle>, because its dashes start at another point than those of an <ellipse>.
    if (rx === ry) return written('circle', { cx, cy, r: rx, ...attributes })
    return written('ellipse', { cx, cy, rx, ry, ...attributes })
  }
  if (figure.kind === 'path') return written('path', { d: figure.data.encode(), ...attributes })
  const points = figure.points.map(({ x, y }) => `${short(x)},${short(y)}`).join(' ')
  return written(figure.isClosed ? 'polygon' : 'polyline', { points, ...attributes })
}

/** How far a line extends beyond its figure; a mitred corner of a path extends farthest. */
export function reachOf(look: Look, matrix: Matrix, figure: Figure): number {
  if (look.stroke.kind === 'none') return 0
  const [a, b, c, d] = matrix
  const scale = scaleOf(matrix) ?? Math.max(Math.hypot(a, b), Math.hypot(c, d))
  const isPointed = look.join === 'miter' && (figure.kind === 'path' || figure.kind === 'points')
  const isSquare = look.cap === 'square' || figure.kind === 'rect'
  const most = Math.min(look.miter, farthestCorner)
  return look.strokeWidth * scale * (isPointed ? Math.max(most / 2, 1) : isSquare ? Math.SQRT1_2 : 0.5)
}

/** Maximum distance of a corner from its lines, in line widths. */
const farthestCorner = 10

export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  ...{ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by },
})

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const parts: string[] = []
  for (let i = 0; i < bytes.length; i += 8192) parts.push(String.fromCharCode(...bytes.subarray(i, i + 8192)))
  return btoa(parts.join(''))
}

/** The picture as a widget; undefined if it is too long for a page. */
export function imageOf({ markup, box }: Picture): PageWidget | undefined {
  // Whole pixels, because browsers align pictures to them; at least one pixel wide.
  const [left, top] = [Math.floor(box.x), Math.floor(box.y)]
  const [right, bottom] = [Math.ceil(box.x + box.width), Math.ceil(box.y + box.height)]
  const wide = boxed({ x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) })
  const { x, y, width, height } = wide
  const viewBox = [x, y, width, height].map(short).join(' ')
  if (markup.length > longestPicture) return undefined
  const svg = written('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox }, markup)
  const imgUrl = `data:image/svg+xml;base64,${base64(svg)}`
  const style = { fit: 'fill' }
  return imgUrl.length > longestPicture
    ? undefined
    : typed('Image', { ...wide, rotate: 0 }, { style, data: { imgUrl } })
}
