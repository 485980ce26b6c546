import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { good } from '../../core/data-type.ts'
import { anySeries } from '../../testkit/series.ts'
import type { Series } from './history.ts'
import { reduceCurve } from './reduce.ts'
import { seriesOf, valueAt } from './series.ts'

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }
const modes = ['minmax', 'lttb', 'latest'] as const
const curves = ['minmax', 'lttb'] as const

const numbers = (values: number[], codes?: number[]): Series => ({
  kind: 'number',
  times: Float64Array.from(values, (_, i) => i * 1000),
  values: Float64Array.from(values),
  codes: codes ? Int32Array.from(codes) : null,
})
const wave = (n: number) => numbers(Array.from({ length: n }, (_, i) => Math.sin(i / 40) * 100 + ((i * 7919) % 13)))
const spell = (series: Series, i: number) =>
  `${series.times[i]} ${JSON.stringify(valueAt(series, i))} ${series.codes?.[i] ?? good}`
const spelled = (series: Series) => Array.from(series.times, (_, i) => spell(series, i))
const goodNumbers = (series: Series) =>
  series.values instanceof Float64Array
    ? Array.from(series.values).filter((v, i) => !Number.isNaN(v) && (series.codes?.[i] ?? good) === good)
    : []
const isBad = (series: Series, i: number) => valueAt(series, i) === null || (series.codes?.[i] ?? good) !== good
const breaksOf = (series: Series) =>
  Array.from(series.times, (_, i) => i).filter((i) => isBad(series, i) && (i === 0 || !isBad(series, i - 1)))

