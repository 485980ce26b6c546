// The whole path of a reading through the pure half of the historian: batch, frame, column, chunk, merge, answer.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { good, type Reading } from '../../core/data-type.ts'
import { anyValue, inTimeOrder, readingsOf } from '../../testkit/series.ts'
import { Buckets } from './aggregate.ts'
import { decodeChunk, encodeChunk } from './chunk.ts'
import { encodeBatch, encodeMark, readFrame } from './frame.ts'
import type { Series } from './history.ts'
import { mergeSeries, readingAt, seriesOf, seriesOfLists, sliceSeries } from './series.ts'

type Point = Reading & { columnId: number }

const place = { gatewayId: 7, epoch: '00ff00aa12345678', lane: 1 as const }
const columnIds = [3, 4, 900]
const latest = 200

const anyPoint: fc.Arbitrary<Point> = fc.record({
  columnId: fc.constantFrom(...columnIds),
  at: fc.integer({ min: 0, max: latest }),
  value: anyValue,
  code: fc.constantFrom(good, good, 1305),
})
const anyBatches = fc.array(fc.array(anyPoint, { maxLength: 25 }), { maxLength: 8 })

const ofColumn = (points: readonly Point[], columnId: number): Reading[] =>
  inTimeOrder(points.filter((point) => point.columnId === columnId).map(({ at, value, code }) => ({ at, value, code })))

function frameOf(batches: readonly Point[][]): Buffer {
  const bytes = batches.map((points, i) =>
    points.length === 0
      ? encodeMark({ ...place, seq: i + 1 })
      : encodeBatch({
          ...place,
          seq: i + 1,
          orgId: 1,
          equipmentId: 2,
          ids: points.map(({ columnId }) => columnId),
          times: points.map(({ at }) => at),
          values: points.map(({ value }) => value),
          codes: points.map(({ code }) => code),
        }),
  )
  return Buffer.concat(bytes)
}

/** The readings of one column, batch by batch. */
function partsOf(frame: Buffer, columnId: number): Series[] {
  const parts: Series[] = []
  const damaged = readFrame(frame, ({ ids, times, values, codes }) => {
    const at = Array.from(ids.keys()).filter((i) => ids[i] === columnId)
    const chosen = at.map((i) => values[i]!)
    const told = codes && Int32Array.from(at, (i) => codes[i]!)
    parts.push(
      seriesOfLists(
        Float64Array.from(at, (i) => times[i]!),
        chosen,
        told,
      ),
    )
  })
  expect(damaged).toBe(0)
  return parts
}

/** Stores a series in chunks that are cut at these times, and reads it again. */
function stored(series: Series, cuts: readonly number[]): Series[] {
  const borders = [-1, ...cuts.toSorted((a, b) => a - b), latest]
  return borders.slice(1).flatMap((to, i) => {
    const part = sliceSeries(series, borders[i]! + 1, to)
    return part.times.length === 0 ? [] : [decodeChunk(encodeChunk(part, { deflate: i % 2 === 0 }).data)]
  })
}

const anyCuts = fc.array(fc.integer({ min: 0, max: latest }), { maxLength: 6 })

describe('readings from gateways', () => {
  test('are read from landing by column, in time order and unchanged', () => {
    fc.assert(
      fc.property(anyBatches, (batches) => {
        const frame = frameOf(batches)
        for (const columnId of columnIds)
          expect(readingsOf(mergeSeries(partsOf(frame, columnId)))).toEqual(ofColumn(batches.flat(), columnId))
      }),
      { numRuns: 200 },
    )
  })

  test('are the same after one and after two compactions', () => {
    fc.assert(
      fc.property(anyBatches, anyCuts, anyCuts, (batches, cuts, later) => {
        const series = mergeSeries(partsOf(frameOf(batches), 3))
        const chunks = stored(series, cuts)
        const merged = stored(mergeSeries(chunks), later)
        expect(readingsOf(mergeSeries(chunks))).toEqual(readingsOf(series))
        expect(readingsOf(mergeSeries(merged))).toEqual(readingsOf(series))
      }),
      { numRuns: 200 },
    )
  })

  test('are complete when one half is compacted and the other is still in landing', () => {
    fc.assert(
      fc.property(anyBatches, anyBatches, anyCuts, (early, late, cuts) => {
        const chunks = stored(mergeSeries(partsOf(frameOf(early), 4)), cuts)
        const both = mergeSeries([...chunks, ...partsOf(frameOf(late), 4)])
        expect(readingsOf(both)).toEqual(ofColumn([...early.flat(), ...late.flat()], 4))
      }),
      { numRuns: 200 },
    )
  })

  test('give for any time the last reading up to it', () => {
    fc.assert(
      fc.property(anyBatches, fc.integer({ min: -1, max: latest + 1 }), (batches, at) => {
        const series = mergeSeries(stored(mergeSeries(partsOf(frameOf(batches), 900)), [latest / 2]))
        const expected = ofColumn(batches.flat(), 900).filter((reading) => reading.at <= at)
        expect(readingAt(series, at)).toEqual(expected.at(-1) ?? null)
      }),
      { numRuns: 200 },
    )
  })

  test('are counted once by their bucket, however they are stored', () => {
    fc.assert(
      fc.property(anyBatches, anyCuts, (batches, cuts) => {
        const series = mergeSeries(partsOf(frameOf(batches), 3))
        const buckets = new Buckets([0, 50, 100, 150, latest + 1])
        for (const part of stored(series, cuts)) {
          const header = encodeChunk(part, { deflate: false })
          if (buckets.fitsOneBucket(header.t0, header.t1)) buckets.addHeader(header)
          else buckets.addSeries(part)
        }
        const { n } = buckets.result()
        expect(n.reduce((sum, each) => sum + each, 0)).toBe(ofColumn(batches.flat(), 3).length)
      }),
      { numRuns: 200 },
    )
  })
})

test('a month of readings, one every 40 s, is unchanged and takes less than 1.6 bytes per reading', () => {
  const day = 86_400
  const readings = (index: number) =>
    Array.from({ length: day / 40 }, (_, i) => ({
      at: index * day * 1000 + i * 40_000,
      value: Math.round(Math.sin(i / 30) * 1000) / 10,
      code: i % 500 === 0 ? 1305 : good,
    }))
  const days = Array.from({ length: 30 }, (_, index) => seriesOf(readings(index)))
  const chunks = days.map((series) => encodeChunk(series, { deflate: true }))
  expect(mergeSeries(chunks.map(({ data }) => decodeChunk(data)))).toEqual(mergeSeries(days))
  expect(chunks.reduce((sum, { data }) => sum + data.length, 0) / (30 * (day / 40))).toBeLessThan(1.6)
})
