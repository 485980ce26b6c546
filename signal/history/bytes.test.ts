import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { anyText } from '../../testkit/series.ts'
import {
  createSink,
  demand,
  latestInstant,
  putText,
  putVarint,
  reserve,
  restart,
  type Sink,
  sourceOf,
  takeByte,
  takeText,
  takeVarint,
  unzigzag,
  varintBytes,
  zigzag,
} from './bytes.ts'

const written = (sink: Sink) => sourceOf(sink.bytes.subarray(0, sink.at))
const anyWhole = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: 2 ** 32 }),
  fc.maxSafeNat(),
  fc.constantFrom(0, 127, 128, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 35, Number.MAX_SAFE_INTEGER),
)

describe('a varint', () => {
  test('is read back, whatever follows it', () => {
    fc.assert(
      fc.property(fc.array(anyWhole, { maxLength: 20 }), (values) => {
        const sink = createSink()
        for (const value of values) putVarint(sink, value)
        const source = written(sink)
        expect(values.map(() => takeVarint(source))).toEqual(values)
        expect(source.at).toBe(sink.at)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    [0, 1],
    [127, 1],
    [128, 2],
    [2 ** 14 - 1, 2],
    [2 ** 14, 3],
    [2 ** 31, 5],
    [Number.MAX_SAFE_INTEGER, varintBytes],
  ])('%d takes %i bytes', (value, length) => {
    const sink = createSink()
    putVarint(sink, value)
    expect(sink.at).toBe(length)
  })

  it.each([
    ['nothing', []],
    ['half a number', [0x80]],
    ['a number without end', new Array(20).fill(0x80)],
    ['a number beyond 2^53', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
  ])('of %s is refused', (_, bytes) => {
    expect(() => takeVarint(sourceOf(Uint8Array.from(bytes)))).toThrow(RangeError)
  })
})

describe('zigzag', () => {
  test('keeps sign and size', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 52), max: 2 ** 52 - 1 }), (value) => {
        expect(zigzag(value)).toBeGreaterThanOrEqual(0)
        expect(zigzag(value)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER)
        expect(unzigzag(zigzag(value))).toBe(value)
      }),
    )
  })

  test('puts small ones of both signs first', () => {
    expect([0, -1, 1, -2, 2].map(zigzag)).toEqual([0, 1, 2, 3, 4])
  })

  test('covers the largest possible step', () => {
    for (const step of [latestInstant, -latestInstant]) expect(unzigzag(zigzag(step))).toBe(step)
  })
})

describe('a text', () => {
  test('is read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 8 }), (texts) => {
        const sink = createSink()
        for (const text of texts) putText(sink, text)
        const source = written(sink)
        expect(texts.map(() => takeText(source))).toEqual(texts)
      }),
      { numRuns: 200 },
    )
  })

  test('longer than the buffer is read back', () => {
    const sink = createSink()
    const text = '水位'.repeat(100_000)
    putText(sink, 'before')
    putText(sink, text)
    const source = written(sink)
    expect(takeText(source)).toBe('before')
    expect(takeText(source) === text).toBe(true)
  })

  it.each([
    ['longer than what is left', [8, 65, 66]],
    ['of a length beyond all', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 65]],
    ['without a length', []],
  ])('%s is refused', (_, bytes) => {
    expect(() => takeText(sourceOf(Uint8Array.from(bytes)))).toThrow(RangeError)
  })
})

describe('a sink', () => {
  test('grows and keeps what was written', () => {
    const sink = createSink()
    for (let i = 0; i < 100_000; i += 1) {
      reserve(sink, varintBytes)
      putVarint(sink, i)
    }
    const source = written(sink)
    for (let i = 0; i < 100_000; i += 1) if (takeVarint(source) !== i) expect.fail(`${i} is another`)
    sink.view.setUint8(0, 77)
    expect(sink.bytes[0]).toBe(77)
  })

  test('frees a very large buffer on reset', () => {
    const sink = createSink()
    const [small] = [sink.bytes.length]
    restart(sink)
    expect(sink.bytes.length).toBe(small)
    reserve(sink, 5 * 1024 * 1024)
    sink.at = 9
    restart(sink)
    expect([sink.at, sink.bytes.length, sink.view.byteLength]).toEqual([0, small, small])
  })
})

test('a source reads from the middle of another buffer', () => {
  const bytes = Uint8Array.from([9, 9, 9, 5, 6])
  const source = sourceOf(bytes.subarray(3))
  expect([takeByte(source), takeByte(source)]).toEqual([5, 6])
  expect(source.view.getUint8(0)).toBe(5)
  expect(() => takeByte(source)).toThrow(RangeError)
  expect(() => demand(source, 1)).toThrow(RangeError)
  expect(() => demand(source, 0)).not.toThrow()
})