describe('any reduced curve', () => {
  const anyCase = fc.tuple(anySeries(150), fc.integer({ min: 0, max: 80 }), fc.constantFrom(...modes))

  test('has at most the requested points, all of them readings, in order', () => {
    fc.assert(
      fc.property(anyCase, ([series, points, mode]) => {
        const reduced = reduceCurve(series, everything, points, mode)
        expect(reduced.series.times.length).toBeLessThanOrEqual(points)
        expect(reduced.series.values.length).toBe(reduced.series.times.length)
        const left = spelled(series)
        for (const each of spelled(reduced.series)) {
          const at = left.indexOf(each)
          expect(at).toBeGreaterThanOrEqual(0)
          left.splice(0, at + 1)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('is the series itself if it is short enough', () => {
    fc.assert(
      fc.property(anySeries(60), fc.constantFrom(...modes), (series, mode) => {
        expect(reduceCurve(series, everything, series.times.length, mode)).toEqual({ series, isReduced: false })
      }),
    )
  })

  test('keeps the lowest and the highest', () => {
    fc.assert(
      fc.property(
        anySeries(150),
        fc.integer({ min: 2, max: 80 }),
        fc.constantFrom(...curves),
        (series, points, mode) => {
          const [before, after] = [
            goodNumbers(series),
            goodNumbers(reduceCurve(series, everything, points, mode).series),
          ]
          fc.pre(before.length > 0)
          expect(Math.min(...after)).toBe(Math.min(...before))
          expect(Math.max(...after)).toBe(Math.max(...before))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('keeps the first of every run of bad readings while they are a third of the points', () => {
    fc.assert(
      fc.property(
        anySeries(150),
        fc.integer({ min: 8, max: 80 }),
        fc.constantFrom(...curves),
        (series, points, mode) => {
          const breaks = breaksOf(series)
          fc.pre(series.values instanceof Float64Array && breaks.length <= points / 3)
          const kept = new Set(spelled(reduceCurve(series, everything, points, mode).series))
          for (const i of breaks) expect(kept.has(spell(series, i))).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('minmax', () => {
  test('keeps the peak and the trough of every part of the time', () => {
    const series = wave(10_000)
    const { series: reduced, isReduced } = reduceCurve(series, everything, 104, 'minmax')
    expect(isReduced).toBe(true)
    const kept = new Set(reduced.times)
    const parts = 50
    for (let part = 0; part < parts; part += 1) {
      const length = 9_999_000 / parts
      const inside = Array.from(series.times.keys()).filter((i) => {
        const time = series.times[i]!
        return time >= part * length && (part === parts - 1 || time < (part + 1) * length)
      })
      const values = inside.map((i) => series.values[i] as number)
      const at = (value: number) => series.times[inside[values.indexOf(value)]!]!
      expect(kept.has(at(Math.min(...values)))).toBe(true)
      expect(kept.has(at(Math.max(...values)))).toBe(true)
    }
  })

  test('starts and ends like the curve', () => {
    const { times } = reduceCurve(wave(5000), everything, 50, 'minmax').series
    expect([times[0], times.at(-1)]).toEqual([0, 4_999_000])
  })

  test('keeps a single spike', () => {
    const series = numbers(Array.from({ length: 100_000 }, (_, i) => (i === 77_777 ? 1e6 : 5)))
    expect(Array.from(reduceCurve(series, everything, 100, 'minmax').series.values as Float64Array)).toContain(1e6)
  })

  test('uses most of the allowed points', () => {
    expect(reduceCurve(wave(100_000), everything, 2000, 'minmax').series.times.length).toBeGreaterThan(1900)
  })

  test('shows both states of a switch that chatters', () => {
    const series = seriesOf(Array.from({ length: 5000 }, (_, i) => ({ at: i, value: i % 3 === 0, code: good })))
    const { series: reduced } = reduceCurve(series, everything, 100, 'minmax')
    expect(reduced.kind).toBe('bool')
    expect(new Set(reduced.values)).toEqual(new Set([0, 1]))
  })
})

describe('breaks', () => {
  test('are kept with their codes', () => {
    const codes = new Array(10_000).fill(good)
    codes.fill(1305, 3000, 3500)
    codes[8000] = 7
    const series = numbers(new Array(10_000).fill(1), codes)
    for (const mode of curves) {
      const { series: reduced } = reduceCurve(series, everything, 60, mode)
      const at = (time: number) => reduced.codes?.[reduced.times.indexOf(time)]
      expect([at(3_000_000), at(8_000_000)]).toEqual([1305, 7])
    }
  })

  test('that are too many are picked evenly', () => {
    const series = numbers(Array.from({ length: 10_000 }, (_, i) => (i % 2 ? Number.NaN : i)))
    for (const mode of curves) {
      const { series: reduced } = reduceCurve(series, everything, 300, mode)
      const bad = Array.from(reduced.times).filter((_, i) => isBad(reduced, i))
      expect(bad.length).toBeGreaterThanOrEqual(100)
      expect(Math.max(...bad.slice(1).map((time, i) => time - bad[i]!))).toBeLessThan(300_000)
    }
  })

  test('are the only points of a curve without a good reading', () => {
    const series = numbers(new Array(1000).fill(Number.NaN))
    for (const mode of curves) {
      const { times, values } = reduceCurve(series, everything, 10, mode).series
      expect([times[0], times.at(-1)]).toEqual([0, 999_000])
      expect(Array.from(values as Float64Array).every(Number.isNaN)).toBe(true)
    }
  })
})

test('lttb keeps a corner in the middle', () => {
  const series = numbers(Array.from({ length: 1000 }, (_, i) => (i < 500 ? i : 500)))
  const { times } = reduceCurve(series, everything, 20, 'lttb').series
  expect(Array.from(times).some((time) => Math.abs(time - 500_000) <= 30_000)).toBe(true)
})

test('lttb keeps bumps that are neither the lowest nor the highest', () => {
  const bumps = [1501, 3502, 5503, 7504]
  const series = numbers(Array.from({ length: 10_000 }, (_, i) => (bumps.includes(i) ? 50 : (i % 9000) / 100)))
  const { times } = reduceCurve(series, everything, 100, 'lttb').series
  expect(bumps.map((i) => times.includes(i * 1000))).toEqual([true, true, true, true])
})

test('latest is truncated, not reduced', () => {
  const { series, isReduced } = reduceCurve(wave(1000), everything, 3, 'latest')
  expect(Array.from(series.times)).toEqual([997_000, 998_000, 999_000])
  expect(isReduced).toBe(false)
})

test('readings outside the span are ignored', () => {
  const { series, isReduced } = reduceCurve(wave(1000), { from: 10_000, to: 14_000 }, 5, 'minmax')
  expect(Array.from(series.times)).toEqual([10_000, 11_000, 12_000, 13_000, 14_000])
  expect(isReduced).toBe(false)
  expect(reduceCurve(wave(10), { from: 5e9, to: 6e9 }, 5, 'lttb').series.times.length).toBe(0)
})

test('readings that all have one time are reduced too', () => {
  const series: Series = {
    ...numbers(Array.from({ length: 100 }, (_, i) => i)),
    times: new Float64Array(100),
  } as Series
  for (const mode of curves) {
    const { values } = reduceCurve(series, everything, 10, mode).series
    expect([values[0], values.at(-1)]).toEqual([0, 99])
  }
})

describe('text', () => {
  const of = (values: (string | null)[]) => seriesOf(values.map((value, i) => ({ at: i, value, code: good })))

  test('keeps every change, then adds points evenly', () => {
    const states = Array.from({ length: 1000 }, (_, i) => `state ${Math.floor(i / 250)}`)
    const { times } = reduceCurve(of(states), everything, 50, 'minmax').series
    expect(times.length).toBe(50)
    for (const change of [0, 250, 500, 750, 999]) expect(times.includes(change)).toBe(true)
    expect(Math.max(...Array.from(times.subarray(1), (time, i) => time - times[i]!))).toBeLessThan(40)
  })

  test('with more changes than points keeps evenly picked ones', () => {
    const { times } = reduceCurve(of(Array.from({ length: 1000 }, (_, i) => `${i}x`)), everything, 11, 'lttb').series
    expect(Array.from(times)).toEqual([0, 100, 200, 300, 400, 500, 599, 699, 799, 899, 999])
  })

  test('counts another code or a missing value as a change', () => {
    const readings = Array.from({ length: 100 }, (_, i) => ({
      at: i,
      value: i === 40 ? null : 'on',
      code: i === 70 ? 1305 : good,
    }))
    const { series } = reduceCurve(seriesOf(readings), everything, 8, 'minmax')
    expect(spelled(series)).toEqual(expect.arrayContaining(['40 null 200', '70 "on" 1305']))
  })
})
