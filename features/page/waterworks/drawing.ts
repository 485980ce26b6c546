// Draws plants: places widgets by their function, bound to variables by name. Pipes have right angles, fill shows the
// state, and a widget whose variable was deleted stays unbound.
import type { Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Binding, PageWidget } from '../../../contract/page-document.ts'
import { stateOf } from '../../../contract/page-upgrade.ts'
import { atScale, type Corner, cornersOf, type Look, lookAtScale, type Place } from './grid.ts'

type Point = { equipmentId: EquipmentId; signal: Signal }
/** The variable `station.name`; undefined if it was deleted. */
export type Points = (name: string) => Point | undefined
type Bound = { on?: string | undefined; alarm?: string | undefined }

type At = { size?: number; rotate?: number; click?: Click | undefined; [field: string]: unknown }
type Parts = { style?: Look; data?: Look; value?: string | undefined; bound?: Bound; click?: Click | undefined }
/** A click opens the page in a window, unless it names another target. */
export type Click = { pageId: number; hint: string; params?: string; width?: number; height?: number; target?: '_self' }
/** Variables with their labels. */
export type Rows = readonly (readonly [words: string, name: string])[]
/** Headings with their variables. */
export type Groups = readonly (readonly [heading: string, rows: Rows])[]

type Tank = { vessel?: 'open' | 'closed' | 'none'; scale?: boolean }

/** The font of axes, legends and tables. */
const small = 11.5

/** Coordinates and sizes are those of the grid. */
export class Drawing {
  readonly widgets: PageWidget[] = []
  readonly #points: Points

  constructor(points: Points) {
    this.#points = points
  }

