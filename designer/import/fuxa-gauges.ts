// Converts the gauges and controls of a FUXA view to the most similar widgets. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import type { Box } from '../document/geometry.ts'
import { propertiesOf } from './css.ts'
import type { Chart, Item } from './fuxa-file.ts'
import { colourBy, type Reading } from './fuxa-motion.ts'
import { colourOf } from './look.ts'
import { longestPicture, typed } from './made.ts'
import { numberOf } from './numbers.ts'
import { pixelsOf } from './raster.ts'
import { type Element, elementsOf, textOf } from './tree.ts'

type Gauge = Reading & {
  item: Item
  element: Element
  box: Box
  chartOf: (id: string | undefined) => Chart | undefined
}

/** Returns undefined for an item that is drawn as a shape instead, null for one that is left out. */
type Maker = (gauge: Gauge) => PageWidget | null | undefined

const upright = (box: Box) => ({ ...box, rotate: 0 })

/** The binding of a gauge; empty for a bit of a variable, which is reported. */
function bindingOf({ item, tagOf, report }: Gauge): Record<string, unknown> {
  const { variableId, bitmask } = item.property
  if (!bitmask) return tagOf(variableId) ?? {}
  report.add('motion', `${item.name ?? item.id}: bit ${bitmask}`)
  return {}
}

function inside(element: Element, names: readonly string[]): Element | undefined {
  for (const child of elementsOf(element)) {
    if (names.includes(child.name.toLowerCase())) return child
    const found = inside(child, names)
    if (found) return found
  }
  return undefined
}

const aligns: Record<string, string> = { start: 'left', middle: 'center', end: 'right' }
const bounded = (value: number | undefined, least: number, most: number): number | undefined =>
  value === undefined ? undefined : Math.min(most, Math.max(least, value))

/** Font size, colour and weight, from the text or control inside. */
function lettersOf({ element }: Gauge): Record<string, unknown> {
  const text = inside(element, ['text', 'button', 'input', 'select'])
  const own = { ...element.attributes, ...text?.attributes, ...propertiesOf(text?.attributes.style ?? '') }
  const isText = text?.name === 'text'
  const fontSize = bounded(numberOf(own['font-size']), 6, 400)
  const fontColor = colourOf(isText ? own.fill : own.color)
  return {
    ...(fontSize && { fontSize: Math.round(fontSize) }),
    ...(fontColor && { fontColor }),
    ...(/bold|[6-9]00/.test(own['font-weight'] ?? '') && { bold: true }),
  }
}

/** Controls have the background of the theme, so their text also uses the theme's colour. */
function sizeOf(gauge: Gauge): Record<string, unknown> {
  const { fontColor: _, ...style } = lettersOf(gauge)
  return style
}

const unitOf = ({ item }: Gauge): object => {
  const [range] = item.property.ranges
  const decimals = bounded(range?.fractionDigits, 0, 8)
  return {
    ...(range?.text?.trim() && { unit: range.text.trim() }),
    ...(decimals !== undefined && { decimals: Math.round(decimals) }),
  }
}

const far = 1e9
const scaleOf = (min: unknown, max: unknown): object => {
  const [minVal, maxVal] = [bounded(numberOf(min), -far, far), bounded(numberOf(max), -far, far)]
  return minVal !== undefined && maxVal !== undefined && maxVal > minVal ? { minVal, maxVal } : {}
}

/** Minimum number of characters in a value's box: `##.##` is a placeholder for longer values. */
const valueLetters = 6

const value: Maker = (gauge) => {
  const { element, box } = gauge
  const style = lettersOf(gauge)
  const anchor = inside(element, ['text'])?.attributes['text-anchor'] ?? 'start'
  const least = valueLetters * (numberOf(style.fontSize) ?? 14)
  const width = Math.max(box.width, least)
  const share = { start: 0, middle: 0.5, end: 1 }[anchor] ?? 0
  const place = { ...box, x: box.x - (width - box.width) * share, width }
  const look = { ...style, align: aligns[anchor] ?? 'left' }
  return typed('DataText', upright(place), { style: look, data: { ...bindingOf(gauge), ...unitOf(gauge) } })
}

