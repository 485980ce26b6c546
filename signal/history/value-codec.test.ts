import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { anyBigint, anyNumber, anyText, anyValue } from '../../testkit/series.ts'
import { createSink, sourceOf } from './bytes.ts'
import type { Series } from './history.ts'
import { putValues, takeValues } from './value-codec.ts'

type Kind = Series['kind']

const seriesOf = (kind: Kind, values: unknown[]): Series => {
  const isNumeric = kind === 'number' || kind === 'bool'
  return {
    kind,
    times: new Float64Array(values.length),
    values: isNumeric ? Float64Array.from(values as number[]) : values,
    codes: null,
  } as Series
}

function bytesOf(kind: Kind, values: unknown[]): Buffer {
  const sink = createSink()
  putValues(sink, seriesOf(kind, values))
  return Buffer.from(sink.bytes.subarray(0, sink.at))
}

function read(kind: Kind, bytes: Uint8Array, n: number): unknown[] {
  const source = sourceOf(bytes)
  const taken = takeValues(source, kind, n)
  expect(taken.kind).toBe(kind)
  expect(source.at).toBe(source.bytes.length)
  return Array.from(taken.values as unknown[])
}
const roundTrip = (kind: Kind, values: unknown[]) => read(kind, bytesOf(kind, values), values.length)

describe('values are read back', () => {
  const none = fc.constant(null)
  const nan = fc.constant(Number.NaN)
  it.each<[Kind, fc.Arbitrary<unknown>]>([
    ['number', fc.oneof(anyNumber, nan)],
    ['bool', fc.oneof(fc.constantFrom(0, 1), nan)],
    ['bool', fc.constantFrom(0, 1)],
    ['bigint', fc.oneof(anyBigint, none)],
    ['bigint', fc.oneof(anyBigint, anyText, none)],
    ['text', fc.oneof(anyText, none)],
    ['mixed', anyValue],
  ])('of kind %s', (kind, each) => {
    fc.assert(
      fc.property(fc.array(each, { maxLength: 40 }), (values) => {
        expect(roundTrip(kind, values)).toEqual(values)
      }),
      { numRuns: 200 },
    )
  })

  it.each<[string, Kind, unknown[]]>([
    ['a counter around 2^64', 'bigint', ['18446744073709551615', '0', '18446744073709551615']],
    ['the ends of signed integers', 'bigint', ['-9223372036854775808', '9223372036854775807']],
    ['integers beyond 64 bits as texts', 'bigint', ['18446744073709551616', '-9223372036854775809']],
    ['other spellings as texts', 'bigint', ['1', '01', '-0', '1.0', ' 1', '']],
    ['only missing texts', 'text', [null, null]],
    ['only missing integers', 'bigint', [null, null]],
    ['texts that read like other things', 'text', ['null', '__proto__', 'constructor', '0']],
    ['all types in turn', 'mixed', [1, 'a', true, null, -0, false, '', 1.5, '9007199254740993']],
    ['one type of many', 'mixed', [true, true]],
  ])('%s', (_, kind, values) => expect(roundTrip(kind, values)).toEqual(values))
})

describe('values cost', () => {
  test('one entry for a repeated text', () => {
    const words = ['running', 'stopped']
    const list = Array.from({ length: 1000 }, (_, i) => words[Math.floor(i / 500)]!)
    expect(bytesOf('text', list).length).toBeLessThan(32)
  })

  test('a few bytes for a step of a large counter', () => {
    const list = Array.from({ length: 100 }, (_, i) => String(2n ** 63n + BigInt(i * 50)))
    expect(bytesOf('bigint', list).length).toBeLessThan(220)
  })

  test('only values that are present', () => {
    const list = Array.from({ length: 1000 }, (_, i) => (i < 900 ? Number.NaN : i * 100))
    expect(bytesOf('number', list).length).toBeLessThan(220)
  })
})

describe('bytes that are not values are refused:', () => {
  it.each<[string, Kind, number[], number]>([
    ['an unknown way to write numbers', 'number', [2, 0, 4], 1],
    ['an unknown way to write integers', 'bigint', [2], 1],
    ['an integer without end', 'bigint', [0, 1, 1, ...new Array(12).fill(255)], 1],
    ['an integer that is cut', 'bigint', [0, 1, 1, 255], 1],
    ['a text nobody told', 'text', [1, 2, 65, 4, 1], 1],
    ['a text before the first', 'text', [1, 2, 65, 1, 1], 1],
    ['more texts than bytes', 'text', [255, 255, 255, 255, 15, 0], 1],
    ['an unknown type', 'mixed', [8, 1, 0, 0, 0], 1],
  ])('%s', (_, kind, bytes, n) => {
    expect(() => takeValues(sourceOf(Uint8Array.from(bytes)), kind, n)).toThrow(RangeError)
  })

  it.each<[Kind, unknown[]]>([
    ['number', [1, Number.NaN, 2.5]],
    ['bool', [1, Number.NaN, 0, 0]],
    ['bigint', ['9007199254740993', null]],
    ['text', ['one', null, 'two']],
    ['mixed', [1.5, 'a', true, null]],
  ])('any cut of kind %s', (kind, values) => {
    const bytes = bytesOf(kind, values)
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => takeValues(sourceOf(bytes.subarray(0, length)), kind, values.length)).toThrow(RangeError)
  })
})
