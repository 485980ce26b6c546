import { describe, expect, test } from 'vitest'
import {
  axesOf,
  axisInk,
  axisWidth,
  dashOf,
  hueOf,
  inkOf,
  plainAxis,
  rangeWords,
  tickDigits,
  tickWords,
} from './curve-axes.ts'
import { createCurveBuffer } from './curve-buffer.ts'
import type { CurveLine } from './curve-data.ts'
import { dayStart, instantOf, localText, zoneOffsetMs } from './zone.ts'

const line = (unit: string | null, look: number, isState = false): CurveLine => ({
  key: String(look),
  title: `${look}`,
  unit,
  look,
  isState,
  isStep: isState,
  gapMs: Number.POSITIVE_INFINITY,
  shiftMs: 0,
  read: () => ({ times: new Float64Array(), values: new Float64Array() }),
  words: String,
})

describe('axes', () => {
  test('are one per unit, alternating left and right, in the hue of a single line', () => {
    expect(axesOf([line('m', 0), line('rpm', 1), line('m', 2)])).toEqual([
      { scale: 'y:m', unit: 'm', look: undefined, side: 'left' },
      { scale: 'y:rpm', unit: 'rpm', look: 1, side: 'right' },
    ])
  })

  const colour = (name: string) => `(${name})`

  test("have the colour of their line, of text for several lines, or the author's choice", () => {
    const [own] = axesOf([{ ...line('m', 0), ink: '#102030' }])
    const [plain] = axesOf([line('m', 1)])
    const [several] = axesOf([line('m', 0), line('m', 1)])
    expect([own!, plain!, several!].map((axis) => axisInk(axis, plainAxis, colour))).toEqual([
      '#102030',
      '(--series-2)',
      '(--ink-2)',
    ])
    expect(axisInk(own!, { fontPx: 11, ink: 'var(--shade-ink1)' }, colour)).toBe('(--shade-ink1)')
  })

  test('have room for their longest number, more for larger ones', () => {
    expect(axisWidth(['m', '1,234,567'], 34, plainAxis)).toBeCloseTo(14 + 6.6 * 9)
    expect(axisWidth(['m', '1,234,567'], 34, { fontPx: 22 })).toBeCloseTo(14 + 13.2 * 9)
    expect(axisWidth(['5'], 48, plainAxis)).toBe(48)
  })

  test('are four at most, and none for states', () => {
    expect(axesOf(['a', 'b', 'c', 'd', 'e'].map((unit, i) => line(unit, i)))).toHaveLength(4)
    expect(axesOf([line(null, 0, true)])).toEqual([])
  })

  test('beyond four are those selected last, in the order of the lines', () => {
    const lines = ['a', 'b', 'c', 'd', 'e', 'f'].map((unit, i) => line(unit, i))
    const drawn = (most: number, ...chosen: string[]) => axesOf(lines, most, chosen).map(({ unit }) => unit)
    expect(drawn(4)).toEqual(['a', 'b', 'c', 'd'])
    expect(drawn(4, 'y:e')).toEqual(['a', 'b', 'c', 'e'])
    expect(drawn(4, 'y:f', 'y:e', 'y:b')).toEqual(['a', 'b', 'e', 'f'])
    expect(drawn(2, 'y:f', 'y:e', 'y:b')).toEqual(['e', 'f'])
    expect(drawn(2, 'y:gone')).toEqual(['a', 'b'])
    expect(axesOf(lines, 2, ['y:f']).map(({ side }) => side)).toEqual(['left', 'right'])
  })

  test('without room are shown as the range of their scale', () => {
    expect(rangeWords([291.234, 325.81])).toBe('291.2 – 325.8')
    expect(rangeWords([0, 1450])).toBe('0 – 1,450')
    expect(rangeWords([7.1, 7.2])).toBe('7.100 – 7.200')
    expect(rangeWords([1e9, 1e9 + 1e-9])).toMatch(/ – /)
  })

  test('ten lines look different from each other', () => {
    const looks = Array.from({ length: 10 }, (_, look) => `${hueOf(look)} ${dashOf(look).join()}`)
    expect(new Set(looks).size).toBe(10)
  })
})

