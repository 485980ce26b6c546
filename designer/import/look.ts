// The look of an element: inherited properties and its own. Pure.
import type { Properties } from './css.ts'
import { cssColours } from './css-colours.ts'
import { lengthOf, type Measure, numberOf, short } from './numbers.ts'

/** A colour, a gradient by id, or none. */
export type Paint = { kind: 'none' } | { kind: 'colour'; css: string } | { kind: 'url'; id: string }

export type Look = {
  fill: Paint
  stroke: Paint
  fillOpacity: number
  strokeOpacity: number
  strokeWidth: number
  /** Lengths in pixels, in the syntax of `stroke-dasharray`; empty: none. */
  dash: string
  dashOffset: number
  cap: string
  join: string
  miter: number
  rule: string
  fontSize: number
  fontFamily: string
  isBold: boolean
  isItalic: boolean
  /** Underline, overline or line-through. */
  decoration: string
  anchor: 'start' | 'middle' | 'end'
  isVisible: boolean
  /** The colour that `currentColor` means. */
  colour: string
}

const none: Paint = { kind: 'none' }

export const firstLook: Look = {
  fill: { kind: 'colour', css: '#000000' },
  stroke: none,
  fillOpacity: 1,
  strokeOpacity: 1,
  strokeWidth: 1,
  dash: '',
  dashOffset: 0,
  cap: 'butt',
  join: 'miter',
  miter: 4,
  rule: 'nonzero',
  fontSize: 16,
  fontFamily: '',
  isBold: false,
  isItalic: false,
  decoration: '',
  anchor: 'start',
  isVisible: true,
  colour: '#000000',
}

/** A colour that a page can store and that loads nothing. Names of theme shades are excluded. */
const colour = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$|^(?:rgb|hsl)a?\([\d\s.,%/deg]{1,35}\)$|^[a-z]{3,20}$/i

export function colourOf(text: string | undefined): string | undefined {
  const css = (text ?? '').trim()
  if (css.length > 40 || !colour.test(css)) return undefined
  return /^[a-z]+$/i.test(css) && !cssColours.has(css.toLowerCase()) ? undefined : css
}

/** Parses a paint; undefined if it is invalid. */
export function paintFrom(text: string, current: string): Paint | undefined {
  const said = text.trim()
  if (said === 'none' || said === 'null' || /^transparent$/i.test(said)) return none
  if (/^currentcolor$/i.test(said)) return { kind: 'colour', css: current }
  const [, id] = /^url\(\s*["']?#([^"')\s]{1,200})["']?\s*\)/.exec(said) ?? []
  if (id !== undefined) return { kind: 'url', id }
  const css = colourOf(said)
  return css === undefined ? undefined : { kind: 'colour', css }
}

const paintOf = (text: string | undefined, { before, current }: { before: Paint; current: string }): Paint =>
  paintFrom(text ?? '', current) ?? before

const share = (text: string | undefined, before: number): number => {
  const value = numberOf(text)
  return value === undefined ? before : Math.min(1, Math.max(0, value))
}

const oneOf = <T extends string>(text: string | undefined, values: readonly T[], before: T): T =>
  values.find((value) => value === text?.trim()) ?? before

const longestDash = 200

/** Lengths of dashes and gaps in pixels; undefined if they are invalid. */
export function dashesOf(text: string, measure: Measure): number[] | undefined {
  const said = text.trim()
  if (said === 'none' || said === '') return []
  if (said.length > longestDash) return undefined
  const lengths = said.split(/[\s,]+/).map((each) => lengthOf(each, measure))
  return lengths.every((each) => each !== undefined && each >= 0) ? (lengths as number[]) : undefined
}

function dashOf(text: string | undefined, before: string, measure: Measure): string {
  const said = text?.trim() ?? ''
  if (said === '' || said === 'inherit' || said === 'null') return before
  const dashes = dashesOf(said, measure) ?? []
  return dashes.some((each) => each > 0) ? dashes.map(short).join(' ') : ''
}

