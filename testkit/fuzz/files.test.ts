// Damaged bytes of our own formats: outbox files, landing frames, chunks. Readers return the original or report
// damage; never another exception, never memory for a false length.
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeFrame, parseSegmentName, scanFrames } from '../../signal/edge/outbox/file.ts'
import { chunkPoints, DamagedChunk, decodeChunk, encodeChunk } from '../../signal/history/chunk.ts'
import { encodeBatch, readFrame } from '../../signal/history/frame.ts'
import { seriesOfLists } from '../../signal/history/series.ts'
import { anyValue } from '../series.ts'
import { damagedBytes, effort, fuzzTimeoutMs } from './mutate.ts'

const payloads = fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 8 })

const outboxFile = (all: Uint8Array[]): Buffer =>
  Buffer.concat(
    all.map((payload, i) =>
      encodeFrame({ seq: i + 1, count: 1, before: i, points: 1, at: 1000 + i }, Buffer.from(payload)),
    ),
  )

test(
  'of a damaged outbox file only whole frames are read, in order',
  () => {
    fc.assert(
      fc.property(
        payloads.chain((all) => damagedBytes(outboxFile(all)).map((bytes) => ({ all, bytes }))),
        ({ all, bytes }) => {
          const { frames, end } = scanFrames(bytes)
          expect(end).toBeLessThanOrEqual(bytes.length)
          let last = 0
          for (const { seq, payload } of frames) {
            expect(seq).toBeGreaterThan(last)
            last = seq
            // A 32-bit checksum does not protect an empty payload.
            if (payload.length > 0)
              expect(all.some((each) => Buffer.compare(Buffer.from(each), payload) === 0)).toBe(true)
          }
        },
      ),
      effort(1000),
    )
  },
  fuzzTimeoutMs,
)

test(
  'any text is a name of a file of ours or not',
  () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void parseSegmentName(text)),
      effort(500),
    )
  },
  fuzzTimeoutMs,
)

const readings = fc.array(fc.tuple(fc.nat(2 ** 40), anyValue), { minLength: 1, maxLength: 40 })

/** The checksum is corrected for the damaged bytes: only the parser can detect them. */
const resealed = (bytes: Buffer): Buffer => {
  if (bytes.length < 5) return bytes
  const copy = Buffer.from(bytes)
  copy.writeUInt32LE(crc32(copy.subarray(4)), 0)
  return copy
}

test(
  'a damaged chunk is a series or a DamagedChunk, checksum or not',
  () => {
    const chunks = readings.chain((rows) => {
      const sorted = [...rows].sort((a, b) => a[0] - b[0])
      const series = seriesOfLists(
        Float64Array.from(sorted, ([time]) => time),
        sorted.map(([, value]) => value),
        null,
      )
      return fc.boolean().chain((deflate) => damagedBytes(encodeChunk(series, { deflate }).data))
    })
    fc.assert(
      fc.property(chunks, fc.boolean(), (bytes, isSealed) => {
        try {
          expect(decodeChunk(isSealed ? resealed(bytes) : bytes).times.length).toBeLessThanOrEqual(chunkPoints)
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedChunk)
        }
      }),
      effort(1000),
    )
  },
  fuzzTimeoutMs,
)

test(
  'a damaged frame gives the batches that are whole, and counts the rest',
  () => {
    const frames = fc.array(readings, { minLength: 1, maxLength: 5 }).chain((batches) =>
      damagedBytes(
        Buffer.concat(
          batches.map((rows, i) =>
            Buffer.from(
              encodeBatch({
                ...{
                  gatewayId: i + 1,
                  epoch: 'a'.repeat(16),
                  lane: 1 as const,
                  seq: i + 1,
                  orgId: 1,
                  equipmentId: i + 10,
                },
                ids: rows.map((_, at) => at + 1),
                times: rows.map(([time]) => time),
                values: rows.map(([, value]) => value),
                codes: null,
              }),
            ),
          ),
        ),
      ),
    )
    fc.assert(
      fc.property(frames, (bytes) => {
        let seen = 0
        const damaged = readFrame(bytes, ({ ids, times }) => {
          expect(ids.length).toBe(times.length)
          seen += ids.length
        })
        expect(damaged).toBeGreaterThanOrEqual(0)
        expect(seen).toBeLessThanOrEqual(bytes.length)
      }),
      effort(500),
    )
  },
  fuzzTimeoutMs,
)
