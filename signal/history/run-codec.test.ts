import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { good } from '../../core/data-type.ts'
import { createSink, type Sink, sourceOf } from './bytes.ts'
import { isAllGood, putFlags, putRuns, takeFlags, takeRuns } from './run-codec.ts'

function bytesOf(put: (sink: Sink) => void): Buffer {
  const sink = createSink()
  put(sink)
  return Buffer.from(sink.bytes.subarray(0, sink.at))
}
const flagBytes = (flags: number[]) => bytesOf((sink) => putFlags(sink, Uint8Array.from(flags)))
const runBytes = (list: number[]) => bytesOf((sink) => putRuns(sink, list))

const anyFlags = fc.oneof(
  fc.array(fc.constantFrom(0, 1), { maxLength: 100 }),
  fc
    .array(fc.tuple(fc.constantFrom(0, 1), fc.integer({ min: 1, max: 200 })), { maxLength: 8 })
    .map((runs) => runs.flatMap(([flag, length]) => new Array<number>(length).fill(flag))),
)

describe('flags', () => {
  test('come back', () => {
    fc.assert(
      fc.property(anyFlags, (flags) => {
        const source = sourceOf(flagBytes(flags))
        expect(Array.from(takeFlags(source, flags.length))).toEqual(flags)
        expect(source.at).toBe(source.bytes.length)
      }),
      { numRuns: 200 },
    )
  })

  test('take at most one bit each, and two bytes when they never change', () => {
    expect(flagBytes(Array.from({ length: 800 }, (_, i) => i % 2)).length).toBeLessThanOrEqual(101)
    expect(flagBytes(new Array(100).fill(1)).length).toBe(2)
  })

  it.each([
    ['none', [], 3],
    ['an unknown way', [3, 3], 3],
    ['a run that is too long', [1, 4], 3],
    ['a run of nothing', [1, 0], 3],
    ['too few', [0, 2], 3],
    ['too few bits', [2, 255], 9],
  ])('are refused for invalid bytes: %s', (_, bytes, n) => {
    expect(() => takeFlags(sourceOf(Uint8Array.from(bytes)), n)).toThrow(RangeError)
  })
})

describe('runs', () => {
  const whole = fc.oneof(fc.constantFrom(good, 1, -1), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))

  test('come back', () => {
    fc.assert(
      fc.property(fc.array(whole, { maxLength: 60 }), (list) => {
        const source = sourceOf(runBytes(list))
        expect(Array.from(takeRuns(source, new Int32Array(list.length)))).toEqual(list)
        expect(source.at).toBe(source.bytes.length)
      }),
      { numRuns: 200 },
    )
  })

  test('take the same bytes for any length', () => {
    expect(runBytes(new Array(1000).fill(good)).length).toBeLessThan(6)
  })

  it.each([[0.5], [2 ** 31], [Number.NaN]])('are not made of %d', (value) => {
    expect(() => runBytes([value])).toThrow(RangeError)
  })

  it.each([
    ['none', []],
    ['a run that is too long', [2, 4]],
    ['a run of nothing', [2, 0]],
    ['too few', [2, 2]],
    ['a number beyond 32 bits', [255, 255, 255, 255, 31, 3]],
  ])('are refused for invalid bytes: %s', (_, bytes) => {
    expect(() => takeRuns(sourceOf(Uint8Array.from(bytes)), new Int32Array(3))).toThrow(RangeError)
  })
})

test('codes are all good or not', () => {
  expect(isAllGood([])).toBe(true)
  expect(isAllGood([good, good])).toBe(true)
  expect(isAllGood([good, 0])).toBe(false)
})
