// Converts SVG elements to widgets: an element that a widget shows exactly becomes that widget, a group becomes a
// group, and the rest becomes a picture written from the parsed elements. A group without widgets becomes one picture.
// Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { type Box, boxOf } from '../document/geometry.ts'
import { declaredFor, type Properties, propertiesFor } from './css.ts'
import { type Effects, effectsOf, isEffect, under } from './effects.ts'
import { type Figure, figureNames, figureOf, isTooLong, outlineOf, wholeOf } from './figure.ts'
import { type Look, lookOf } from './look.ts'
import { around, groupOf, longestPicture, nameWidget } from './made.ts'
import { type Matrix, mapPoint, moved, styleTransformOf, times, transformOf } from './matrix.ts'
import { numberOf } from './numbers.ts'
import { elementOf, grown, imageOf, matrixText, type Picture, paints, reachOf } from './picture.ts'
import { rasterOf } from './raster.ts'
import { boxOfPoints, hasRoundCorners, shapeOf } from './shapes.ts'
import { type Element, elementsOf } from './tree.ts'
import { noteUnread, withGeometry } from './understood.ts'
import { insideOf, viewBoxOf } from './viewport.ts'
import type { Place, Walk } from './walking.ts'
import { boxOfLine, linesOf, textMarkup, textWidget } from './words.ts'

type Part = { widget: PageWidget; picture?: never } | { picture: Picture; widget?: never }

/** Maximum depth of groups: a group is two levels of a page's JSON, whose depth is limited. */
const maxGroups = 8
const maxUses = 12

const containers: readonly string[] = ['svg', 'g', 'a', 'switch', 'use']
/** Elements that are not drawn in place, and those that `inspect` has reported. */
const silent: readonly string[] = [
  ...['defs', 'title', 'desc', 'metadata', 'style', 'symbol', 'linearGradient', 'radialGradient', 'clipPath', 'mask'],
  ...[
    'pattern',
    'filter',
    'marker',
    'view',
    'cursor',
    'script',
    'handler',
    'foreignObject',
    'iframe',
    'object',
    'embed',
  ],
  ...['audio', 'video', 'canvas', 'animate', 'animateTransform', 'animateMotion', 'animateColor', 'set', 'discard'],
]

/** The parts of an element, in order. */
export function partsOf(written: Element, place: Place, walk: Walk): Part[] {
  const { name } = written
  if (silent.includes(name)) return []
  walk.left.elements -= 1
  walk.left.work -= lettersOf(written)
  if (walk.left.elements < 0 || walk.left.work < 0) {
    walk.report.add('tooMany')
    return []
  }
  const declared = declaredFor(written, walk.sheet)
  // The size of the root has been read already.
  const element = place.depth === 0 ? written : withGeometry(written, declared)
  const properties: Properties = Object.assign(Object.create(null), element.attributes, declared)
  if (properties.display?.trim() === 'none') return []
  const own =
    declared.transform === undefined ? transformOf(properties.transform) : styleTransformOf(declared.transform)
  if (!own) {
    walk.report.add('unreadable', `${name} transform`)
    return []
  }
  const look = lookOf(properties, place.look, wholeOf(place.viewport))
  const inner = { ...place, look, matrix: times(place.matrix, own) }
  const instead = insteadOf(element, inner, walk)
  if (instead) return instead
  noteUnread({ element, declared, look, viewport: place.viewport, isRoot: place.depth === 0 }, walk.report)
  const effects = effectsOf(properties, inner, walk)
  if (containers.includes(name)) return containerOf(element, inner, effects, walk)
  return dressed(element, leafOf(element, inner, effects, walk), inner, walk)
}

/** The number of characters parsed each time an element is used. */
function lettersOf({ attributes, children }: Element): number {
  let letters = 0
  for (const value of Object.values(attributes)) letters += value.length + 1
  for (const child of children) letters += typeof child === 'string' ? child.length : 1
  return letters
}

/** Puts a gauge in the place of its element. */
function insteadOf(element: Element, place: Place, walk: Walk): Part[] | undefined {
  if (!walk.hooks?.isOwn(element)) return undefined
  const widget = walk.hooks.instead(element, () => coveredBy(element, place, walk))
  if (widget === undefined) return undefined
  return widget && spent(walk) ? [{ widget }] : []
}

