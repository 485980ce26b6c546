// Texts of a drawing as lines, each with its position and look. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import type { Box, Point } from '../document/geometry.ts'
import { declaredFor, type Properties, type Sheet } from './css.ts'
import { type Viewport, wholeOf } from './figure.ts'
import { type Look, lookOf, shining } from './look.ts'
import { typed } from './made.ts'
import { type Matrix, mapPoint, partsOf } from './matrix.ts'
import { lengthOf } from './numbers.ts'
import { escaped, written } from './picture.ts'
import type { Report } from './report.ts'
import { turnedBox } from './shapes.ts'
import { type Element, textOf } from './tree.ts'
import { noteUnread } from './understood.ts'

type Line = { text: string; at: Point; look: Look }

type Reading = { sheet: Sheet; report: Report; viewport: Viewport }
/** The current position of a text, and its lines so far. */
type Pen = Point & { lines: Line[] }

const longestText = 1000

/** The lines of a <text>: a part with its own position starts another line. */
export function linesOf(element: Element, look: Look, reading: Reading): Line[] {
  const pen: Pen = { x: 0, y: 0, lines: [] }
  write(element, look, reading, pen)
  return pen.lines
    .map((line) => ({ ...line, text: line.text.trim().slice(0, longestText) }))
    .filter(({ text }) => text !== '')
}

function write(element: Element, look: Look, reading: Reading, pen: Pen): void {
  if (element.attributes.space === 'preserve' && /\S\s{2,}\S/.test(ownText(element)))
    reading.report.add('textLook', 'xml:space')
  begin(element, look, reading, pen)
  for (const child of element.children) {
    if (typeof child === 'string') append(child, look, pen)
    else if (child.name === 'tspan' || child.name === 'a') writePart(child, look, reading, pen)
    else if (child.name === 'textPath') reading.report.add('textPath', textOf(child))
    else if (!wordless.includes(child.name)) reading.report.add('unknown', child.name)
  }
}

const ownText = ({ children }: Element): string =>
  children.map((child) => (typeof child === 'string' ? child : '')).join('')

/** Elements inside a text that are reported elsewhere, or have no letters. */
const wordless: readonly string[] = [
  ...[
    'title',
    'desc',
    'metadata',
    'style',
    'script',
    'animate',
    'set',
    'animateMotion',
    'animateTransform',
    'animateColor',
  ],
]

function writePart(child: Element, look: Look, reading: Reading, pen: Pen): void {
  const { sheet, report, viewport } = reading
  const declared = declaredFor(child, sheet)
  const properties: Properties = Object.assign(Object.create(null), child.attributes, declared)
  if (properties.display === 'none') return
  noteUnread({ element: child, declared, look, viewport, isRoot: false }, report)
  const own = lookOf(properties, look, wholeOf(viewport))
  const isOther = own.fontSize !== look.fontSize || own.isBold !== look.isBold || !isSame(own.fill, look.fill)
  const isPlaced = ['x', 'y', 'dx', 'dy'].some((name) => child.attributes[name] !== undefined)
  if (isOther && !isPlaced && pen.lines.length > 0) report.add('textLook', textOf(child))
  write(child, own, reading, pen)
}

const isSame = (a: Look['fill'], b: Look['fill']): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Starts a new line at an explicit position. */
function begin({ attributes }: Element, look: Look, { report, viewport }: Reading, pen: Pen): void {
  const of = (name: 'x' | 'y' | 'dx' | 'dy', whole: number): number | undefined => {
    const all = (attributes[name] ?? '').trim().split(/[\s,]+/)
    if (all.length > 1) report.add('textLook', name)
    return lengthOf(all[0], { font: look.fontSize, whole })
  }
  const last = pen.lines.at(-1)
  const [x, y, dx, dy] = [
    of('x', viewport.width),
    of('y', viewport.height),
    of('dx', viewport.width),
    of('dy', viewport.height),
  ]
  const isMoved = (dx ?? 0) !== 0 || (dy ?? 0) !== 0
  // Estimates where the text continues, because the width of the previous letters is unknown here.
  if (x === undefined && last && last.text !== '' && (isMoved || y !== undefined)) {
    report.add('textLook', `${y === undefined ? (dy ? 'dy' : 'dx') : 'y'}`)
    pen.x = last.at.x + (last.look.anchor === 'start' ? widthOf(last.text, last.look) : 0)
  }
  pen.x = (x ?? pen.x) + (dx ?? 0)
  pen.y = (y ?? pen.y) + (dy ?? 0)
  const isNew = x !== undefined || y !== undefined || isMoved
  if (isNew || pen.lines.length === 0) pen.lines.push({ text: '', at: { x: pen.x, y: pen.y }, look })
}