describe('ticks', () => {
  const at = Date.UTC(2026, 10, 20, 22)

  test('show the time in the zone, and the date where it starts', () => {
    expect(tickWords([at, at + 3_600_000 * 2], 7_200_000, 'UTC')).toEqual(['22:00\n11-20', '00:00\n11-21'])
    expect(tickWords([at], 7_200_000, 'Asia/Shanghai')).toEqual(['06:00\n11-21'])
  })

  test('are as precise as their distance requires', () => {
    expect(tickWords([at], 500, 'UTC')).toEqual(['22:00:00.000\n11-20'])
    expect(tickWords([at], 1000, 'UTC')).toEqual(['22:00:00\n11-20'])
    expect(tickWords([at], 86_400_000, 'UTC')).toEqual(['11-20'])
    expect([0.05, 0.25, 0.5, 1, 2.5, 20].map(tickDigits)).toEqual([2, 2, 1, 0, 1, 0])
  })
})

describe('the buffer of a moving curve', () => {
  const all = (buffer: ReturnType<typeof createCurveBuffer>) => [...buffer.read().times]

  test('keeps the newest, however often it moves back', () => {
    const buffer = createCurveBuffer(4)
    for (let at = 0; at < 1000; at += 1) buffer.add(at, at * 2)
    expect(all(buffer)).toEqual([996, 997, 998, 999])
    expect([...buffer.read().values]).toEqual([1992, 1994, 1996, 1998])
  })

  test('replaces the last reading by one of the same time, and ignores older ones', () => {
    const buffer = createCurveBuffer(4)
    buffer.add(1, 1)
    buffer.add(5, 2)
    buffer.add(5, 3)
    buffer.add(4, 9)
    expect([...buffer.read().values]).toEqual([1, 3])
  })

  test('drops older readings, except the one at which a line starts', () => {
    const buffer = createCurveBuffer(8)
    for (const at of [1, 2, 3, 4]) buffer.add(at, at)
    buffer.forget(3)
    expect(all(buffer)).toEqual([3, 4])
    buffer.forget(99)
    expect(all(buffer)).toEqual([4])
  })
})

describe('clocks of other zones', () => {
  const berlin = 'Europe/Berlin'

  test('typed times are in the zone', () => {
    expect(instantOf('2026-11-21T08:00', 'Asia/Shanghai')).toBe(Date.UTC(2026, 10, 21))
    expect(localText(Date.UTC(2026, 10, 21), 'Asia/Shanghai')).toBe('2026-11-21T08:00')
    expect(instantOf('2026-07-01', berlin)).toBe(Date.UTC(2026, 5, 30, 22))
    expect(instantOf('', berlin)).toBeNaN()
  })

  test('a day is as long as in its zone', () => {
    const noon = instantOf('2026-10-25T12:00', berlin)
    expect(dayStart(noon, berlin, 1) - dayStart(noon, berlin)).toBe(25 * 3_600_000)
    const spring = instantOf('2026-03-29T12:00', berlin)
    expect(dayStart(spring, berlin, 1) - dayStart(spring, berlin)).toBe(23 * 3_600_000)
    expect(zoneOffsetMs(noon, berlin)).toBe(3_600_000)
  })

  test('an hour that occurs twice is the first of the two, a skipped one is moved behind the gap', () => {
    expect(instantOf('2026-10-25T02:30', berlin)).toBe(Date.UTC(2026, 9, 25, 0, 30))
    expect(instantOf('2026-03-29T02:30', berlin)).toBe(Date.UTC(2026, 2, 29, 1, 30))
  })
})

test.each([
  [undefined, 'value of --series-2'],
  ['#c0ffee', '#c0ffee'],
  ['var(--shade-accent)', 'value of --shade-accent'],
])('a line with the ink %s is drawn as %s', (ink, drawn) =>
  expect(inkOf({ look: 1, ...(ink ? { ink } : {}) }, (name) => `value of ${name}`)).toBe(drawn),
)