/** Combines the parts of an element with own properties into one widget. */
function dressed(element: Element, parts: readonly Part[], place: Place, walk: Walk): Part[] {
  if (!walk.hooks?.isOwn(element)) return [...parts]
  const widgets = finished(parts, walk)
  const widget = widgets.length > 1 && place.depth < maxGroups && spent(walk) ? groupOf(widgets) : widgets[0]
  if (!widget) return []
  const rest = widget === widgets[0] ? widgets.slice(1) : []
  return [walk.hooks.dress(widget, element), ...rest].map((each) => ({ widget: each }))
}

/** Takes one widget from the budget; false if it is used up. */
function spent({ left, report }: Walk): boolean {
  left.widgets -= 1
  if (left.widgets < 0) report.add('tooMany')
  return left.widgets >= 0
}

function containerOf(element: Element, place: Place, effects: Effects, walk: Walk): Part[] {
  if (effects.opacity === 0) return []
  const hasEffects = isEffect(effects)
  const inner = { ...place, isPicture: place.isPicture || hasEffects, depth: place.depth + 1 }
  const parts = element.name === 'use' ? usedBy(element, inner, walk) : childrenOf(element, inner, walk)
  const over = hasEffects ? parts.map((part) => shaded(part, effects)) : parts
  const whole = walk.hooks?.isOwn(element) ? undefined : merged(over, parts, effects)
  if (whole) return [{ picture: whole }]
  if (element.name === 'svg' || place.depth >= maxGroups) return dressed(element, over, place, walk)
  const isNested = walk.hooks?.isOwn(element) ?? false
  if (isNested || over.length < 2) return dressed(element, over, place, walk).map((part) => withName(part, element))
  const widgets = finished(over, walk)
  if (widgets.length < 2 || !spent(walk)) return widgets.map((widget) => ({ widget }))
  return [{ widget: nameWidget(groupOf(widgets), element.attributes.label) }]
}

const withName = (part: Part, { attributes: { label } }: Element): Part =>
  part.widget && !part.widget.widgetName ? { widget: nameWidget(part.widget, label) } : part

const shaded = (part: Part, effects: Effects): Part =>
  part.picture ? { picture: { ...part.picture, markup: under(effects, part.picture.markup) } } : part

/** The markup length that encodes to the longest picture. */
const longestMarkup = Math.floor(longestPicture * 0.7)

/** Merges all parts into one picture, if all of them are pictures. */
function merged(over: readonly Part[], parts: readonly Part[], effects: Effects): Picture | undefined {
  if (over.length < 2) return undefined
  const all = parts.flatMap(({ picture }) => picture ?? [])
  const length = all.reduce((sum, { markup }) => sum + markup.length, 0)
  const box = around(all.map((picture) => picture.box))
  if (all.length < parts.length || length > longestMarkup || !box) return undefined
  return { box, markup: under(effects, all.map(({ markup }) => markup).join('')) }
}

function childrenOf(element: Element, place: Place, walk: Walk): Part[] {
  const inner = element.name === 'svg' ? viewed(element, place, {}) : place
  const all = elementsOf(element)
  // A <switch> draws its first drawable child.
  const drawn = element.name === 'switch' ? all.filter(({ name }) => !silent.includes(name)).slice(0, 1) : all
  const parts = drawn.flatMap((child) => partsOf(child, inner, walk))
  if (element.name === 'svg') noteOutside(element, parts, inner, walk)
  return parts
}

/** The coordinate system inside an <svg> or <symbol>; its size is that of the element or of its <use>. */
function viewed(element: Element, place: Place, size: { width?: number; height?: number }): Place {
  const { viewport } = place
  const of = (name: 'x' | 'y' | 'width' | 'height', whole: number, initial: number) =>
    numberIn(element.attributes[name], whole) ?? initial
  const width = size.width ?? of('width', viewport.width, viewport.width)
  const height = size.height ?? of('height', viewport.height, viewport.height)
  const inside = insideOf(element, { width, height, font: viewport.font })
  const corner = element.name === 'svg' ? moved(of('x', viewport.width, 0), of('y', viewport.height, 0)) : moved(0, 0)
  return { ...place, matrix: times(times(place.matrix, corner), inside.matrix), viewport: inside.viewport }
}

