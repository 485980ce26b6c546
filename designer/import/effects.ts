// Effects on a whole element: opacity, clips, and masks of white shapes. Filters, other masks and markers are reported.
// Pure.
import { type Properties, propertiesFor } from './css.ts'
import { figureNames, figureOf, measures, outlineOf, wholeOf } from './figure.ts'
import { firstLook, type Look, lookOf } from './look.ts'
import { times, transformOf } from './matrix.ts'
import { numberOf } from './numbers.ts'
import { elementOf, matrixText, written } from './picture.ts'
import { boxOfPoints } from './shapes.ts'
import { type Element, elementsOf } from './tree.ts'
import type { Place, Walk } from './walking.ts'

/** Opacity and clipping of a part; if there are several clips, only their intersection is visible. */
export type Effects = { opacity: number; clips: readonly { id: string; inside: string }[] }

export const isEffect = ({ opacity, clips }: Effects): boolean => opacity < 1 || clips.length > 0

export function effectsOf(properties: Properties, place: Place, walk: Walk): Effects {
  const { report } = walk
  const has = (name: string) => /^\s*url\(/.test(properties[name] ?? '')
  if (has('filter')) report.add('filter', properties.filter)
  for (const name of ['marker', 'marker-start', 'marker-mid', 'marker-end']) if (has(name)) report.add('marker', name)
  const opacity = Math.min(1, Math.max(0, numberOf(properties.opacity) ?? 1))
  const insides = [
    has('clip-path') ? clipOf(properties['clip-path']!, place, walk) : '',
    has('mask') ? maskOf(properties.mask!, place, walk) : '',
  ]
  const clips = insides.filter((inside) => inside !== '').map((inside) => ({ id: `c${++walk.clips}`, inside }))
  return { opacity, clips }
}

/** Maximum number of shapes in a clip, which is repeated for each element that uses it. */
const mostShapes = 100

const targetOf = (text: string, { ids }: Walk): Element | undefined =>
  ids.get(/url\(\s*["']?#([^"')]{1,200})/.exec(text)?.[1] ?? '')

/** The shapes of a clip as markup in the element's coordinates; empty if it cannot be drawn. */
function clipOf(text: string, place: Place, walk: Walk): string {
  const element = targetOf(text, walk)
  const own = element && propertiesFor(element, walk.sheet)
  const isKnown = element?.name === 'clipPath' && element.attributes.clipPathUnits !== 'objectBoundingBox'
  if (!isKnown || own?.['clip-path'] !== undefined) {
    walk.report.add('mask', text)
    return ''
  }
  return shapesOf(element, text, place, walk, () => true)
}

/** The shapes of a mask if all are white without a line: the element is visible inside them. */
function maskOf(text: string, place: Place, walk: Walk): string {
  const element = targetOf(text, walk)
  const { maskContentUnits = 'userSpaceOnUse', ...own } = element ? propertiesFor(element, walk.sheet) : {}
  const isKnown = element?.name === 'mask' && maskContentUnits === 'userSpaceOnUse'
  const isWhole = own['mask-type'] !== 'alpha' && ['opacity', 'mask', 'clip-path', 'filter'].every((each) => !own[each])
  if (!isKnown || !isWhole || !hasItsShapes(element, place)) {
    walk.report.add('mask', text)
    return ''
  }
  const look = lookOf(own, firstLook, wholeOf(place.viewport))
  return shapesOf(element, text, place, walk, (child) => isWhite(child, look, walk))
}

const white = /^(#fff|#ffffff|#ffffffff|white|rgb\(255\s*,\s*255\s*,\s*255\))$/i

function isWhite(child: Element, before: Look, { sheet }: Walk): boolean {
  const properties = propertiesFor(child, sheet)
  const { fill, fillOpacity, stroke, isVisible } = lookOf(properties, before, 0)
  const isPlain = ['opacity', 'filter', 'mask', 'clip-path'].every((name) => /^(1|none)?$/.test(properties[name] ?? ''))
  // A clip has no stroke: the outer half of a line, even a white one, would be lost.
  const isBare = stroke.kind === 'none'
  return isPlain && isBare && isVisible && fillOpacity === 1 && fill.kind === 'colour' && white.test(fill.css)
}

/** Whether the mask region, which clips too, hides none of its shapes. */
function hasItsShapes(element: Element, { viewport }: Place): boolean {
  const { x, y, width, height, maskUnits } = element.attributes
  if (element.children.length > mostShapes) return false
  // The default region of a mask is larger than the masked element.
  if (maskUnits !== 'userSpaceOnUse') return [x, y, width, height].every((each) => each === undefined)
  const { across, down } = measures(element, viewport)
  const edge = { x: across('x') ?? 0, y: down('y') ?? 0, width: across('width') ?? 0, height: down('height') ?? 0 }
  return elementsOf(element).every((child) => {
    const matrix = transformOf(child.attributes.transform)
    const figure = matrix && figureNames.includes(child.name) ? figureOf(child, viewport) : undefined
    if (!figure) return true
    const box = boxOfPoints(outlineOf(figure, matrix!))
    const over = 0.01
    return (
      box.x >= edge.x - over &&
      box.y >= edge.y - over &&
      box.x + box.width <= edge.x + edge.width + over &&
      box.y + box.height <= edge.y + edge.height + over
    )
  })
}

/** The shapes of a clip or mask as markup; empty, and reported, if one of them cannot be drawn. */
function shapesOf(
  element: Element,
  text: string,
  place: Place,
  walk: Walk,
  isFit: (child: Element) => boolean,
): string {
  const outer = transformOf(element.attributes.transform)
  const isBounded = element.children.length <= mostShapes
  const children = isBounded ? elementsOf(element).filter(({ name }) => name !== 'title' && name !== 'desc') : []
  if (children.length === 0 || !outer) {
    walk.report.add('mask', text)
    return ''
  }
  const inside = children.map((child) => {
    const properties = propertiesFor(child, walk.sheet)
    const matrix = transformOf(properties.transform)
    const figure = figureNames.includes(child.name) ? figureOf(child, place.viewport) : undefined
    const isPlain = !properties['clip-path'] && properties.display !== 'none' && properties.visibility !== 'hidden'
    if (!matrix || !figure || !isPlain || !isFit(child)) {
      walk.report.add('mask', `${text} ${child.name}`)
      return ''
    }
    const rule = (properties['clip-rule'] ?? propertiesFor(element, walk.sheet)['clip-rule'])?.trim()
    const transform = matrixText(times(place.matrix, times(outer, matrix)))
    return elementOf(figure, { transform, 'clip-rule': rule === 'evenodd' ? rule : undefined })
  })
  return inside.includes('') ? '' : inside.join('')
}

/** Wraps markup in SVG elements for opacity and clips. */
export function under({ opacity, clips }: Effects, markup: string): string {
  const faded = opacity < 1 ? written('g', { opacity }, markup) : markup
  return clips.reduce(
    (inner, { id, inside }) =>
      written('clipPath', { id }, inside) + written('g', { 'clip-path': `url(#${id})` }, inner),
    faded,
  )
}
