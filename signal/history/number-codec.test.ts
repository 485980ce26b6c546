import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { anyNumber } from '../../testkit/series.ts'
import { createSink, latestInstant, type Sink, sourceOf } from './bytes.ts'
import { putNumbers, putTimes, takeNumbers, takeTimes } from './number-codec.ts'

const start = Date.UTC(2026, 2, 1)

function bytesOf(put: (sink: Sink) => void): Buffer {
  const sink = createSink()
  put(sink)
  return Buffer.from(sink.bytes.subarray(0, sink.at))
}
const timesBytes = (times: number[]) => bytesOf((sink) => putTimes(sink, Float64Array.from(times)))
const numbersBytes = (values: number[]) => bytesOf((sink) => putNumbers(sink, Float64Array.from(values)))

function readTimes(bytes: Uint8Array, n: number): number[] {
  const source = sourceOf(bytes)
  const times = takeTimes(source, n)
  expect(source.at).toBe(bytes.length)
  return Array.from(times)
}
function readNumbers(bytes: Uint8Array, n: number): number[] {
  const source = sourceOf(bytes)
  const values = takeNumbers(source, n)
  expect(source.at).toBe(bytes.length)
  return Array.from(values)
}

const regular = Array.from({ length: 1000 }, (_, i) => start + i * 1000)
/** Times that are 0 to 39 ms late. */
const jittered = regular.map((time, i) => time + ((i * 7919) % 40))

describe('times are read back', () => {
  const anyTimes = fc.oneof(
    fc.array(fc.integer({ min: 0, max: latestInstant }), { minLength: 1, maxLength: 40 }),
    fc.array(fc.integer({ min: start, max: start + 500 }), { minLength: 1, maxLength: 40 }),
    fc.array(fc.constantFrom(0, 1, latestInstant - 1, latestInstant), { minLength: 1, maxLength: 10 }),
  )

  test('with any steps', () => {
    fc.assert(
      fc.property(anyTimes, (list) => {
        const times = list.sort((a, b) => a - b)
        expect(readTimes(timesBytes(times), times.length)).toEqual(times)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['one', [start]],
    ['two', [start, start + 1]],
    ['equal ones', [start, start, start]],
    ['regular ones', regular],
    ['jittered ones', jittered],
    ['ever slower ones', Array.from({ length: 300 }, (_, i) => start + i * i * 3)],
    ['more than one scratch holds', Array.from({ length: 70_000 }, (_, i) => start + i * 10 + (i % 3))],
  ])('%s', (_, times) => expect(readTimes(timesBytes(times), times.length)).toEqual(times))
})

describe('times cost', () => {
  test('a few bytes in total when they are regular', () => {
    expect(timesBytes(regular).length).toBeLessThan(16)
  })

  test('one byte each when they are some milliseconds late', () => {
    expect(timesBytes(jittered).length).toBeLessThan(1020)
  })

  test('one more number for an outage', () => {
    const outage = regular.map((time, i) => (i < 500 ? time : time + 3_600_000))
    expect(timesBytes(outage).length).toBeLessThan(timesBytes(regular).length + 12)
  })

  test('one byte each when their steps grow slowly', () => {
    expect(timesBytes(Array.from({ length: 1000 }, (_, i) => start + i * i)).length).toBeLessThan(1010)
  })
})

describe('times are refused:', () => {
  it.each([
    ['a step back', [5, 4]],
    ['before 1970', [-1]],
    ['half a millisecond', [1.5]],
    ['none', [Number.NaN]],
    ['without end', [Number.POSITIVE_INFINITY]],
    ['beyond all', [latestInstant + 1]],
  ])('%s', (_, times) => expect(() => timesBytes(times)).toThrow(RangeError))
})

describe('bytes that are not times are refused:', () => {
  it.each([
    ['none', [], 1],
    ['no step', [5], 1],
    ['too few steps', [5, 0, 2], 3],
    ['a step back', [5, 0, 3], 2],
    ['a step back from the usual one', [5, 11, 23], 2],
    ['a run that is too long', [5, 0, 0, 4], 3],
    ['a run without a length', [5, 0, 0], 3],
    ['a time beyond all', [255, 255, 255, 255, 255, 255, 255, 7, 0, 4], 2],
  ])('%s', (_, bytes, n) => {
    expect(() => takeTimes(sourceOf(Uint8Array.from(bytes)), n)).toThrow(RangeError)
  })
})

describe('numbers are read back', () => {
  test('of any size', () => {
    fc.assert(
      fc.property(fc.array(anyNumber, { maxLength: 40 }), (values) => {
        expect(readNumbers(numbersBytes(values), values.length)).toEqual(values)
      }),
      { numRuns: 200 },
    )
  })

  test.each(Array.from({ length: 16 }, (_, decimals) => decimals))('with %i decimals', (decimals) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 }), { minLength: 1, maxLength: 30 }), (list) => {
        const values = list.map((scaled) => Number(`${scaled}e-${decimals}`))
        expect(readNumbers(numbersBytes(values), values.length)).toEqual(values)
      }),
    )
  })

  it.each([
    ['minus zero', [-0]],
    ['minus zero among others', [1.5, -0, 0]],
    ['infinities', [Number.POSITIVE_INFINITY, 1, Number.NEGATIVE_INFINITY]],
    ['the ends of what is scaled', [2 ** 51 - 1, -(2 ** 51 - 1), 2 ** 51 - 1]],
    ['beyond what is scaled', [2 ** 51, -(2 ** 51), 2 ** 52]],
    ['what is small enough only without decimals', [2 ** 50, 0.5]],
    ['more decimals than before, late', [...new Array(100).fill(7), 0.1, 0.12, 0.123]],
    ['tiny ones', [1e-12, 2e-12, 1e-13]],
    ['single ones', [Math.fround(0.1), Math.fround(21.3), Math.fround(-1e-20)]],
    ['single ones and infinities', [Math.fround(0.1), Number.POSITIVE_INFINITY, -0]],
  ])('%s', (_, values) => expect(readNumbers(numbersBytes(values), values.length)).toEqual(values))

  test('an empty list as an empty list', () => expect(readNumbers(numbersBytes([]), 0)).toEqual([]))
})