const numberIn = (text: string | undefined, whole: number): number | undefined =>
  text?.trim().endsWith('%') ? ((numberOf(text.replace('%', '')) ?? 0) * whole) / 100 : numberOf(text)

/** Attributes of a symbol that are not drawn. */
const ofNoSymbol = ['opacity', 'transform', 'clip-path', 'mask', 'filter', 'refX', 'refY'] as const

/** Tolerance in pixels for lines beyond an edge. */
const slack = 1.5

/** Reports parts beyond the edge of an <svg> or <symbol>: SVG hides them, here they are drawn. */
function noteOutside(element: Element, parts: readonly Part[], place: Place, { report, sheet }: Walk): void {
  const properties = propertiesFor(element, sheet)
  if (place.depth > 0 && /^(visible|auto)$/.test(properties.overflow?.trim() ?? '')) return
  const { width, height } = place.viewport
  const [view] = [viewBoxOf(element) ?? { x: 0, y: 0, width, height }]
  if (view.width <= 0 || view.height <= 0) return
  const edge = boxOfPoints(cornersAt(view, place.matrix))
  const boxes = parts.map(({ widget, picture }) => (widget ? boxOf(widget.position) : picture.box))
  const whole = around(boxes)
  if (!whole) return
  const isOver =
    whole.x < edge.x - slack ||
    whole.y < edge.y - slack ||
    whole.x + whole.width > edge.x + edge.width + slack ||
    whole.y + whole.height > edge.y + edge.height + slack
  if (isOver) report.add('outside', element.attributes.id ?? element.name)
}

function usedBy(element: Element, place: Place, walk: Walk): Part[] {
  const { href = '', x, y, width, height } = element.attributes
  const id = href.slice(1)
  const target = href.startsWith('#') ? walk.ids.get(id) : undefined
  if (!target || place.uses.includes(id) || place.uses.length >= maxUses) {
    if (href.startsWith('#')) walk.report.add(target ? 'depth' : 'unreadable', `use ${href}`)
    return []
  }
  const shift = moved(numberIn(x, place.viewport.width) ?? 0, numberIn(y, place.viewport.height) ?? 0)
  const inner = { ...place, matrix: times(place.matrix, shift), uses: [...place.uses, id] }
  const isSized = target.name === 'svg' && (width !== undefined || height !== undefined)
  if (isSized) walk.report.add('property', `use ${href} width, height`)
  if (target.name !== 'symbol') return partsOf(target, inner, walk)
  const [wide, high] = [numberIn(width, place.viewport.width), numberIn(height, place.viewport.height)]
  const size = { ...(wide !== undefined && { width: wide }), ...(high !== undefined && { height: high }) }
  const declared = declaredFor(target, walk.sheet)
  const properties = Object.assign(Object.create(null), target.attributes, declared)
  const look = lookOf(properties, inner.look, wholeOf(inner.viewport))
  noteUnread({ element: target, declared, look, viewport: inner.viewport, isRoot: false }, walk.report)
  for (const name of ofNoSymbol) if (properties[name] !== undefined) walk.report.add('property', `symbol ${name}`)
  const view = viewed(target, { ...inner, look }, size)
  const parts = elementsOf(target).flatMap((child) => partsOf(child, view, walk))
  noteOutside(target, parts, view, walk)
  return parts
}

function leafOf(element: Element, place: Place, effects: Effects, walk: Walk): Part[] {
  const { name } = element
  if (!place.look.isVisible || effects.opacity === 0) return []
  if (figureNames.includes(name)) return figureParts(element, place, effects, walk)
  if (name === 'text') return textParts(element, place, effects, walk)
  if (name === 'image') {
    const found = rasterOf(element, place, walk.report, place.isPicture || isEffect(effects))
    if (found?.picture) return [shaded(found, effects)]
    return found?.widget && spent(walk) ? [{ widget: found.widget }] : []
  }
  walk.report.add('unknown', name)
  return []
}

/** Replaces a paint that is neither a colour nor a gradient by none. */
function painted(look: Look, { gradients, report }: Walk): Look {
  const known = (paint: Look['fill']): Look['fill'] => {
    if (paint.kind !== 'url' || gradients(paint.id)) return paint
    report.add('paint', paint.id)
    return { kind: 'none' }
  }
  return { ...look, fill: known(look.fill), stroke: known(look.stroke) }
}