const input: Maker = (gauge) => {
  const { type, min, max, numeric } = gauge.item.property.options
  const isTyped = numeric !== true && typeof type === 'string' && type !== 'number'
  const data = { ...bindingOf(gauge), ...unitOf(gauge), ...scaleOf(min, max), ...(isTyped && { valueType: 'text' }) }
  return typed('Input', upright(gauge.box), { style: sizeOf(gauge), data })
}

const button: Maker = (gauge) => {
  const { element, item, box } = gauge
  const face = inside(element, ['button'])
  const text = (item.property.text ?? (face ? textOf(face) : '')).trim().slice(0, 200)
  const fill = colourOf(inside(element, ['rect'])?.attributes.fill)
  const letters = lettersOf(gauge)
  const label = text || (item.name ?? '')
  // Reduces the font size to fit the text into a narrow button, which has padding.
  const room = (box.width - 18) / Math.max(1, label.length * 0.65)
  const fontSize = Math.max(9, Math.min(Number(letters.fontSize ?? 14), Math.floor(room)))
  const style = { align: 'center', ...letters, fontSize, ...(fill && { fill }) }
  return typed('Button', upright(box), { style, data: { text: label, ...bindingOf(gauge) } })
}

const level: Maker = (gauge) => {
  const [range] = gauge.item.property.ranges
  const data = { ...bindingOf(gauge), ...scaleOf(range?.min, range?.max), scale: false }
  return typed('PercentFill', upright(gauge.box), { style: { vessel: 'closed' }, data })
}

const dial: Maker = (gauge) => {
  const { minValue, maxValue, fractionDigits } = gauge.item.property.options
  const decimals = bounded(numberOf(fractionDigits), 0, 8)
  const scale = scaleOf(minValue, maxValue)
  const data = {
    ...bindingOf(gauge),
    ...unitOf(gauge),
    ...scale,
    ...(decimals !== undefined && { decimals: Math.round(decimals) }),
  }
  return typed('Dashboard', upright(gauge.box), { data })
}

const select: Maker = (gauge) => {
  const items = gauge.item.property.ranges.flatMap(({ min, text }) =>
    min === undefined ? [] : [{ label: text ?? '', value: String(min) }],
  )
  return typed('Select', upright(gauge.box), { style: sizeOf(gauge), items, data: bindingOf(gauge) })
}

const toggle: Maker = (gauge) => {
  const { onValue = 1, offValue = 0, onText, offText } = gauge.item.property.options
  const label = (text: unknown, none: string) =>
    typeof text === 'string' && text.trim() ? text.trim().slice(0, 200) : none
  const items = [
    { label: label(offText, '0'), value: String(offValue) },
    { label: label(onText, '1'), value: String(onValue) },
  ]
  return typed('Radio', upright(gauge.box), { items, data: bindingOf(gauge) })
}

const slider: Maker = (gauge) => {
  const { range } = gauge.item.property.options
  const ends = typeof range === 'object' && range !== null ? { min: undefined, max: undefined, ...range } : undefined
  gauge.report.add('nearest', `slider: ${gauge.item.name ?? gauge.item.id}`)
  return typed('Input', upright(gauge.box), { data: { ...bindingOf(gauge), ...scaleOf(ends?.min, ends?.max) } })
}

const chart: Maker = (gauge) => {
  const { item, box, report, chartOf, tagOf } = gauge
  const found = chartOf(item.property.id)
  if (!found) report.add('nearest', `chart: ${item.name ?? item.id}`)
  const signalArray = (found?.lines ?? []).slice(0, 10).map(({ id, label, color }) => ({
    ...tagOf(id),
    ...(label && { label: label.slice(0, 200) }),
    color: colourOf(color) ?? '',
    lineType: 'line',
  }))
  for (const { name, id } of found?.lines.slice(10) ?? []) report.add('nearest', `chart: ${name ?? id}`)
  return typed('Area', upright(box), { data: { signalArray } })
}

const table: Maker = ({ item, box, report }) => {
  if (/alarm/i.test(item.property.type ?? '')) return typed('Alarm', upright(box))
  report.add('nearest', `table: ${item.name ?? item.id}`)
  return typed('History', upright(box))
}

