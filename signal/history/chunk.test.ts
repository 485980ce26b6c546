import { randomBytes } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { good } from '../../core/data-type.ts'
import { anySeries } from '../../testkit/series.ts'
import { chunkPoints, DamagedChunk, decodeChunk, encodeChunk } from './chunk.ts'
import type { Series } from './history.ts'
import { seriesOf, seriesOfLists, valueAt } from './series.ts'

const start = Date.UTC(2026, 2, 1)
const numbers = (values: number[], codes: number[] | null = null): Series => ({
  kind: 'number',
  times: Float64Array.from(values, (_, i) => start + i * 1000),
  values: Float64Array.from(values),
  codes: codes && Int32Array.from(codes),
})
const texts = (kind: 'bigint' | 'text', values: (string | null)[]): Series => ({
  kind,
  times: Float64Array.from(values, (_, i) => start + i * 1000),
  values,
  codes: null,
})
const roundTrip = (series: Series) => decodeChunk(encodeChunk(series, { deflate: false }).data)
const ways = [{ deflate: false }, { deflate: true }]

describe('a chunk returns', () => {
  it.each(ways)('any series, $deflate deflated', (way) => {
    fc.assert(
      fc.property(anySeries(), (series) => {
        expect(decodeChunk(encodeChunk(series, way).data)).toEqual(series)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['a single reading', numbers([1.5])],
    ['minus zero', numbers([0, -0, 0])],
    ['infinities', numbers([1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])],
    ['subnormals', numbers([Number.MIN_VALUE, -Number.MIN_VALUE, 2 ** -1074, 2 ** -1030])],
    ['numbers around 2^53', numbers([2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 53)])],
    ['only missing values', numbers([Number.NaN, Number.NaN])],
    ['missing values', numbers([1, Number.NaN, 3.25])],
    ['codes', numbers([1, 2, 3], [200, -1, 1305])],
    ['the largest unsigned integer', texts('bigint', ['18446744073709551615', '-9223372036854775808', null, '0'])],
    ['an integer nobody can count', texts('bigint', ['99999999999999999999999', '1'])],
    ['an odd spelling', texts('bigint', ['+1', '-0', '007', ''])],
    ['halves of a surrogate pair', texts('text', ['\ud83c', '\udfed', '🏭', null, ''])],
  ])('%s', (_, series) => {
    for (const way of ways) expect(decodeChunk(encodeChunk(series, way).data)).toEqual(series)
  })

  test('a hundred thousand readings, equal times among them', () => {
    const times = Float64Array.from({ length: 100_000 }, (_, i) => start + Math.floor(i / 3) * 250)
    const series = seriesOfLists(
      times,
      Float64Array.from(times, (_, i) => Math.round(Math.sin(i / 50) * 1000) / 100),
      null,
    )
    for (const way of ways) {
      const { times: found, values } = decodeChunk(encodeChunk(series, way).data)
      expect(Buffer.compare(new Uint8Array(found.buffer), new Uint8Array(times.buffer))).toBe(0)
      expect(Array.from(values as Float64Array).findIndex((value, i) => value !== series.values[i])).toBe(-1)
    }
  })

  test('no codes where all are good', () => {
    expect(roundTrip(numbers([1, 2], [good, good])).codes).toBeNull()
  })

  test('a missing value for a NaN among other values', () => {
    const series: Series = { kind: 'mixed', times: new Float64Array(2), values: [Number.NaN, 'a'], codes: null }
    expect(roundTrip(series).values).toEqual([null, 'a'])
  })
})

describe('a chunk is refused for', () => {
  const at = (...times: number[]): Series => ({ ...numbers(times), times: Float64Array.from(times) }) as Series
  it.each([
    ['nothing', at()],
    ['a time before 1970', at(-1)],
    ['half a millisecond', at(1.5)],
    ['no time', at(Number.NaN)],
    ['a time beyond all', at(2 ** 52)],
    ['times that go back', at(2, 1)],
    ['lists of unequal length', { ...numbers([1, 2]), times: new Float64Array(1) }],
    ['codes of unequal length', numbers([1, 2], [200])],
  ])('%s', (_, series) => {
    expect(() => encodeChunk(series as Series, { deflate: false })).toThrow(RangeError)
  })

  test('more readings than a chunk may have', () => {
    const times = new Float64Array(chunkPoints + 1)
    expect(() => encodeChunk(seriesOfLists(times, times, null), { deflate: false })).toThrow(RangeError)
  })
})

describe('a header', () => {
  const header = (series: Series) => {
    const { data, ...rest } = encodeChunk(series, { deflate: true })
    return rest
  }

  test('covers the good numbers in time order', () => {
    expect(header(numbers([9, 2, Number.NaN, 8, 5, -7], [1, 200, 200, 200, 200, 3]))).toEqual({
      t0: start,
      t1: start + 5000,
      n: 6,
      good: 3,
      low: 2,
      high: 8,
      total: 15,
      firstValue: 2,
      lastValue: 5,
    })
  })

  test('counts bools as 0 and 1', () => {
    const series = seriesOf([true, false, null, true].map((value, i) => ({ at: i, value, code: good })))
    expect(header(series)).toMatchObject({ good: 3, low: 0, high: 1, total: 2, firstValue: 1, lastValue: 1 })
  })

  test('ignores infinities', () => {
    const series = numbers([Number.NEGATIVE_INFINITY, 4, Number.POSITIVE_INFINITY])
    expect(header(series)).toMatchObject({ good: 1, low: 4, high: 4, total: 4 })
  })

  const none = { low: null, high: null, total: null, firstValue: null, lastValue: null }
  it.each([
    ['text', texts('text', ['a', null, 'b']), { n: 3, good: 2, ...none }],
    ['big integers', texts('bigint', ['9007199254740993']), { n: 1, good: 1, ...none }],
    ['bad readings', numbers([1, 2], [1, 1]), { n: 2, good: 0, ...none }],
    ['missing readings', numbers([Number.NaN]), { n: 1, good: 0, ...none }],
  ])('has no numbers of %s', (_, series, expected) => expect(header(series)).toMatchObject(expected))

  test('of mixed values counts the numbers, if any', () => {
    const series: Series = {
      kind: 'mixed',
      times: new Float64Array(4),
      values: ['a', 2, true, '9007199254740993'],
      codes: null,
    }
    expect(header(series)).toMatchObject({ n: 4, good: 2, low: 1, high: 2, total: 3, firstValue: 2, lastValue: 1 })
  })
})

describe('damage is reported', () => {
  const samples = fc.sample(anySeries(40), { numRuns: 40, seed: 3 })

  it.each(ways)('for every flipped byte, $deflate deflated', (way) => {
    for (const series of samples) {
      const { data } = encodeChunk(series, way)
      for (let i = 0; i < data.length; i += 1) {
        const flipped = Buffer.from(data)
        flipped[i]! ^= 1 << (i % 8)
        expect(() => decodeChunk(flipped)).toThrow(DamagedChunk)
      }
    }
  })

  it.each(ways)('for every cut and for bytes too many, $deflate deflated', (way) => {
    for (const series of samples) {
      const { data } = encodeChunk(series, way)
      for (let length = 0; length < data.length; length += 1)
        expect(() => decodeChunk(data.subarray(0, length))).toThrow(DamagedChunk)
      expect(() => decodeChunk(Buffer.concat([data, Buffer.from([0])]))).toThrow(DamagedChunk)
    }
  })

  /** Damage with a matching checksum. */
  const sealed = (data: Buffer) => {
    data.writeUInt32LE(crc32(data.subarray(4)), 0)
    return data
  }

  /** Expects either a complete series or DamagedChunk, no other error, and bounded memory. */
  function decodesOrTells(data: Buffer): void {
    try {
      const { times, values, codes } = decodeChunk(data)
      expect(values.length).toBe(times.length)
      expect(codes?.length ?? times.length).toBe(times.length)
      expect(times.findIndex((time, i) => i > 0 && time < times[i - 1]!)).toBe(-1)
    } catch (error) {
      expect(error).toBeInstanceOf(DamagedChunk)
    }
  }

  test('and as nothing else, even where the checksum matches', () => {
    for (const series of samples.slice(0, 12)) {
      const { data } = encodeChunk(series, { deflate: false })
      // Damages every byte except those of the count, which may have any value up to the maximum: such cases are slow
      // and prove little.
      for (let i = 4; i < data.length; i += 1) {
        for (const byte of i === 6 ? [0, 1, 127] : [0, 1, 127, 128, 255, data[i]! + 1]) {
          const changed = Buffer.from(data)
          changed[i] = byte
          decodesOrTells(sealed(changed))
        }
      }
    }
  })

  test('and as nothing else for random bytes', () => {
    for (let i = 0; i < 3000; i += 1) {
      const data = randomBytes(8 + (i % 60))
      data[4] = 1
      data[5] = i % 32
      data[6] = i % 120
      decodesOrTells(sealed(data))
    }
  })

  test.each([
    ['a count beyond all', [1, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]],
    ['a count of nothing', [1, 0, 0]],
    ['a version to come', [2, 0, 1, 0, 0, 0]],
    ['an unknown kind', [1, 7, 1, 0, 0, 0]],
    ['an unknown flag', [1, 32, 1, 0, 0, 0]],
    ['deflate that swells without end', [1, 16, 1, 0xff, 0xff, 0xff, 0xff, 0x7f, ...deflateRawSync(Buffer.alloc(9))]],
    ['deflate that is longer than it says', [1, 16, 1, 3, ...deflateRawSync(Buffer.alloc(1_000_000))]],
    ['no deflate', [1, 16, 1, 3, 0xff, 0xff, 0xff]],
  ])('for %s', (_, bytes) => {
    expect(() => decodeChunk(sealed(Buffer.from([0, 0, 0, 0, ...bytes])))).toThrow(DamagedChunk)
  })
})

test('a constant at regular times takes a few bytes, even without deflate', () => {
  expect(encodeChunk(numbers(new Array(3600).fill(21.5)), { deflate: false }).data.length).toBeLessThan(40)
})

test('deflated data is kept only if it is smaller', () => {
  const noise = numbers(Array.from({ length: 8 }, () => Math.random()))
  const plain = encodeChunk(noise, { deflate: false }).data
  expect(encodeChunk(noise, { deflate: true }).data.length).toBeLessThanOrEqual(plain.length)
  const series = numbers(Array.from({ length: 3600 }, (_, i) => Math.round(Math.sin(i) * 100)))
  const deflated = encodeChunk(series, { deflate: true }).data
  expect(deflated.length).toBeLessThan(encodeChunk(series, { deflate: false }).data.length)
  expect(valueAt(decodeChunk(deflated), 7)).toBe(series.values[7])
})