function figureParts(element: Element, place: Place, effects: Effects, walk: Walk): Part[] {
  const figure = figureOf(element, { ...place.viewport, font: place.look.fontSize })
  if (figure === undefined) walk.report.add(isTooLong(element) ? 'pictureSize' : 'unreadable', element.name)
  if (!figure) return []
  const look = painted(place.look, walk)
  if (!place.isPicture && effects.clips.length === 0) {
    const shape = shapeOf(figure, look, place.matrix, effects.opacity)
    if (shape === 'nothing') return []
    if (shape && hasRoundCorners(shape, look)) walk.report.add('corner', element.attributes.label ?? element.name)
    if (shape) return spent(walk) ? [{ widget: nameWidget(shape, element.attributes.label) }] : []
  }
  return [{ picture: pictureOf(figure, look, place.matrix, effects, walk) }]
}

function pictureOf(figure: Figure, look: Look, matrix: Matrix, effects: Effects, { gradients }: Walk): Picture {
  const { attributes, defs } = paints(look, gradients)
  const markup = defs + elementOf(figure, { ...attributes, transform: matrixText(matrix) })
  return {
    markup: under(effects, markup),
    box: grown(boxOfPoints(outlineOf(figure, matrix)), reachOf(look, matrix, figure)),
  }
}

function textParts(element: Element, place: Place, effects: Effects, walk: Walk): Part[] {
  const { viewport, matrix } = place
  const lines = linesOf(element, painted(place.look, walk), { sheet: walk.sheet, report: walk.report, viewport })
  return lines.flatMap((line): Part[] => {
    const isPlain = !place.isPicture && effects.clips.length === 0
    const widget = isPlain ? textWidget(line, matrix, effects.opacity, walk.report) : undefined
    if (widget) return spent(walk) ? [{ widget }] : []
    const { attributes, defs } = paints(line.look, walk.gradients)
    const markup = defs + textMarkup(line, { ...attributes, transform: matrixText(matrix) })
    return [{ picture: { markup: under(effects, markup), box: boxOfPoints(cornersAt(boxOfLine(line), matrix)) } }]
  })
}

const cornersAt = ({ x, y, width, height }: Box, matrix: Matrix) =>
  [0, 1, 2, 3].map((i) => mapPoint(matrix, { x: x + (i % 2) * width, y: y + (i > 1 ? height : 0) }))

/** Converts all parts to widgets: each picture that fits a page becomes an Image widget. */
export function finished(parts: readonly Part[], walk: Walk): PageWidget[] {
  return parts.flatMap(({ widget, picture }) => {
    if (widget) return [widget]
    const image = picture.markup.length > walk.left.letters ? undefined : imageOf(picture)
    const length = JSON.stringify(image?.data ?? '').length
    if (!image || length > walk.left.letters) {
      walk.report.add('pictureSize')
      return []
    }
    walk.left.letters -= length
    return spent(walk) ? [image] : []
  })
}

/** The bounds of an element's contents on the page, including parts that cannot be drawn; undefined if it has none. */
function coveredBy(element: Element, place: Place, walk: Walk): Box | undefined {
  const own = (child: Element): Box | undefined => {
    const matrix = transformOf(child.attributes.transform)
    if (!matrix) return undefined
    const look = lookOf(propertiesFor(child, walk.sheet), place.look, wholeOf(place.viewport))
    const inner = { ...place, look, matrix: times(place.matrix, matrix) }
    if (child.name === 'text') return coveredByText(child, inner, walk)
    const isBox = child.name === 'foreignObject' || child.name === 'image'
    const figure =
      isBox || figureNames.includes(child.name)
        ? figureOf(isBox ? { ...child, name: 'rect' } : child, place.viewport)
        : undefined
    if (figure) return boxOfPoints(outlineOf(figure, inner.matrix))
    return isBox ? undefined : coveredBy(child, inner, walk)
  }
  return around(elementsOf(element).flatMap((child) => own(child) ?? []))
}

function coveredByText(element: Element, { look, viewport, matrix }: Place, { sheet, report }: Walk): Box | undefined {
  const lines = linesOf(element, look, { sheet, report, viewport })
  return around(lines.map((line) => boxOfPoints(cornersAt(boxOfLine(line), matrix))))
}