describe('numbers cost', () => {
  const walk = (decimals: number) =>
    Array.from({ length: 1000 }, (_, i) => Number(((5000 + ((i * 7919) % 40)) / 10 ** decimals).toFixed(decimals)))

  it.each([0, 1, 2, 3, 4, 5, 6])('a byte each when they move little with %i decimals', (decimals) => {
    expect(numbersBytes(walk(decimals)).length).toBeLessThan(1010)
  })

  test('a few bytes in total when they are constant', () => {
    expect(numbersBytes(new Array(1000).fill(21.3)).length).toBeLessThan(8)
    expect(numbersBytes(new Array(1000).fill(Math.PI)).length).toBeLessThan(12)
  })

  test('four bytes each when they fit into single precision', () => {
    const singles = Array.from({ length: 100 }, (_, i) => Math.fround(Math.sin(i)))
    expect(numbersBytes(singles).length).toBeLessThanOrEqual(402)
  })

  test('less than eight bytes each as doubles of one size', () => {
    const doubles = Array.from({ length: 100 }, (_, i) => 1 + Math.abs(Math.sin(i)) / 2)
    expect(numbersBytes(doubles).length).toBeLessThan(720)
  })
})

describe('bytes that are not numbers are refused:', () => {
  it.each([
    ['none', [], 1],
    ['too few', [2, 4], 2],
    ['an unknown way', [15, 4], 1],
    ['a run that is too long', [0, 0, 5], 2],
    ['too few doubles', [14, 255, 1, 2, 3], 1],
    ['too few singles', [13, 1], 1],
    ['no mask', [14], 1],
  ])('%s', (_, bytes, n) => {
    expect(() => takeNumbers(sourceOf(Uint8Array.from(bytes)), n)).toThrow(RangeError)
  })

  test('any cut', () => {
    for (const values of [
      [1.5, 2.25, 900],
      [Math.PI, Math.E],
      [Math.fround(0.1), Math.fround(0.2)],
    ]) {
      const bytes = numbersBytes(values)
      for (let length = 0; length < bytes.length; length += 1)
        expect(() => takeNumbers(sourceOf(bytes.subarray(0, length)), values.length)).toThrow(RangeError)
    }
  })
})