const fontSizes: Record<string, number> = {
  ...{ 'xx-small': 9, 'x-small': 10, small: 13, medium: 16, large: 18, 'x-large': 24, 'xx-large': 32 },
}

/** The font size in pixels; undefined if it is invalid. */
export function fontSizeOf(text: string | undefined, before: number): number | undefined {
  const word = text?.trim() ?? ''
  if (word === 'larger' || word === 'smaller') return word === 'larger' ? before * 1.2 : before / 1.2
  return fontSizes[word] ?? lengthOf(text, { font: before, whole: before })
}

const decorations = ['underline', 'overline', 'line-through'] as const

function decorationOf(text: string | undefined, before: string): string {
  if (text === undefined || text.trim() === 'inherit') return before
  return decorations.filter((each) => text.includes(each)).join(' ')
}

function isBold(text: string | undefined, before: boolean): boolean {
  const weight = numberOf(text)
  if (weight !== undefined) return weight >= 550
  return text === undefined || text === 'inherit' ? before : /^bold(er)?$/.test(text.trim())
}

/**
 * The look of an element inside one with the look `before`. `whole`: the reference length for percentages of line
 * widths.
 */
export function lookOf(of: Properties, before: Look, whole: number): Look {
  const current = colourOf(of.color) ?? before.colour
  const own = fontSizeOf(of['font-size'], before.fontSize)
  const fontSize = own && own > 0 ? own : before.fontSize
  const measure = { font: fontSize, whole }
  const decoration = of['text-decoration'] ?? of['text-decoration-line']
  const style = of['font-style']
  return {
    fill: paintOf(of.fill, { before: before.fill, current }),
    stroke: paintOf(of.stroke, { before: before.stroke, current }),
    fillOpacity: share(of['fill-opacity'], before.fillOpacity),
    strokeOpacity: share(of['stroke-opacity'], before.strokeOpacity),
    strokeWidth: Math.abs(lengthOf(of['stroke-width'], measure) ?? before.strokeWidth),
    dash: dashOf(of['stroke-dasharray'], before.dash, measure),
    dashOffset: lengthOf(of['stroke-dashoffset'], measure) ?? before.dashOffset,
    cap: oneOf(of['stroke-linecap'], ['butt', 'round', 'square'], before.cap),
    join: oneOf(of['stroke-linejoin'], ['miter', 'round', 'bevel'], before.join),
    miter: Math.max(1, numberOf(of['stroke-miterlimit']) ?? before.miter),
    rule: oneOf(of['fill-rule'], ['nonzero', 'evenodd'], before.rule),
    fontSize,
    fontFamily: of['font-family'] ?? before.fontFamily,
    isBold: isBold(of['font-weight'], before.isBold),
    isItalic: style === undefined ? before.isItalic : /italic|oblique/.test(style),
    decoration: decorationOf(decoration, before.decoration),
    anchor: oneOf(of['text-anchor'], ['start', 'middle', 'end'], before.anchor),
    isVisible: of.visibility === undefined ? before.isVisible : !/^(hidden|collapse)$/.test(of.visibility.trim()),
    colour: current,
  }
}

const hex = (value: number): string =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0')

/** A colour with an opacity; undefined for a named colour, whose components are not known here. */
export function shining(css: string, opacity: number): string | undefined {
  if (opacity >= 1) return css
  const digits = /^#([0-9a-f]{3,8})$/i.exec(css)?.[1]
  if (digits) {
    const full = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits
    const own = full.length === 8 ? Number.parseInt(full.slice(6), 16) : 255
    return `#${full.slice(0, 6)}${hex(own * opacity)}`
  }
  const [, inside] = /^rgb\(\s*(\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3})\s*\)$/i.exec(css) ?? []
  if (inside)
    return `#${inside
      .split(',')
      .map((part) => hex(Number(part)))
      .join('')}${hex(255 * opacity)}`
  const named: Record<string, string> = { black: '#000000', white: '#ffffff' }
  const known = named[css.toLowerCase()]
  return known && shining(known, opacity)
}
