import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { good, type Value } from '../../core/data-type.ts'
import { anyNumber, anyValue } from '../../testkit/series.ts'
import { encodeBatch, encodeMark, type LandedBatch, readFrame } from './frame.ts'
import type { LandBatch, LaneNumber } from './history.ts'

type Batch = Omit<LandBatch, 'sn'>

const at = Date.UTC(2026, 2, 1)
const place = { gatewayId: 7, epoch: '00ff00aa12345678', lane: 1 as LaneNumber, seq: 12 }
const batchOf = (values: (Value | null)[], change: Partial<Batch> = {}): Batch => ({
  ...place,
  orgId: 2,
  equipmentId: 3,
  ids: values.map((_, i) => i + 1),
  times: values.map(() => at),
  values,
  codes: null,
  ...change,
})

function readAll(frame: Uint8Array, wants?: (gatewayId: number) => boolean) {
  const batches: LandedBatch[] = []
  const damaged = readFrame(frame, (batch) => batches.push(batch), wants)
  return { batches, damaged }
}
const readOne = (batch: Batch) => {
  const { batches, damaged } = readAll(encodeBatch(batch))
  expect(damaged).toBe(0)
  expect(batches).toHaveLength(1)
  return batches[0]!
}

/** The expected batch: a NaN is a missing value. */
const valuesOf = ({ values }: LandedBatch) =>
  values instanceof Float64Array ? Array.from(values, (value) => (Number.isNaN(value) ? null : value)) : values

const whole = (max: number) => fc.integer({ min: 0, max })
const anyBatch: fc.Arbitrary<Batch> = whole(30).chain((n) => {
  const list = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: n, maxLength: n })
  return fc.record({
    gatewayId: whole(2 ** 31 - 1),
    equipmentId: whole(2 ** 31 - 1),
    orgId: whole(2 ** 31 - 1),
    epoch: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((drawn) => drawn.toString(16).padStart(16, '0')),
    lane: fc.constantFrom<LaneNumber[]>(0, 1),
    seq: whole(Number.MAX_SAFE_INTEGER),
    ids: list(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    times: fc.oneof(list(whole(2 ** 52 - 1)), list(fc.constant(at)), list(fc.integer({ min: at, max: at + 100 }))),
    values: fc.oneof(list(anyNumber), list(fc.oneof(anyNumber, fc.constant(null))), list(anyValue)),
    codes: fc.oneof(
      fc.constant(null),
      list(fc.constantFrom(good, 1, 1305, -1)),
      list(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    ),
  })
})

function expectSame(landed: LandedBatch, { values, ids, times, codes, ...rest }: Batch): void {
  expect(landed).toMatchObject(rest)
  expect(Array.from(landed.ids)).toEqual(Array.from(ids))
  expect(Array.from(landed.times)).toEqual(Array.from(times))
  expect(valuesOf(landed)).toEqual(values)
  const told = codes && Array.from(codes).some((code) => code !== good) ? Array.from(codes) : null
  expect(landed.codes && Array.from(landed.codes)).toEqual(told)
}

describe('a batch is read back', () => {
  test('with any content', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => expectSame(readOne(batch), batch)),
      { numRuns: 200 },
    )
  })

  test('numbers and missing ones in an array of doubles', () => {
    const { values, codes } = readOne(batchOf([1.5, null, -0]))
    expect(values).toEqual(Float64Array.from([1.5, Number.NaN, -0]))
    expect(codes).toBeNull()
  })

  test('with values of several types', () => {
    const values = [true, 1.25, false, 'läuft', null, '18446744073709551615', '', '\ud800', '\0', -0]
    expect(readOne(batchOf(values)).values).toEqual(values)
  })

  test('from lists of every kind', () => {
    const batch = batchOf([1, 2], {
      ids: Int32Array.from([9, 4]),
      times: Float64Array.from([at, at - 5000]),
      codes: Int32Array.from([good, 1305]),
    })
    expectSame(readOne(batch), batch)
  })

  test('with texts far larger than the rest', () => {
    const values = Array.from({ length: 300 }, (_, i) => (i % 2 ? '水'.repeat(1000) : i / 8))
    expectSame(readOne(batchOf(values)), batchOf(values))
    expectSame(readOne(batchOf([1])), batchOf([1]))
  })

  test('with five thousand readings', () => {
    const values = Array.from({ length: 5000 }, (_, i) => i / 3)
    expectSame(readOne(batchOf(values)), batchOf(values))
  })

  test('independent of what is encoded after it', () => {
    const first = encodeBatch(batchOf([1, 2, 3]))
    const copy = Buffer.from(first)
    encodeBatch(batchOf(['x', 'y', 'z']))
    expect(first).toEqual(copy)
  })
})

test('a mark is a batch without readings', () => {
  const { batches, damaged } = readAll(encodeMark({ ...place, lane: 0 }))
  const none = { ids: new Int32Array(0), times: new Float64Array(0), values: new Float64Array(0), codes: null }
  expect(batches).toEqual([{ ...place, lane: 0, equipmentId: 0, orgId: 0, ...none }])
  expect(damaged).toBe(0)
})

