// Arbitrary series of every kind, for property tests of the historian's codecs, and their readings one by one.
import fc from 'fast-check'
import { good, type Reading, type Value } from '../core/data-type.ts'
import type { Series } from '../signal/history/history.ts'
import { seriesOfLists, valueAt } from '../signal/history/series.ts'

const walk = (decimals: number) =>
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((scaled) => scaled / 10 ** decimals)

/** Numbers of every family that a codec may treat differently; NaN is no value. */
export const anyNumber: fc.Arbitrary<number> = fc.oneof(
  ...[0, 1, 2, 3, 4, 7, 12].map(walk),
  fc.double({ noNaN: true }),
  fc.float({ noNaN: true }),
  fc.constantFrom(0, -0, Number.MIN_VALUE, -Number.MIN_VALUE, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 53)),
  fc.constantFrom(2 ** 49, 2 ** 49 - 1, -(2 ** 49), 1e21, Number.MAX_VALUE, Number.POSITIVE_INFINITY, -1e-7, 0.1 + 0.2),
)

export const anyBigint: fc.Arbitrary<string> = fc
  .oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
    fc.constantFrom(2n ** 64n - 1n, -(2n ** 63n), 2n ** 53n, 0n),
  )
  .map(String)

export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('run', 'stop', '', '0', '-0', '007', '1e3', '\0', '\ud800', '水位', '🏭'),
  fc.string(),
  fc.string({ unit: 'binary' }),
)

export const anyValue: fc.Arbitrary<Value | null> = fc.oneof(
  anyNumber,
  fc.boolean(),
  anyText,
  anyBigint,
  fc.constant(null),
)

/** Values of one type or of mixed types, some of them missing. */
const manyValues = (n: number): fc.Arbitrary<(Value | null)[]> => {
  const list = <T extends Value | null>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: n, maxLength: n })
  const orNull = (each: fc.Arbitrary<Value>) => fc.oneof({ weight: 9, arbitrary: each }, fc.constant(null))
  return fc.oneof(
    ...[0, 1, 2, 4, 8].map((decimals) => list(walk(decimals))),
    list(anyNumber),
    list(orNull(anyNumber)),
    list(fc.float({ noNaN: true })),
    list(fc.boolean()),
    list(orNull(fc.boolean())),
    list(orNull(anyBigint)),
    list(orNull(anyText)),
    list(anyValue),
    fc.constant(new Array(n).fill(42)),
  )
}

const anyCodes = (n: number): fc.Arbitrary<Int32Array | null> =>
  fc.oneof(
    fc.constant(null),
    fc
      .array(fc.oneof({ weight: 5, arbitrary: fc.constant(good) }, fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })), {
        minLength: n,
        maxLength: n,
      })
      .map((codes) => Int32Array.from(codes)),
  )

/** Ascending: regular, jittered, with equal times and with jumps. */
const anyTimes = (n: number, latest: number): fc.Arbitrary<Float64Array> =>
  fc
    .tuple(
      fc.integer({ min: 0, max: Math.floor(latest / 2) }),
      fc.oneof(
        fc.constantFrom(1, 10, 1000).map((step) => new Array<number>(n).fill(step)),
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: n, maxLength: n }),
        fc.array(fc.constantFrom(0, 1, 1000, 10_000_000_000), { minLength: n, maxLength: n }),
      ),
    )
    .map(([start, steps]) => {
      let time = start
      return Float64Array.from(steps, (step) => (time = Math.min(latest, time + step)))
    })

export const seriesOfLength = (n: number, latest = 2 ** 52 - 1): fc.Arbitrary<Series> =>
  fc
    .tuple(anyTimes(n, latest), manyValues(n), anyCodes(n))
    .map(([times, values, codes]) => seriesOfLists(times, values, codes))

/** A series of one to `most` readings. */
export const anySeries = (most = 60, latest?: number): fc.Arbitrary<Series> =>
  fc.integer({ min: 1, max: most }).chain((n) => seriesOfLength(n, latest))

export const readingsOf = (series: Series): Reading[] =>
  Array.from(series.times, (at, i) => ({ at, value: valueAt(series, i), code: series.codes?.[i] ?? good }))

/** Readings of equal times keep their order, like in Array.prototype.sort. */
export const inTimeOrder = (readings: readonly Reading[]): Reading[] => [...readings].sort((a, b) => a.at - b.at)