function append(text: string, look: Look, { lines }: Pen): void {
  const line = lines.at(-1)!
  const plain = text.replace(/\s+/g, ' ')
  if (line.text === '') line.look = look
  line.text = (line.text + plain).slice(0, 2 * longestText)
}

/** Estimates the width of a text: East Asian letters are as wide as high. */
function widthOf(text: string, { fontSize, isBold }: Look): number {
  let width = 0
  for (const letter of text)
    width += letter >= '\u2E80' ? 1 : /[ilI.,:;|'!1 ]/.test(letter) ? 0.4 : /[A-ZMWmw@%]/.test(letter) ? 0.8 : 0.6
  return width * fontSize * (isBold ? 1.08 : 1)
}

const shares = { start: 0, middle: 0.5, end: 1 } as const
const aligns = { start: 'left', middle: 'center', end: 'right' } as const
/** Line height, and height of the line's centre above the baseline, in font sizes. */
const [lineHeight, middleAbove] = [1.4, 0.36]

/** The bounds of a line before its transform. */
export function boxOfLine({ text, at: { x, y }, look }: Line): Box {
  const [width, height] = [widthOf(text, look) + look.fontSize * 0.4, look.fontSize * lineHeight]
  const left = x - width * shares[look.anchor]
  return { x: left, y: y - look.fontSize * middleAbove - height / 2, width, height }
}

const plainFonts =
  /^["']?(sans-serif|arial|helvetica|inter|system-ui|segoe ui|roboto|verdana|noto sans|microsoft yahei|pingfang|simhei|null)/i

/** Reports the parts of a look that a text widget cannot show. */
function noteLook({ look, text }: Line, report: Report): void {
  if (look.isItalic || look.decoration !== '') report.add('textLook', text)
  const family = look.fontFamily.trim()
  if (family !== '' && !plainFonts.test(family)) report.add('font', family.split(',')[0])
}

/** The text as an element of a picture. */
export function textMarkup({ text, at: { x, y }, look }: Line, attributes: Record<string, string | number>): string {
  const family = /^[\w\s,'"-]{1,100}$/.test(look.fontFamily) ? look.fontFamily.replaceAll('"', "'") : 'sans-serif'
  const all = {
    ...{ x, y, 'font-size': look.fontSize, 'font-family': family, 'text-anchor': look.anchor },
    'font-weight': look.isBold ? 'bold' : undefined,
    'font-style': look.isItalic ? 'italic' : undefined,
    'text-decoration': look.decoration || undefined,
    ...attributes,
  }
  return written('text', all, escaped(text))
}

const [leastFont, mostFont] = [6, 400]

/** The text as a widget; undefined if it cannot show the look. */
export function textWidget(line: Line, matrix: Matrix, opacity: number, report: Report): PageWidget | undefined {
  const { look, text } = line
  const parts = partsOf(matrix)
  if (!parts || parts.y < 0 || Math.abs(parts.x - parts.y) > 0.02 * parts.x) return undefined
  const fontSize = Math.round(look.fontSize * parts.x * 10) / 10
  const fontColor = look.fill.kind === 'colour' ? shining(look.fill.css, look.fillOpacity * opacity) : undefined
  const hasLine = look.stroke.kind !== 'none' && look.strokeWidth > 0
  if (fontColor === undefined || hasLine || fontSize < leastFont || fontSize > mostFont) return undefined
  noteLook(line, report)
  const box = boxOfLine(line)
  const middle = mapPoint(matrix, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
  const size = { width: box.width * parts.x, height: box.height * parts.x }
  const isUpright = Math.abs(parts.rotate) < 0.05
  const { isSwapped: _, ...upright } = turnedBox(middle, size, 0)
  const rotate = isUpright ? 0 : Math.round((((parts.rotate % 360) + 360) % 360) * 10) / 10
  const style = { fontSize, fontColor, bold: look.isBold, align: aligns[look.anchor] }
  return typed('Text', { ...upright, rotate }, { style, data: { text } })
}