describe('a batch is refused for', () => {
  it.each<[string, Partial<Batch>]>([
    ['too few times', { times: [at] }],
    ['too many ids', { ids: [1, 2, 3] }],
    ['too few codes', { codes: [200] }],
    ['a time before 1970', { times: [at, -1] }],
    ['half a millisecond', { times: [at, at + 0.5] }],
    ['no time', { times: [at, Number.NaN] }],
    ['a time beyond all', { times: [at, 2 ** 52] }],
    ['an id that is no integer', { ids: [1, 1.5] }],
    ['an id beyond 32 bits', { ids: [1, 2 ** 31] }],
    ['a code that is no integer', { codes: [200, 0.5] }],
    ['an epoch of another length', { epoch: '00ff' }],
    ['an epoch in capitals', { epoch: '00FF00AA12345678' }],
    ['a negative number', { seq: -1 }],
    ['half a gateway', { gatewayId: 0.5 }],
    ['no device', { equipmentId: Number.NaN }],
  ])('%s', (_, change) => {
    expect(() => encodeBatch(batchOf([1, 2], change))).toThrow(RangeError)
  })
})

describe('a frame', () => {
  const many = Array.from({ length: 8 }, (_, i) =>
    batchOf(i % 2 ? [i, true, 'text', null] : [i, i / 3, null], { gatewayId: i % 3, seq: i + 1, equipmentId: 10 + i }),
  )
  const encoded = many.map(encodeBatch)
  const frame = Buffer.concat(encoded)
  const seqs = ({ batches }: { batches: LandedBatch[] }) => batches.map(({ seq }) => seq)

  test('holds batches in order', () => {
    const { batches, damaged } = readAll(frame)
    expect(damaged).toBe(0)
    expect(batches).toHaveLength(8)
    for (const [i, batch] of batches.entries()) expectSame(batch, many[i]!)
  })

  test('without batches is empty', () => expect(readAll(new Uint8Array(0))).toEqual({ batches: [], damaged: 0 }))

  test('is read at any memory offset', () => {
    const shifted = new Uint8Array(frame.length + 3)
    shifted.set(frame, 3)
    expect(seqs(readAll(shifted.subarray(3)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('shows only the gateways that are wanted', () => {
    expect(seqs(readAll(frame, (gatewayId) => gatewayId === 1))).toEqual([2, 5, 8])
    expect(seqs(readAll(frame, () => false))).toEqual([])
  })

  test('rethrows what the visitor throws', () => {
    const fault = new RangeError('not mine')
    expect(() =>
      readFrame(frame, () => {
        throw fault
      }),
    ).toThrow(fault)
  })

  test('loses one batch to a flipped byte, and reports it', () => {
    let end = 0
    for (const [i, bytes] of encoded.entries()) {
      for (let at = end; at < end + bytes.length; at += 1) {
        const flipped = Buffer.from(frame)
        flipped[at]! ^= 1 << (at % 8)
        const read = readAll(flipped)
        expect(seqs(read)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].filter((seq) => seq !== i + 1))
        expect(read.damaged).toBe(1)
      }
      end += bytes.length
    }
  })

  test('that is cut loses the cut batch, and reports it', () => {
    const ends = new Set(encoded.map((_, i) => Buffer.concat(encoded.slice(0, i)).length))
    for (let length = 0; length < frame.length; length += 1) {
      const read = readAll(frame.subarray(0, length))
      expect(read.damaged).toBe(ends.has(length) ? 0 : 1)
      const before = [...ends].filter((end) => end > 0 && end <= length).length
      expect(seqs(read)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].slice(0, before))
    }
  })

  test('is found again after invalid bytes', () => {
    const rubbish = randomBytes(500)
    const read = readAll(Buffer.concat([rubbish, encoded[0]!, rubbish, encoded[1]!, rubbish]))
    expect(seqs(read)).toEqual([1, 2])
    expect(read.damaged).toBe(3)
  })

  test('of random bytes is always reported as damaged', () => {
    for (let i = 0; i < 500; i += 1) expect(readAll(randomBytes(1 + i))).toEqual({ batches: [], damaged: 1 })
  })

  test('with a valid checksum over an invalid body is damaged, and the following batch is read', () => {
    const body = encoded[1]!.subarray(9)
    for (let i = 0; i < body.length; i += 1) {
      for (const byte of [0, 127, 128, 255, body[i]! ^ 4]) {
        const changed = Buffer.from(encoded[1]!)
        changed[9 + i] = byte
        changed.writeUInt32LE(crc32(changed.subarray(9)), 5)
        const { batches, damaged } = readAll(Buffer.concat([changed, encoded[2]!]))
        expect(batches.length + damaged).toBe(2)
        expect(batches.at(-1)!.seq).toBe(3)
        for (const batch of batches) expect(batch.values.length).toBe(batch.ids.length)
      }
    }
  })
})