const lamp: Maker = (gauge) => {
  const { item, box, element } = gauge
  const { property, name = item.id } = item
  const tag = property.bitmask ? undefined : gauge.tagOf(property.variableId)
  if (property.bitmask) gauge.report.add('motion', `${name}: bit ${property.bitmask}`)
  const colours = colourBy(property.ranges, tag, gauge, name)
  const own = inside(element, ['ellipse', 'circle', 'rect', 'path'])?.attributes ?? {}
  const style = {
    fill: colours?.fill ?? colourOf(own.fill) ?? 'idle',
    stroke: colourOf(own.stroke) ?? 'steel',
    strokeWidth: 1,
  }
  const animation = colours?.animation && { fill: colours.animation }
  return typed('Circle', upright(box), { style, ...(animation && { animation }) })
}

/** A straight pipe becomes a flow bar; one with corners is drawn as a shape. */
const pipe: Maker = ({ item, element, box, tagOf, report }) => {
  const wide = Math.max(
    4,
    ...elementsOf(element).map(({ attributes }) => bounded(numberOf(attributes['stroke-width']), 0, 200) ?? 0),
  )
  const isDown = box.height > box.width
  const name = item.name ?? item.id
  if (Math.min(box.width, box.height) > wide / 2) {
    report.add('motion', `${name}: pipe`)
    return undefined
  }
  const flow = item.property.actions.find(({ type }) => /clockwise/i.test(type ?? ''))
  const direction = /anticlockwise/i.test(flow?.type ?? '') ? 'backward' : 'forward'
  const length = Math.max(box.width, box.height)
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const place = { x: middle.x - length / 2, y: middle.y - wide / 2, width: length, height: wide }
  const data = { ...tagOf(flow?.variableId ?? item.property.variableId), direction }
  return typed('Scrollbar', { ...place, rotate: isDown ? 90 : 0 }, { data })
}

const image: Maker = ({ item, box, report }) => {
  const { address = '' } = item.property
  const imgUrl = pixelsOf(address)
  const isLong = address.length > longestPicture
  if (!imgUrl)
    report.add(/^data:/i.test(address) ? (isLong ? 'pictureSize' : 'picture') : 'external', address || item.name)
  return typed('Image', upright(box), { data: imgUrl ? { imgUrl } : {} })
}

const frame: Maker = ({ item, box, report }) => {
  const { address = '' } = item.property
  if (/^https:\/\//i.test(address))
    return typed('Iframe', upright(box), { data: { type: 'link', link: address.slice(0, 1000) } })
  report.add('external', address || item.name)
  return typed('Iframe', upright(box))
}

const makers: Record<string, Maker> = {
  ...{ value, html_input: input, html_button: button, gauge_progress: level, html_bag: dial, html_select: select },
  ...{ html_switch: toggle, html_slider: slider, html_chart: chart, gauge_semaphore: lamp, pipe },
  ...{ 'own_ctrl-table': table, 'own_ctrl-image': image, 'own_ctrl-iframe': frame },
}

const kindOf = (type: string): string => type.replace(/^svg-ext-/, '')

/** Items without a similar widget. */
const unlike = /^(html_graph|own_ctrl-(video|panel|scheduler))/

/** Whether items of this type are drawn as shapes. */
export const isShape = (type: string): boolean => !makerOf(type) && !unlike.test(kindOf(type))

function makerOf(type: string): Maker | undefined {
  const kind = kindOf(type)
  const key = Object.keys(makers).find((each) => kind === each || kind.startsWith(`${each}-`))
  return key === undefined ? undefined : makers[key]
}

/** The widget of a gauge; undefined for an item that is drawn as a shape, null for one that is left out. */
export function gaugeWidget(gauge: Gauge): PageWidget | null | undefined {
  const { item, report } = gauge
  if (!unlike.test(kindOf(item.type))) return makerOf(item.type)?.(gauge)
  report.add('gauge', `${kindOf(item.type)}: ${item.name ?? item.id}`)
  return null
}
