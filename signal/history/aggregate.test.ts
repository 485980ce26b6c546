import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { good } from '../../core/data-type.ts'
import { anySeries, seriesOfLength } from '../../testkit/series.ts'
import { Buckets } from './aggregate.ts'
import { encodeChunk } from './chunk.ts'
import type { Series } from './history.ts'
import { emptySeries, mergeSeries, seriesOf, sliceSeries, valueAt } from './series.ts'

type Result = ReturnType<Buckets['result']>

/** A slow, literal implementation of the contract. */
function naive(edges: readonly number[], series: Series): Record<keyof Result, number[]> {
  const count = Math.max(0, edges.length - 1)
  const lists = Array.from({ length: count }, (_, bucket) => {
    const inside = Array.from(series.times.keys()).filter((i) => {
      const at = series.times[i]!
      return at >= edges[bucket]! && at < edges[bucket + 1]!
    })
    const goods = inside
      .filter((i) => (series.codes?.[i] ?? good) === good)
      .map((i) => valueAt(series, i))
      .filter((value) => value !== null)
    const numbers = goods.filter((value) => typeof value !== 'string').map(Number)
    return { n: inside.length, others: goods.length - numbers.length, numbers: numbers.filter(Number.isFinite) }
  })
  const each = (ask: (numbers: number[], bucket: number) => number) =>
    lists.map(({ numbers }, bucket) => (numbers.length > 0 ? ask(numbers, bucket) : Number.NaN))
  const sumOf = (numbers: number[]) => numbers.reduce((sum, value) => sum + value, 0)
  return {
    n: lists.map(({ n }) => n),
    good: lists.map(({ numbers, others }) => numbers.length || others),
    first: each((numbers) => numbers[0]!),
    last: each((numbers) => numbers.at(-1)!),
    min: each((numbers) => Math.min(...numbers)),
    max: each((numbers) => Math.max(...numbers)),
    sum: each(sumOf),
    average: each((numbers) => sumOf(numbers) / numbers.length),
    delta: each((numbers, bucket) => {
      const before = lists.slice(0, bucket).flatMap((list) => list.numbers)
      return numbers.at(-1)! - (before.at(-1) ?? numbers[0]!)
    }),
  }
}

/** Sums in another order differ in the last digits, and one may overflow or cancel where the other does not. */
function expectSums(found: Float64Array, expected: ArrayLike<number>, scale: number): void {
  for (let i = 0; i < expected.length; i += 1) {
    if (Number.isNaN(expected[i]!)) expect(found[i]).toBeNaN()
    else expect(Math.abs(found[i]! - expected[i]!)).toBeLessThanOrEqual(scale * 1e-12)
  }
}

/** Compares 0 and -0 as equal. */
const unsigned = (value: number) => value + 0

function expectSame(found: Result, expected: Record<keyof Result, ArrayLike<number>>, series: Series): void {
  for (const name of ['n', 'good', 'first', 'last', 'min', 'max', 'delta'] as const)
    expect([name, Array.from(found[name], unsigned)]).toEqual([name, Array.from(expected[name], unsigned)])
  const sizes = Array.from(series.times.keys(), (i) => Math.abs(Number(valueAt(series, i)))).filter(Number.isFinite)
  const scale = sizes.reduce((sum, size) => sum + size, 0)
  if (!Number.isFinite(scale)) return
  expectSums(found.sum, expected.sum, scale)
  expectSums(found.average, expected.average, scale)
}

const anyEdges = fc
  .uniqueArray(fc.integer({ min: -10, max: 420 }), { maxLength: 12 })
  .map((edges) => edges.sort((a, b) => a - b))
const seriesUpTo = (latest: number) => anySeries(60, latest)

