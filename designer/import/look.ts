// How an element looks: what it inherits and what is set for it. Pure.
import type { Properties } from './css.ts'
import { lengthOf, numberOf } from './numbers.ts'

/** A colour, a gradient by its id, or nothing. */
export type Paint = { kind: 'none' } | { kind: 'colour'; css: string } | { kind: 'url'; id: string }

export type Look = {
  fill: Paint
  stroke: Paint
  fillOpacity: number
  strokeOpacity: number
  strokeWidth: number
  dash: string
  cap: string
  join: string
  rule: string
  fontSize: number
  fontFamily: string
  isBold: boolean
  isItalic: boolean
  isUnderlined: boolean
  anchor: 'start' | 'middle' | 'end'
  isVisible: boolean
  /** What `currentColor` is. */
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
  cap: 'butt',
  join: 'miter',
  rule: 'nonzero',
  fontSize: 16,
  fontFamily: '',
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  anchor: 'start',
  isVisible: true,
  colour: '#000000',
}

/** A colour that a page can store and that loads nothing. Shades of the theme have names of their own, which are none here. */
const colour = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$|^(?:rgb|hsl)a?\([\d\s.,%/deg+-]{1,35}\)$|^[a-z]{3,20}$/i
const noColours: readonly string[] = [
  ...['inherit', 'initial', 'unset', 'revert', 'none', 'null', 'auto', 'context-fill', 'context-stroke'],
  ...['surface', 'line', 'steel', 'idle', 'liquid', 'accent', 'normal', 'important', 'severe'],
]

export function colourOf(text: string | undefined): string | undefined {
  const css = (text ?? '').trim()
  return css.length <= 40 && colour.test(css) && !noColours.includes(css.toLowerCase()) ? css : undefined
}

/** What an attribute says of a paint; the one before if it says nothing that is understood. */
function paintOf(text: string | undefined, { before, current }: { before: Paint; current: string }): Paint {
  const said = text?.trim() ?? ''
  if (said === '' || said === 'inherit') return before
  if (said === 'none' || said === 'null') return none
  if (/^currentcolor$/i.test(said)) return { kind: 'colour', css: current }
  if (/^transparent$/i.test(said)) return none
  const [, id, rest] = /^url\(\s*["']?#([^"')\s]{1,200})["']?\s*\)\s*(.*)$/.exec(said) ?? []
  if (id !== undefined) return { kind: 'url', id }
  const css = colourOf(rest ?? said)
  return css === undefined ? before : { kind: 'colour', css }
}

const share = (text: string | undefined, before: number): number => {
  const value = numberOf(text)
  return value === undefined ? before : Math.min(1, Math.max(0, value))
}

const oneOf = <T extends string>(text: string | undefined, values: readonly T[], before: T): T =>
  values.find((value) => value === text?.trim()) ?? before

function dashOf(text: string | undefined, before: string): string {
  const said = text?.trim() ?? ''
  if (said === '' || said === 'inherit' || said === 'null') return before
  return /^[\d\s.,]{1,100}$/.test(said) && /[1-9]/.test(said) ? said : ''
}

function isBold(text: string | undefined, before: boolean): boolean {
  const weight = numberOf(text)
  if (weight !== undefined) return weight >= 550
  return text === undefined || text === 'inherit' ? before : /^bold(er)?$/.test(text.trim())
}

/** The look of an element within one that looks like `before`. `whole`: what per cent of a line's width is of. */
export function lookOf(of: Properties, before: Look, whole: number): Look {
  const current = colourOf(of.color) ?? before.colour
  const measure = { font: before.fontSize, whole }
  const fontSize = lengthOf(of['font-size'], { font: before.fontSize, whole: before.fontSize })
  const decoration = of['text-decoration'] ?? of['text-decoration-line']
  const style = of['font-style']
  return {
    fill: paintOf(of.fill, { before: before.fill, current }),
    stroke: paintOf(of.stroke, { before: before.stroke, current }),
    fillOpacity: share(of['fill-opacity'], before.fillOpacity),
    strokeOpacity: share(of['stroke-opacity'], before.strokeOpacity),
    strokeWidth: Math.abs(lengthOf(of['stroke-width'], measure) ?? before.strokeWidth),
    dash: dashOf(of['stroke-dasharray'], before.dash),
    cap: oneOf(of['stroke-linecap'], ['butt', 'round', 'square'], before.cap),
    join: oneOf(of['stroke-linejoin'], ['miter', 'round', 'bevel'], before.join),
    rule: oneOf(of['fill-rule'], ['nonzero', 'evenodd'], before.rule),
    fontSize: fontSize && fontSize > 0 ? fontSize : before.fontSize,
    fontFamily: of['font-family'] ?? before.fontFamily,
    isBold: isBold(of['font-weight'], before.isBold),
    isItalic: style === undefined ? before.isItalic : /italic|oblique/.test(style),
    isUnderlined: decoration === undefined ? before.isUnderlined : /underline|line-through/.test(decoration),
    anchor: oneOf(of['text-anchor'], ['start', 'middle', 'end'], before.anchor),
    isVisible: of.visibility === undefined ? before.isVisible : !/^(hidden|collapse)$/.test(of.visibility.trim()),
    colour: current,
  }
}

const hex = (value: number): string =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0')

/** A colour as it shines through; nothing of a named one, whose parts are not known here. */
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
