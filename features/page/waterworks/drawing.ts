// Draws plants: places widgets by their function, bound to variables by name. Pipes have right angles, fill shows the
// state, and a widget whose variable was deleted stays unbound.
import type { Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Binding, PageWidget } from '../../../contract/page-document.ts'
import { stateOf } from '../../../contract/page-upgrade.ts'

type Point = { equipmentId: EquipmentId; signal: Signal }
/** The variable `station.name`; undefined if it was deleted. */
export type Points = (name: string) => Point | undefined
type Look = Record<string, unknown>
type Bound = { on?: string | undefined; alarm?: string | undefined }
type Corner = readonly [x: number, y: number]

type At = { size?: number; rotate?: number; click?: Click | undefined; [field: string]: unknown }
type Place = readonly [x: number, y: number, width: number, height: number, rotate?: number]
type Parts = { style?: Look; data?: Look; value?: string | undefined; bound?: Bound; click?: Click | undefined }
/** A click opens the page in a window, unless it names another target. */
export type Click = { pageId: number; hint: string; params?: string; width?: number; height?: number; target?: '_self' }
/** Variables with their labels. */
export type Rows = readonly (readonly [words: string, name: string])[]

export type Drawing = ReturnType<typeof drawing>

export function drawing(points: Points) {
  const widgets: PageWidget[] = []
  const bindingOf = (name: string | undefined): Binding | undefined => {
    const point = name ? points(name) : undefined
    if (!point) return undefined
    const { id, title } = point.signal
    // The name of the device is read at display time, so that it is current.
    return { type: 'signal', signalId: id, equipId: point.equipmentId, title, subTitle: '' }
  }
  const put = (widgetType: string, place: Place, { style, data, value, bound = {}, click }: Parts) => {
    const [x, y, width, height, rotate = 0] = place
    const animation = stateOf(widgetType, { on: bindingOf(bound.on), alarm: bindingOf(bound.alarm) })
    widgets.push({
      ...{ id: `w${widgets.length + 1}`, widgetType, version: 1, position: { x, y, width, height, rotate } },
      ...(style ? { style } : {}),
      ...(data || value ? { data: { ...data, ...bindingOf(value) } } : {}),
      ...(Object.keys(animation).length > 0 ? { animation } : {}),
      ...(click ? { clickEvent: { enable: true, action: 'page', target: 'window', ...click } } : {}),
    })
  }

  const text = (x: number, y: number, width: number, words: string, style: Look = {}) => {
    const height = 20 + Math.max(0, Number(style.fontSize ?? 13) - 14)
    put('Text', [x, y, width, height], { data: { text: words }, style: { fontSize: 12, ...style } })
  }

  /** A value with its variable's unit and decimals. */
  const value = (x: number, y: number, width: number, name: string, style: Look = {}, data: Look = {}) => {
    const { unit = '', decimals = -1, dataType } = points(name)?.signal ?? {}
    const isNumber = dataType !== 'bool' && dataType !== 'string'
    const own = isNumber ? { unit, decimals, thousands: unit !== '' } : {}
    const look = { fontSize: 15, bold: true, ...style }
    put('DataText', [x, y, width, 22], { style: look, data: { ...own, ...data }, value: name })
  }

  /** A library symbol centred on a point; `on` sets its state, `alarm` its fault. */
  const symbol = (
    key: string,
    x: number,
    y: number,
    { on, alarm }: Bound,
    { size = 34, rotate = 0, click, ...more }: At = {},
  ) => {
    const fault = bindingOf(alarm)
    const signalArray = fault ? [{ ...fault, role: 'fault' }] : undefined
    put('Symbol', [x - size / 2, y - size / 2, size, size, rotate], {
      data: { symbol: key, ...more, ...(signalArray ? { signalArray } : {}) },
      value: on,
      click,
    })
  }

  /** A pump that points to the right: filled while it runs. */
  const pump = (x: number, y: number, bound: Bound, size = 30, rotate = 0, click?: Click) =>
    symbol('pump', x, y, bound, { size: size * 1.5, rotate, click })

  /** A valve on a horizontal or upright pipe: filled while it is open. */
  const valve = (x: number, y: number, bound: Bound = {}, isUpright = false, key = 'valve') =>
    symbol(key, x, y, bound, { size: 44, rotate: isUpright ? 90 : 0 })

  /** A pipe through corners; with `flow`, steel-coloured while that is on and grey otherwise. */
  const pipe = (corners: readonly Corner[], flow?: string, strokeWidth = 3.5) => {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y]
    const share = (at: number, from: number, room: number) =>
      room === 0 ? 0 : Number((((at - from) / room) * 100).toFixed(3))
    const at = corners.map(([cx, cy]) => `${share(cx, x, width)},${share(cy, y, height)}`).join(' ')
    put('shapeLine', [x, y, width, height], { style: { corners: at, strokeWidth }, bound: { on: flow } })
  }

  return {
    widgets,
    put,
    symbol,
    text,
    value,
    pump,
    valve,
    pipe,
    /** A label with its value below it. */
    named(x: number, y: number, width: number, words: string, name: string, style: Look = {}, data: Look = {}) {
      text(x, y, width, words, { fontColor: 'ink2' })
      value(x, y + 18, width, name, style, data)
    },
    rect: (x: number, y: number, width: number, height: number, style: Look = {}, bound: Bound = {}) =>
      put('Rect', [x, y, width, height], { style, bound }),
    /** A frame with a heading. */
    panel(x: number, y: number, width: number, height: number, heading: string) {
      put('Rect', [x, y, width, height], { style: { stroke: 'line', strokeWidth: 1 } })
      text(x + 12, y + 8, width - 24, heading, { fontSize: 14, bold: true })
    },
    /** A label to the left of its value. */
    row(x: number, y: number, width: number, words: string, name: string, data: Look = {}) {
      const nameWidth = Math.round(width * 0.5)
      text(x, y + 1, nameWidth, words, { fontColor: 'ink2' })
      value(x + nameWidth, y, width - nameWidth, name, { align: 'right', fontSize: 13 }, data)
    },
    /** A library chart of several variables, with unit and decimals of the first. */
    chart(widgetType: string, place: Place, rows: Rows, data: Look = {}, style: Look = {}) {
      const signalArray = rows.flatMap(([label, name]) => {
        const binding = bindingOf(name)
        return binding ? [{ ...binding, label }] : []
      })
      const { unit = '', decimals = -1 } = points(rows[0]?.[1] ?? '')?.signal ?? {}
      put(widgetType, place, { data: { unit, decimals, ...data, signalArray }, style })
    },
    /** A button that opens another page. */
    link: (x: number, y: number, width: number, words: string, pageId: number) =>
      put('Button', [x, y, width, 30], {
        data: { text: words },
        style: { fontSize: 13 },
        click: { pageId, hint: words, target: '_self' },
      }),
    /** A heading that links to the page of its station, if there is one. */
    heading: (x: number, y: number, words: string, pageId?: number) => {
      const click: Click | undefined = pageId === undefined ? undefined : { pageId, hint: words, target: '_self' }
      const style = { fontSize: 14, bold: true }
      put('Text', [x, y, click ? 120 : 200, 20], { data: { text: click ? `${words} ›` : words }, style, click })
    },
    hairline: (x: number, y: number, width: number, height: number) =>
      put('Straight', [x, y, width, height], { style: { stroke: 'line', strokeWidth: 1 } }),
    /** An arrowhead at the end of a pipe: its tip is at x, y and points right, down (90), left or up. */
    tip(x: number, y: number, rotate = 0, flow?: string) {
      const [dx, dy] = { 0: [-12, -6], 90: [-6, -12], 180: [0, -6], 270: [-6, 0] }[rotate] ?? [-6, -6]
      put('Arrow', [x + dx!, y + dy!, 12, 12, rotate], { style: { strokeWidth: 1 }, bound: { on: flow } })
    },
    tank(x: number, y: number, width: number, height: number, name: string, [min, max]: Corner, look: Tank = {}) {
      const { normalLow = 0, normalHigh = 0 } = points(name)?.signal ?? {}
      const { vessel, ...of } = look
      const data = { minVal: min, maxVal: max, lowVal: normalLow ?? 0, highVal: normalHigh ?? 0, ...of }
      put('PercentFill', [x, y, width, height], { ...(vessel ? { style: { vessel } } : {}), data, value: name })
    },
  }
}

type Tank = { vessel?: 'open' | 'closed' | 'none'; scale?: boolean }
