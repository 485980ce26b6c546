// What lies over an element as a whole: how far it is seen through, and its clip. Filters, masks and markers are counted. Pure.
import type { Properties } from './css.ts'
import { figureNames, figureOf } from './figure.ts'
import { times, transformOf } from './matrix.ts'
import { numberOf } from './numbers.ts'
import { elementOf, matrixText, written } from './picture.ts'
import { elementsOf } from './tree.ts'
import type { Place, Walk } from './walk.ts'

export type Effects = { opacity: number; clip: { id: string; inside: string } | undefined }

export function effectsOf(properties: Properties, place: Place, walk: Walk): Effects {
  const { report } = walk
  const has = (name: string) => /url\(/.test(properties[name] ?? '')
  if (has('filter')) report.add('filter', properties.filter)
  if (has('mask')) report.add('mask', properties.mask)
  for (const name of ['marker', 'marker-start', 'marker-mid', 'marker-end']) if (has(name)) report.add('marker', name)
  const opacity = Math.min(1, Math.max(0, numberOf(properties.opacity) ?? 1))
  const inside = has('clip-path') ? clipOf(properties['clip-path']!, place, walk) : ''
  if (inside === '') return { opacity, clip: undefined }
  walk.clips += 1
  return { opacity, clip: { id: `c${walk.clips}`, inside } }
}

/** Of a clip, which is drawn once more for each element that it is over. */
const mostShapes = 100

/** The shapes of a clip, where the element is drawn. */
function clipOf(text: string, place: Place, walk: Walk): string {
  const [, id = ''] = /url\(\s*["']?#([^"')]{1,200})/.exec(text) ?? []
  const element = walk.ids.get(id)
  const isKnown = element?.name === 'clipPath' && element.attributes.clipPathUnits !== 'objectBoundingBox'
  if (!isKnown || element.children.length > mostShapes) {
    walk.report.add('mask', text)
    return ''
  }
  const outer = transformOf(element.attributes.transform)
  const inside = elementsOf(element).map((child) => {
    const matrix = outer && transformOf(child.attributes.transform)
    const figure = figureNames.includes(child.name) ? figureOf(child, place.viewport) : undefined
    if (!matrix || !figure) walk.report.add('mask', `${id} ${child.name}`)
    const transform = matrix && matrixText(times(place.matrix, times(outer, matrix)))
    return figure && transform ? elementOf(figure, { transform }) : ''
  })
  return inside.join('')
}

/** Markup under what lies over it. */
export function under({ opacity, clip }: Effects, markup: string): string {
  if (opacity >= 1 && !clip) return markup
  const attributes = { opacity: opacity < 1 ? opacity : undefined, 'clip-path': clip && `url(#${clip.id})` }
  const faded = written('g', attributes, markup)
  return clip ? written('clipPath', { id: clip.id }, clip.inside) + faded : faded
}
