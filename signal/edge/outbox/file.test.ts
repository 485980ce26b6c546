import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arrange,
  encodeFrame,
  type FrameHead,
  headBytes,
  isHole,
  maxPayloadBytes,
  parseSegmentName,
  scanFrames,
  segmentName,
  takenAt,
} from './file.ts'

const payloadOf = (seq: number, size = 10) => Buffer.from(`${seq} ${'é'.repeat(size)}`)
/** Heads of frames 1 to `count`; frame number i has i points. */
const heads = (count: number): FrameHead[] =>
  Array.from({ length: count }, (_, index) => {
    const seq = index + 1
    return { seq, count: 1, before: (seq * (seq - 1)) / 2, points: seq, at: 1e12 + seq }
  })
const fileOf = (of: readonly FrameHead[]) => Buffer.concat(of.map((head) => encodeFrame(head, payloadOf(head.seq))))
const numbersIn = (bytes: Buffer) => scanFrames(bytes).frames.map(({ seq }) => seq)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('frames', () => {
  it('are read as written', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 300, unit: 'binary' }), { maxLength: 20 }), (texts) => {
        const written = texts.map((text, index) => ({ head: heads(index + 1)[index]!, payload: Buffer.from(text) }))
        const bytes = Buffer.concat(written.map(({ head, payload }) => encodeFrame(head, payload)))
        const { frames, end } = scanFrames(bytes)
        expect(end).toBe(bytes.length)
        expect(frames).toMatchObject(written.map(({ head, payload }) => ({ ...head, payload })))
      }),
    )
  })

  it('cut at any byte leave exactly the complete ones', () => {
    const bytes = fileOf(heads(6))
    const size = headBytes + payloadOf(1).length
    for (let length = 0; length <= bytes.length; length++) {
      const { frames, end } = scanFrames(bytes.subarray(0, length))
      expect(frames.map(({ seq }) => seq)).toEqual(upTo(Math.floor(length / size)))
      expect(end).toBe(Math.floor(length / size) * size)
    }
  })

  it.each([
    ['zeros', Buffer.alloc(5000)],
    ['repeated marks', Buffer.from('fffe4f42'.repeat(1000), 'hex')],
    ['half a frame', encodeFrame({ seq: 4, count: 1, before: 6, points: 1, at: 0 }, payloadOf(4, 900)).subarray(0, 99)],
    ['text', Buffer.from('{"begin":"'.repeat(99))],
  ])('are found before and after %s', (_, garbage) => {
    const torn = Buffer.concat([fileOf(heads(3)), garbage])
    expect(numbersIn(torn)).toEqual([1, 2, 3])
    expect(scanFrames(torn).end).toBe(torn.length - garbage.length)
    expect(numbersIn(Buffer.concat([torn, fileOf(heads(5).slice(3))]))).toEqual([1, 2, 3, 4, 5])
  })

  it('lose exactly the one in which a byte is flipped', () => {
    const bytes = fileOf(heads(5))
    const size = headBytes + payloadOf(1).length
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes)
      flipped[at]! ^= 0x40
      const hit = Math.floor(at / size) + 1
      expect(numbersIn(flipped)).toEqual(upTo(5).filter((seq) => seq !== hit))
    }
  })

  it('after the new ones, left from an old file, do not count: numbers rise', () => {
    expect(numbersIn(Buffer.concat([fileOf(heads(4)), fileOf(heads(2))]))).toEqual([1, 2, 3, 4])
  })

  it('are never found in garbage', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => numbersIn(Buffer.from(bytes)).length === 0))
  })

  it('are limited in size', () => {
    expect(() => encodeFrame(heads(1)[0]!, Buffer.alloc(maxPayloadBytes + 1))).toThrow(/bytes/)
  })

  it('give the time of the first one', () => {
    expect(takenAt(fileOf(heads(2)))).toBe(1e12 + 1)
    expect(takenAt(Buffer.alloc(headBytes))).toBeUndefined()
    expect(takenAt(Buffer.alloc(3))).toBeUndefined()
  })
})

describe('the arrangement of numbers', () => {
  it('has every number once, and counts missing points', () => {
    const count = 12
    const total = (count * (count + 1)) / 2
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: count })),
        fc.integer({ min: 1, max: count }),
        (gone, from) => {
          const left = heads(count).filter(({ seq }) => !gone.includes(seq))
          const items = arrange(left, { from, before: (from * (from - 1)) / 2 }, { from: count + 1, before: total })
          const covered = items.flatMap((item) =>
            isHole(item) ? upTo(item.seq).slice(item.from - 1) : [item.seq - item.count + 1],
          )
          expect(covered).toEqual(upTo(count).slice(from - 1))
          for (const item of items) {
            const own = isHole(item) ? upTo(item.seq).slice(item.from - 1) : [item.seq]
            expect(item.points).toBe(own.reduce((sum, seq) => sum + seq, 0))
          }
        },
      ),
    )
  })

  it('counts no points if they are unknown', () => {
    expect(arrange([], { from: 3, before: undefined }, { from: 9, before: 4 })).toEqual([
      { from: 3, seq: 8, points: 0 },
    ])
    expect(arrange([], { from: 3, before: 1 }, { from: 9, before: undefined })).toEqual([
      { from: 3, seq: 8, points: 0 },
    ])
  })

  it('ends before the next file, whatever an abandoned file still holds', () => {
    expect(arrange(heads(6), { from: 1, before: 0 }, { from: 5, before: 10 }).map(({ seq }) => seq)).toEqual([
      1, 2, 3, 4,
    ])
  })

  it('keeps a gap whole that starts earlier', () => {
    const gap = { seq: 9, count: 9, before: 0, points: 50, at: 0 }
    expect(arrange([gap], { from: 4, before: undefined }, { from: 10, before: 50 })).toEqual([gap])
  })
})

describe('the name of a file', () => {
  it('gives its first number and the points before it', () => {
    const name = { kind: 'gap' as const, first: 42, before: 1_000_000 }
    expect(parseSegmentName(segmentName(name))).toEqual(name)
    expect(parseSegmentName('cursor')).toBeUndefined()
    expect(parseSegmentName('000000000000001-000000000000000.log.new')).toBeUndefined()
  })
})
