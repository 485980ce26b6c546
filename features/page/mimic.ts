// A pencil for drawings of plants: places widgets by what they stand for, bound to variables by name. Flow is drawn at
// right angles; state is shade; a variable that is gone leaves its widget unbound.
import type { Signal } from '../equipment-config/contract.ts'
import type { PageWidget } from './contract.ts'

export type Point = { equipmentId: number; signal: Signal }
/** The variable `station.name`, or nothing if somebody removed it. */
export type Points = (name: string) => Point | undefined
type Look = Record<string, unknown>
type Bound = { on?: string; alarm?: string }
type Corner = readonly [x: number, y: number]

export type Drawing = ReturnType<typeof drawing>

export function drawing(points: Points) {
  const widgets: PageWidget[] = []
  const bindsOf = (bound: Record<string, string | undefined>): PageWidget['binds'] =>
    Object.fromEntries(
      Object.entries(bound).flatMap(([bind, name]) => {
        const point = name ? points(name) : undefined
        if (!point) return []
        const { equipmentId, signal } = point
        return [[bind, { type: 'signal' as const, equipmentId: equipmentId as never, signalId: signal.id }]]
      }),
    )
  const put = (
    type: string,
    [x, y, width, height, rotate = 0]: readonly [number, number, number, number, number?],
    props: Look,
    bound: Record<string, string | undefined> = {},
  ) => {
    const id = `w${widgets.length + 1}`
    widgets.push({ id, type, position: { x, y, width, height, rotate }, props, binds: bindsOf(bound) })
  }

  const text = (x: number, y: number, width: number, words: string, look: Look = {}) =>
    put('usual/text', [x, y, width, 20 + Math.max(0, Number(look.size ?? 13) - 14)], { text: words, size: 12, ...look })

  /** The value with its own unit and decimals. */
  const value = (x: number, y: number, width: number, name: string, look: Look = {}) => {
    const { unit = '', decimals = -1, dataType } = points(name)?.signal ?? {}
    const isNumber = dataType !== 'bool' && dataType !== 'string'
    const own = isNumber ? { unit, decimals, thousands: unit !== '' } : {}
    put('usual/data-text', [x, y, width, 22], { ...own, size: 15, bold: true, ...look }, { value: name })
  }

  /** A pump that looks to the right: filled while it runs. */
  const pump = (x: number, y: number, bound: Bound, size = 30, rotate = 0) => {
    put('shape/circle', [x - size / 2, y - size / 2, size, size], { weight: 1.5 }, bound)
    const glyph = size * 0.46
    const look = { fill: 'surface', whenOn: 'surface', weight: 1.2 }
    put('shape/triangle', [x - glyph * 0.4, y - glyph / 2, glyph, glyph, rotate], look)
  }

  /** A valve on a level pipe, or on an upright one: filled while it is open. */
  const valve = (x: number, y: number, bound: Bound = {}, isUpright = false) => {
    const [long, high] = [14, 16]
    const turn = isUpright ? 90 : 0
    const half = (dx: number, dy: number, rotate: number) =>
      put('shape/triangle', [x + dx - long / 2, y + dy - high / 2, long, high, rotate], { weight: 1.5 }, bound)
    if (isUpright) {
      half(0, -long / 2, turn)
      half(0, long / 2, turn + 180)
    } else {
      half(-long / 2, 0, 0)
      half(long / 2, 0, 180)
    }
  }

  /** A pipe through corners; with a flow it is steel while something flows, and grey when not. */
  const pipe = (corners: readonly Corner[], flow?: string, weight = 3.5) => {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y]
    const share = (at: number, from: number, room: number) =>
      room === 0 ? 0 : Number((((at - from) / room) * 100).toFixed(3))
    const at = corners.map(([cx, cy]) => `${share(cx, x, width)},${share(cy, y, height)}`).join(' ')
    put('shape/line', [x, y, width, height], { corners: at, weight }, { on: flow })
  }

  return {
    widgets,
    put,
    text,
    value,
    pump,
    valve,
    pipe,
    /** A name with its value below it. */
    named(x: number, y: number, width: number, words: string, name: string, look: Look = {}) {
      text(x, y, width, words, { muted: true })
      value(x, y + 18, width, name, look)
    },
    rect: (x: number, y: number, width: number, height: number, look: Look = {}, bound: Bound = {}) =>
      put('shape/rect', [x, y, width, height], look, bound),
    hairline: (x: number, y: number, width: number, height: number) =>
      put('shape/straight', [x, y, width, height], { stroke: 'line', weight: 1 }),
    /** Where a pipe leads: its tip is at x, y and looks right, down (90), left or up. */
    tip(x: number, y: number, rotate = 0, flow?: string) {
      const [dx, dy] = { 0: [-12, -6], 90: [-6, -12], 180: [0, -6], 270: [-6, 0] }[rotate] ?? [-6, -6]
      put('shape/arrow', [x + dx!, y + dy!, 12, 12, rotate], { weight: 1 }, { on: flow })
    },
    tank(x: number, y: number, width: number, height: number, name: string, [min, max]: Corner, look: Look = {}) {
      const { normalLow = 0, normalHigh = 0 } = points(name)?.signal ?? {}
      put(
        'usual/percent-fill',
        [x, y, width, height],
        { min, max, low: normalLow, high: normalHigh, ...look },
        { value: name },
      )
    },
  }
}
