// The SVG attributes and values that the import draws, and those that have no effect; all others are reported. Pure.
import type { Properties } from './css.ts'
import type { Viewport } from './figure.ts'
import { dashesOf, fontSizeOf, type Look, paintFrom } from './look.ts'
import { lengthOf, numberOf } from './numbers.ts'
import type { Report } from './report.ts'
import { type Element, elementsOf } from './tree.ts'

/** A Map, because a name in a drawing may be one that every object has. */
const table = <T>(of: Record<string, T>): ReadonlyMap<string, T> => new Map(Object.entries(of))

type Reads = (value: string, measure: { font: number; whole: number }) => boolean

const word =
  (...words: string[]): Reads =>
  (value) =>
    words.includes(value)
const number: Reads = (value) => numberOf(value) !== undefined
const length: Reads = (value, measure) => lengthOf(value, measure) !== undefined
const anything: Reads = () => true
const reference: Reads = (value) => value === 'none' || /^url\(/.test(value)
const paint: Reads = (value) => paintFrom(value, '#000000') !== undefined

/** Properties that are drawn, with a check for supported values. */
const drawn = table<Reads>({
  ...{ fill: paint, stroke: paint, color: paint },
  ...{ opacity: number, 'fill-opacity': number, 'stroke-opacity': number },
  ...{ 'stroke-width': length, 'stroke-miterlimit': number, 'stroke-dashoffset': length },
  'stroke-dasharray': (value, measure) => dashesOf(value, measure) !== undefined,
  'stroke-linecap': word('butt', 'round', 'square'),
  'stroke-linejoin': word('miter', 'round', 'bevel'),
  'fill-rule': word('nonzero', 'evenodd'),
  ...{ visibility: word('visible', 'hidden', 'collapse'), display: anything, transform: anything },
  ...{ 'clip-path': reference, mask: reference, filter: reference },
  ...{ marker: reference, 'marker-start': reference, 'marker-mid': reference, 'marker-end': reference },
})

/** Properties that apply only to texts. */
const drawnOfText = table<Reads>({
  'font-size': (value, { font }) => fontSizeOf(value, font) !== undefined,
  'font-weight': (value) => number(value, { font: 16, whole: 0 }) || /^(normal|bold|bolder|lighter)$/.test(value),
  'font-style': word('normal', 'italic', 'oblique'),
  ...{ 'font-family': anything, 'text-decoration': anything, 'text-decoration-line': anything },
  'text-anchor': word('start', 'middle', 'end'),
})

/** Properties that are not drawn, with the values that have no effect. */
const still = table<RegExp>({
  'paint-order': /^(normal|fill( .*)?)$/,
  'vector-effect': /^none$/,
  'mix-blend-mode': /^normal$/,
  'transform-origin': /^0(px|%)?(\s+0(px|%)?)*$/,
  clip: /^auto$/,
  d: /^none$/,
  ...{ rotate: /^(none|0(deg)?)$/, scale: /^(none|1)$/, translate: /^(none|0(px)?)$/, zoom: /^1$/ },
  ...{ perspective: /^none$/, 'offset-path': /^none$/, 'content-visibility': /^(visible|auto)$/ },
  ...{ 'mask-image': /^none$/, 'mask-border': /^none$/, 'backdrop-filter': /^none$/ },
  ...{ animation: /^none$/, 'animation-name': /^none$/ },
})

const stillOfText = table<RegExp>({
  ...{ 'letter-spacing': /^(normal|[+-]?0\D*)$/, 'word-spacing': /^(normal|[+-]?0\D*)$/ },
  'dominant-baseline': /^(auto|alphabetic)$/,
  'alignment-baseline': /^(auto|baseline|alphabetic)$/,
  'baseline-shift': /^(baseline|[+-]?0\D*)$/,
  'writing-mode': /^(lr|lr-tb|horizontal-tb)$/,
  direction: /^ltr$/,
  'unicode-bidi': /^(normal|embed|isolate)$/,
  ...{ 'text-transform': /^none$/, 'text-shadow': /^none$/, 'text-indent': /^0\D*$/ },
  ...{ 'font-variant': /^normal$/, 'font-variant-caps': /^normal$/, 'font-variant-position': /^normal$/ },
  ...{ 'font-stretch': /^(normal|100%)$/, 'font-size-adjust': /^none$/, font: /^$/ },
  ...{ kerning: /^(auto|0)$/, 'font-kerning': /^(auto|normal)$/ },
  ...{ 'text-decoration-style': /^solid$/, 'text-decoration-color': /^currentcolor$/i },
  ...{ 'inline-size': /^(auto|0)$/, 'shape-inside': /^none$/, 'text-emphasis': /^none$/ },
  ...{ 'font-feature-settings': /^normal$/, 'font-variation-settings': /^normal$/, 'initial-letter': /^normal$/ },
  ...{ '-webkit-text-stroke': /^(0.*|none)$/, '-webkit-text-fill-color': /^currentcolor$/i },
})

/** Background properties on the root <svg>. */
const ground = table<RegExp>({
  ...{ background: /^(none|transparent|white|#fff|#ffffff)$/i, 'background-image': /^none$/ },
  'background-color': /^(none|transparent|white|#fff|#ffffff)$/i,
})

/** Attributes of texts that are not properties. */
const attributesOfText = table<RegExp>({ textLength: /^$/, rotate: /^[0\s,]*$/ })
const conditions = table<RegExp>({
  systemLanguage: /^$/,
  requiredExtensions: /^$/,
  pathLength: /^$/,
})

/** Properties from the tables above that browsers ignore as attributes. */
const notAttributes: readonly string[] = [
  ...['rotate', 'scale', 'translate', 'zoom', 'perspective', 'offset-path', 'content-visibility', 'mask-image', 'd'],
  ...['mask-border', 'backdrop-filter', 'animation', 'animation-name', 'font', 'text-transform', 'text-shadow'],
  ...['text-indent', 'inline-size', 'shape-inside', 'text-emphasis', 'mix-blend-mode', 'font-variant-caps'],
  ...[
    'font-variant-position',
    'font-kerning',
    'text-decoration-style',
    'text-decoration-color',
    'text-decoration-line',
  ],
  ...['font-feature-settings', 'font-variation-settings', 'initial-letter', '-webkit-text-stroke'],
  ...['-webkit-text-fill-color'],
]

/** Style properties without effect in a drawing. */
const inert =
  /^(-|cursor$|pointer-events$|user-select$|touch-action$|will-change$|transition|isolation$|overflow|text-align|line-height$|block-progression$|white-space|shape-(rendering|padding|margin)|(text|image|color)-rendering$|color-(interpolation|profile)|enable-background$|(solid|stop|flood)-(color|opacity)$|lighting-color$|clip-rule$|mask-type$|transform-box$|(text|glyph)-orientation|font-synthesis|font-variant-|font-display|text-overflow|tab-size|position$|top$|left$|right$|bottom$|z-index$|float$|margin|padding|border|outline|box-|min-|max-|flex|align-|justify-|order$|vertical-align|orphans|widows|page-break|list-style|table-|caption-|quotes|counter-|content$|resize$|object-|direction$|speak|src$|unicode-range|marker-offset|stroke-(color|alignment)|text-(size-adjust|underline|justify)|word-(wrap|break)|hyphens|background|width$|height$|x$|y$|cx$|cy$|r$|rx$|ry$)/

/** Geometry attributes that a style may also set. */
const geometry = table<readonly string[]>({
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
  ...{ circle: ['cx', 'cy', 'r'], ellipse: ['cx', 'cy', 'rx', 'ry'] },
  ...{ image: ['x', 'y', 'width', 'height'], svg: ['x', 'y', 'width', 'height'], use: ['x', 'y', 'width', 'height'] },
})

/** Attributes whose values are lengths. */
const lengths = table<readonly string[]>({ ...Object.fromEntries(geometry), line: ['x1', 'y1', 'x2', 'y2'] })

/** The element with positions and sizes from its style. */
export function withGeometry(element: Element, declared: Properties): Element {
  const set = geometry.get(element.name)?.filter((name) => declared[name] !== undefined) ?? []
  if (set.length === 0) return element
  const attributes = { ...element.attributes }
  for (const name of set) attributes[name] = declared[name]!
  return { ...element, attributes }
}

const hasText = (element: Element): boolean =>
  element.name === 'text' || element.name === 'tspan' || elementsOf(element).some(hasText)

type Set = { element: Element; declared: Properties; look: Look; viewport: Viewport; isRoot: boolean }

/** Reports properties and attributes that are set but not drawn. */
export function noteUnread({ element, declared, look, viewport, isRoot }: Set, report: Report): void {
  const { name, attributes } = element
  const measure = { font: look.fontSize, whole: viewport.width }
  const note = (key: string, value: string) => report.add('property', `${key}: ${value}`)
  let isOfText: boolean | undefined
  const isText = () => {
    isOfText ??= hasText(element)
    return isOfText
  }
  const isRead = (key: string, given: string): boolean => {
    const value = given.trim()
    if (value === '' || value === 'inherit' || value === 'null') return true
    const reads = drawn.get(key) ?? drawnOfText.get(key)
    const quiet = still.get(key) ?? stillOfText.get(key) ?? (isRoot ? ground.get(key) : undefined)
    if (reads?.(value, measure) || quiet?.test(value)) return true
    if (drawnOfText.has(key) || stillOfText.has(key)) return !isText()
    return reads === undefined && quiet === undefined && inert.test(key)
  }
  for (const [key, value] of Object.entries(declared)) if (!isRead(key, value)) note(key, value)
  for (const [key, value] of Object.entries(attributes)) {
    if (declared[key] !== undefined) continue
    if (isPresentation(key) && !isRead(key, value)) note(key, value)
    const condition = conditions.get(key) ?? (isTextPart(name) ? attributesOfText.get(key) : undefined)
    if (condition && !condition.test(value.trim())) note(key, value)
  }
  for (const key of lengths.get(name) ?? []) {
    const value = attributes[key]?.trim()
    if (value && value !== 'auto' && lengthOf(value, measure) === undefined) note(key, value)
  }
}

/** Whether browsers read an attribute as the property of the same name. */
const isPresentation = (key: string): boolean =>
  !notAttributes.includes(key) && [drawn, drawnOfText, still, stillOfText].some((each) => each.has(key))

const isTextPart = (name: string): boolean => name === 'text' || name === 'tspan'
