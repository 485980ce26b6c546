// Gradients of a drawing, written again for a picture. Pure.
import { propertiesFor, type Sheet } from './css.ts'
import { colourOf } from './look.ts'
import { transformOf } from './matrix.ts'
import { lengthOf, numberOf } from './numbers.ts'
import { type Gradients, matrixText, written } from './picture.ts'
import type { Report } from './report.ts'
import { type Element, elementsOf } from './tree.ts'

const places = ['x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'fx', 'fy'] as const
const maxStops = 100
const maxChain = 5

const targetOf = ({ attributes: { href = '' } }: Element, ids: ReadonlyMap<string, Element>): Element | undefined =>
  href.startsWith('#') ? ids.get(href.slice(1)) : undefined

/** A gradient, followed by those that it inherits from. */
function chainOf(element: Element, ids: ReadonlyMap<string, Element>): Element[] {
  const chain: Element[] = []
  for (let at: Element | undefined = element; at && chain.length < maxChain; at = targetOf(at, ids)) chain.push(at)
  return chain
}

function stopOf(stop: Element, sheet: Sheet, report: Report): string {
  const of = propertiesFor(stop, sheet)
  const colour = of['stop-color']?.trim()
  if (colour && colourOf(colour) === undefined) report.add('property', `stop-color: ${colour}`)
  const share = (text: string | undefined, none: number) =>
    Math.min(1, Math.max(0, lengthOf(text, { font: 1, whole: 1 }) ?? none))
  return written('stop', {
    offset: share(stop.attributes.offset, 0),
    'stop-color': colourOf(of['stop-color']) ?? '#000000',
    'stop-opacity': share(of['stop-opacity'], 1),
  })
}

/** A length of a gradient, undefined if it is not valid. */
const place = (text: string | undefined): string | undefined =>
  text !== undefined && numberOf(text) !== undefined ? text.trim() : undefined

/** Reports the parts of a gradient that are not drawn. */
function noteUnread(own: (name: string) => string | undefined, report: Report): void {
  for (const name of ['color-interpolation', ...places]) {
    const value = own(name)
    if (value && value !== 'sRGB' && value !== 'auto' && place(value) === undefined)
      report.add('property', `${name}: ${value}`)
  }
  if (own('fr')) report.add('property', `fr: ${own('fr')}`)
}

export function gradientsOf(ids: ReadonlyMap<string, Element>, sheet: Sheet, report: Report): Gradients {
  const known = new Map<string, ReturnType<Gradients>>()
  const find: Gradients = (id) => {
    const element = ids.get(id)
    if (!element || !/^(linear|radial)Gradient$/.test(element.name)) return undefined
    const chain = chainOf(element, ids)
    const stops = chain
      .map((each) => elementsOf(each).filter(({ name }) => name === 'stop'))
      .find((all) => all.length > 0)
    const own = (name: string) => chain.map(({ attributes }) => attributes[name]).find((value) => value !== undefined)
    const turned = transformOf(own('gradientTransform'))
    if (!stops || !turned) return undefined
    noteUnread(own, report)
    if (stops.length > maxStops || chain.length === maxChain) report.add('paint', id)
    const units = own('gradientUnits') === 'userSpaceOnUse' ? 'userSpaceOnUse' : undefined
    const spread = own('spreadMethod')
    const attributes = {
      id: `g${known.size + 1}`,
      ...Object.fromEntries(places.map((name) => [name, place(own(name))])),
      gradientUnits: units,
      gradientTransform: own('gradientTransform') ? matrixText(turned) : undefined,
      spreadMethod: spread === 'reflect' || spread === 'repeat' ? spread : undefined,
    }
    const inside = stops.slice(0, maxStops).map((stop) => stopOf(stop, sheet, report))
    return { id: attributes.id, markup: written(element.name, attributes, inside.join('')) }
  }
  return (id) => {
    if (!known.has(id)) known.set(id, find(id))
    return known.get(id)
  }
}