describe('buckets', () => {
  test('match a literal implementation of the contract, for any series', () => {
    fc.assert(
      fc.property(seriesUpTo(400), anyEdges, (series, edges) => {
        const buckets = new Buckets(edges)
        buckets.addSeries(series)
        expectSame(buckets.result(), naive(edges, series), series)
      }),
      { numRuns: 200 },
    )
  })

  test('give the same result for overlapping parts as for the merged series, when no time is shared', () => {
    fc.assert(
      fc.property(seriesUpTo(400), seriesUpTo(400), anyEdges, (one, other, edges) => {
        fc.pre(!one.times.some((at) => other.times.includes(at)))
        const buckets = new Buckets(edges)
        buckets.addSeries(one)
        buckets.addSeries(other)
        const merged = mergeSeries([one, other])
        expectSame(buckets.result(), naive(edges, merged), merged)
      }),
      { numRuns: 200 },
    )
  })

  const anyCase = fc
    .integer({ min: 2, max: 60 })
    .chain((n) =>
      fc.tuple(
        seriesOfLength(n, 400),
        anyEdges,
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 10 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 999 })),
      ),
    )

  test('give the same result from headers as from readings, in any order', () => {
    fc.assert(
      fc.property(anyCase, ([series, edges, cuts, chance]) => {
        const borders = [...new Set([-1, ...cuts, 400])].sort((a, b) => a - b)
        const parts = borders.slice(1).map((to, i) => sliceSeries(series, borders[i]! + 1, to))
        const shuffled = parts
          .filter(({ times }) => times.length > 0)
          .map((part) => ({ part, place: chance.next().value as number }))
          .sort((a, b) => a.place - b.place)
        const [opened, mixed] = [new Buckets(edges), new Buckets(edges)]
        opened.addSeries(series)
        let headers = 0
        for (const { part } of shuffled) {
          const { data, ...header } = encodeChunk(part, { deflate: false })
          if (!mixed.fitsOneBucket(header.t0, header.t1)) {
            mixed.addSeries(part)
            continue
          }
          mixed.addHeader(header)
          headers += 1
        }
        fc.pre(headers > 0)
        expectSame(mixed.result(), opened.result(), series)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a bucket', () => {
  const of = (...readings: [at: number, value: number | string | boolean | null, code?: number][]) =>
    seriesOf(readings.map(([at, value, code = good]) => ({ at, value, code })))
  const ask = (edges: number[], ...parts: Series[]) => {
    const buckets = new Buckets(edges)
    for (const part of parts) buckets.addSeries(part)
    const result = buckets.result()
    return Object.fromEntries(Object.entries(result).map(([name, list]) => [name, Array.from(list)]))
  }

  test('begins with its edge and ends before the next', () => {
    expect(ask([10, 20, 30], of([9, 1], [10, 2], [19, 3], [20, 4], [29, 5], [30, 6])).n).toEqual([2, 2])
  })

  test('has the difference to the last value before it in the query, across empty buckets too', () => {
    expect(ask([0, 10, 20, 30, 40], of([1, 100], [9, 130], [25, 170], [35, 160])).delta).toEqual([
      30,
      Number.NaN,
      40,
      -10,
    ])
  })

  test('has what a counter rose by, through 0 and across buckets and series', () => {
    const buckets = new Buckets([0, 10, 20, 30], 65_536)
    buckets.addSeries(of([1, 65_000], [5, 65_486], [7, 12, 1714]))
    buckets.addSeries(of([11, 300], [15, 200], [25, 65_530], [27, 4]))
    expect(Array.from(buckets.result().delta)).toEqual([486, 250, 65_340])
  })

  test('ignores readings before the query', () => {
    expect(ask([10, 20], of([5, 1], [11, 50], [19, 60])).delta).toEqual([10])
  })

  test('ignores the values of bad readings, but counts them', () => {
    const found = ask([0, 10], of([1, 900, 1305], [2, 5], [3, null, 7], [4, 7], [5, -900, 1]))
    expect(found).toMatchObject({ n: [5], good: [2], first: [5], last: [7], min: [5], max: [7], sum: [12], delta: [2] })
  })

  test('without a good number has no aggregates', () => {
    const nothing = [Number.NaN]
    const none = {
      delta: nothing,
      first: nothing,
      last: nothing,
      max: nothing,
      min: nothing,
      average: nothing,
      sum: nothing,
    }
    expect(ask([0, 10])).toEqual({ n: [0], good: [0], ...none })
    expect(ask([0, 10], of([1, 'a'], [2, 'b'], [3, 'c', 7]))).toEqual({ n: [3], good: [2], ...none })
  })

  test('of bools counts the true ones', () => {
    expect(ask([0, 10], of([1, true], [2, false], [3, true]))).toMatchObject({ sum: [2], average: [2 / 3], delta: [0] })
  })

  test('takes the later arrival at equal times as the last', () => {
    expect(ask([0, 10], of([5, 1]), of([5, 2]))).toMatchObject({ first: [1], last: [2] })
  })

  it.each([[[]], [[5]]])('is not there for edges %j', (edges) => {
    expect(ask(edges, of([5, 1])).n).toEqual([])
    expect(new Buckets(edges).fitsOneBucket(5, 5)).toBe(false)
  })

  test('is not changed by a series without readings', () => {
    expect(ask([0, 10], emptySeries()).n).toEqual([0])
  })
})

describe('a chunk is answered by its header', () => {
  const buckets = new Buckets([10, 20, 30])
  it.each([
    [10, 19, true],
    [20, 29, true],
    [12, 12, true],
    [10, 20, false],
    [9, 15, false],
    [25, 30, false],
    [30, 40, false],
    [0, 40, false],
  ])('from %i to %i: %s', (t0, t1, fits) => {
    expect(buckets.fitsOneBucket(t0, t1)).toBe(fits)
    const none = { low: null, high: null, total: null, firstValue: null, lastValue: null }
    const add = () => buckets.addHeader({ t0, t1, n: 2, good: 0, ...none })
    if (fits) expect(add).not.toThrow()
    else expect(add).toThrow(RangeError)
  })
})