  put(widgetType: string, place: Place, { style, data, value, bound = {}, click }: Parts): void {
    const animation = {
      ...stateOf(widgetType, { on: this.#bindingOf(bound.on), alarm: this.#bindingOf(bound.alarm) }),
      ...this.#alarmColour(value, data),
    }
    this.widgets.push({
      ...{ id: `w${this.widgets.length + 1}`, widgetType, version: 1, position: atScale(place) },
      ...(style ? { style: lookAtScale(style) } : {}),
      ...(data || value ? { data: { ...data, ...this.#bindingOf(value) } } : {}),
      ...(Object.keys(animation).length > 0 ? { animation } : {}),
      ...(click ? { clickEvent: { enable: true, action: 'page', target: 'window', ...click } } : {}),
    })
  }

  /** A boolean whose text is `alarm` has the colour of a severe alarm while it is on. */
  #alarmColour(value: string | undefined, data: Look | undefined): PageWidget['animation'] {
    const isAlarm = data?.trueText === 'alarm' && this.#points(value ?? '')?.signal.dataType === 'bool'
    const on = isAlarm ? this.#bindingOf(value) : undefined
    return on && { font: { enable: true, data: on, symbol: '>', value: 0, color: 'severe' } }
  }

  text(x: number, y: number, width: number, words: string, style: Look = {}): void {
    const height = 20 + Math.max(0, Number(style.fontSize ?? 13) - 14)
    this.put('Text', [x, y, width, height], { data: { text: words }, style: { fontSize: 12, ...style } })
  }

  /** A value with its variable's unit and decimals. */
  value(x: number, y: number, width: number, name: string, style: Look = {}, data: Look = {}): void {
    const { unit = '', decimals = -1, dataType } = this.#points(name)?.signal ?? {}
    const isNumber = dataType !== 'bool' && dataType !== 'string'
    const own = isNumber ? { unit, decimals, thousands: unit !== '' } : {}
    const look = { fontSize: 15, bold: true, ...style }
    const height = Math.max(22, Number(look.fontSize) + 6)
    this.put('DataText', [x, y, width, height], { style: look, data: { ...own, ...data }, value: name })
  }

  /** A library symbol centred on a point; `on` sets its state, `alarm` its fault. */
  symbol(key: string, x: number, y: number, { on, alarm }: Bound, of: At = {}): void {
    const { size = 34, rotate = 0, click, ...more } = of
    const fault = this.#bindingOf(alarm)
    const signalArray = fault ? [{ ...fault, role: 'fault' }] : undefined
    this.put('Symbol', [x - size / 2, y - size / 2, size, size, rotate], {
      data: { symbol: key, ...more, ...(signalArray ? { signalArray } : {}) },
      value: on,
      click,
    })
  }

  /** A pump that points to the right: filled while it runs. */
  pump(x: number, y: number, bound: Bound, size = 30, rotate = 0, click?: Click): void {
    this.symbol('pump', x, y, bound, { size: size * 1.5, rotate, click })
  }

  /** A valve on a horizontal or upright pipe: filled while it is open. */
  valve(x: number, y: number, bound: Bound = {}, isUpright = false, key = 'valve'): void {
    this.symbol(key, x, y, bound, { size: 44, rotate: isUpright ? 90 : 0 })
  }

  /** A pipe through corners; with `flow`, steel-coloured while that is on and grey otherwise. */
  pipe(corners: readonly Corner[], flow?: string, strokeWidth = 3.5): void {
    const { place, words } = cornersOf(corners)
    this.put('shapeLine', place, { style: { corners: words, strokeWidth }, bound: { on: flow } })
  }

  /** A label with its value below it. */
  named(x: number, y: number, width: number, words: string, name: string, style: Look = {}, data: Look = {}): void {
    this.text(x, y, width, words, { fontColor: 'ink2' })
    this.value(x, y + 18, width, name, style, data)
  }

  rect(x: number, y: number, width: number, height: number, style: Look = {}, bound: Bound = {}): void {
    this.put('Rect', [x, y, width, height], { style, bound })
  }

  frame(x: number, y: number, width: number, height: number): void {
    this.rect(x, y, width, height, { stroke: 'line', strokeWidth: 1 })
  }

  /** A frame with a heading. */
  panel(x: number, y: number, width: number, height: number, heading: string): void {
    this.frame(x, y, width, height)
    this.text(x + 12, y + 8, width - 24, heading, { fontSize: 14, bold: true })
  }

  /** A label to the left of its value. */
  row(x: number, y: number, width: number, words: string, name: string, data: Look = {}): void {
    const nameWidth = Math.round(width * 0.54)
    this.text(x, y + 1, nameWidth, words, { fontColor: 'ink2' })
    this.value(x + nameWidth, y, width - nameWidth, name, { align: 'right', fontSize: 13 }, data)
  }

  /** A label, a bar with the normal range of the variable, and the value. */
  reading(x: number, y: number, width: number, words: string, name: string): void {
    const [nameWidth, valueWidth] = [112, 92]
    this.text(x, y + 1, nameWidth, words, { fontColor: 'ink2' })
    this.#bar(x + nameWidth + 4, y + 11, width - nameWidth - valueWidth - 8, name)
    this.value(x + width - valueWidth, y, valueWidth, name, { align: 'right', fontSize: 13 })
  }

  /** Draws a vertical fill level on its side: it is filled from the left. */
  #bar(x: number, middle: number, length: number, name: string): void {
    const signal = this.#points(name)?.signal
    if (!signal) return
    const { min, max, normalLow, normalHigh } = scaleOf(signal)
    const thickness = 16.5
    const data = { minVal: min, maxVal: max, lowVal: normalLow, highVal: normalHigh }
    const place = [x + (length - thickness) / 2, middle - length / 2, thickness, length, 90] as const
    this.put('PercentFill', place, { style: { vessel: 'none' }, data, value: name })
  }

  /** A library chart of several variables, with unit and decimals of the first. */
  chart(widgetType: string, place: Place, rows: Rows, data: Look = {}, style: Look = {}): void {
    const signalArray = rows.flatMap(([label, name]) => {
      const binding = this.#bindingOf(name)
      return binding ? [{ ...binding, label }] : []
    })
    const { unit = '', decimals = -1 } = this.#points(rows[0]?.[1] ?? '')?.signal ?? {}
    const look = { fontSize: small, legendFontSize: small, lineWidth: 1.5, ...plotMargins, ...style }
    this.put(widgetType, place, { data: { unit, decimals, ...data, signalArray }, style: look })
  }

  /** A frame with a heading and a trend of the last minutes. */
  trend([x, y, width, height]: Place, heading: string, rows: Rows, data: Look = {}, style: Look = {}): void {
    this.panel(x, y, width, height, heading)
    this.chart('complexLine', [x + 6, y + 32, width - 12, height - 38], rows, { timeRange: 60, ...data }, style)
  }

  /** A trend without axes. */
  spark(place: Place, name: string, minutes: number): void {
    const bare = { legend: 'none', marginTop: 3, marginRight: 2, marginBottom: 3, marginLeft: 2 }
    this.chart('complexLine', place, [['', name]], { timeRange: minutes }, bare)
  }

  /** Alarms of the last day of the devices of these variables; without variables, of all devices. */
  alarms([x, y, width, height]: Place, names: readonly string[] = []): void {
    const ids = names.flatMap((name) => this.#points(name)?.equipmentId ?? [])
    // An empty list would show the alarms of all devices.
    if (names.length > 0 && ids.length === 0) return
    this.panel(x, y, width, height, 'Alarms of the last day')
    this.put('Alarm', [x + 8, y + 34, width - 16, height - 42], {
      style: { rowHeight: 22, fontSize: small },
      data: {
        equips: [...new Set(ids)].map((equipmentId) => ({ equipmentId, title: '' })),
        ...{ timeRange: 24 * 60, page: false, filterTime: false, exportExcel: false },
        ...{ type: false, gmtRelease: false, value: false, opration: false, equipTitle: names.length === 0 },
      },
    })
  }

  /** A button that opens another page. */
  link(x: number, y: number, width: number, words: string, pageId: number): void {
    this.put('Button', [x, y, width, 30], {
      data: { text: words },
      style: { fontSize: 13 },
      click: { pageId, hint: words, target: '_self' },
    })
  }

  /** A heading that links to the page of its station, if there is one. */
  heading(x: number, y: number, words: string, pageId?: number): void {
    const click: Click | undefined = pageId === undefined ? undefined : { pageId, hint: words, target: '_self' }
    const style = { fontSize: 14, bold: true }
    this.put('Text', [x, y, click ? 120 : 200, 20], { data: { text: click ? `${words} ›` : words }, style, click })
  }

  hairline(x: number, y: number, width: number, height: number): void {
    this.put('Straight', [x, y, width, height], { style: { stroke: 'line', strokeWidth: 1 } })
  }

  /** An arrowhead at the end of a pipe: its tip is at x, y and points right, down (90), left or up. */
  tip(x: number, y: number, rotate = 0, flow?: string): void {
    const [dx, dy] = { 0: [-12, -6], 90: [-6, -12], 180: [0, -6], 270: [-6, 0] }[rotate] ?? [-6, -6]
    this.put('Arrow', [x + dx!, y + dy!, 12, 12, rotate], { style: { strokeWidth: 1 }, bound: { on: flow } })
  }

  tank(x: number, y: number, width: number, height: number, name: string, [min, max]: Corner, look: Tank = {}): void {
    const { normalLow = 0, normalHigh = 0 } = this.#points(name)?.signal ?? {}
    const { vessel, ...of } = look
    const data = { minVal: min, maxVal: max, lowVal: normalLow ?? 0, highVal: normalHigh ?? 0, ...of }
    this.put('PercentFill', [x, y, width, height], { ...(vessel ? { style: { vessel } } : {}), data, value: name })
  }

  #bindingOf(name: string | undefined): Binding | undefined {
    const point = name ? this.#points(name) : undefined
    if (!point) return undefined
    const { id, title } = point.signal
    // The name of the device is read at display time, so that it is current.
    return { type: 'signal', signalId: id, equipId: point.equipmentId, title, subTitle: '' }
  }
}

const plotMargins = { marginTop: 10, marginRight: 16, marginBottom: 24, marginLeft: 44 }

/** The part of the variable's range around its normal band; without one the whole range. */
function scaleOf({ min, max, normalLow, normalHigh }: Signal) {
  const [from, to] = [min ?? 0, max ?? 100]
  if (normalLow == null || normalHigh == null) return { min: from, max: to, normalLow: 0, normalHigh: 0 }
  const beside = (normalHigh - normalLow) * 0.4
  return { min: Math.max(from, normalLow - beside), max: Math.min(to, normalHigh + beside), normalLow, normalHigh }
}
