// Turns chunks of one column into readings: decides which are opened together and which need not be opened, and
// reports what cannot be read.
import { maxDecoded, roomFor, runPoints } from './bounded.ts'
import { DamagedChunk, decodeChunk } from './chunk.ts'
import type { Damage, Series, Span } from './history.ts'
import type { ChunkRow, HeaderRow } from './read-store.ts'
import { firstAfter, firstAtOrAfter, mergeSeries, sliceSeries } from './series.ts'

/** Decodes a chunk. Adds an unreadable chunk to `damaged`. */
export function openChunk(row: ChunkRow, damaged: Damage[]): Series | undefined {
  try {
    return decodeChunk(row.data)
  } catch (error) {
    if (!(error instanceof DamagedChunk)) throw error
    damaged.push({ columnId: row.columnId, from: row.t0, to: row.t1, points: row.n })
    return undefined
  }
}

/**
 * The readings of a column in the span, in runs that follow each other in time: a run holds chunks that overlap, and as
 * many more as memory allows. Landed readings join the run of their time.
 */
export function* runs(rows: ChunkRow[], landed: Series, { from, to }: Span, damaged: Damage[]): Generator<Series> {
  const byTime = rows.toSorted((a, b) => a.t0 - b.t0)
  let next = from
  let run: ChunkRow[] = []
  let points = 0
  const close = (end: number): Series => {
    // Readings at equal times are sorted by their order of arrival.
    run.sort((a, b) => a.id - b.id || a.t0 - b.t0)
    const parts = run.filter(roomFor(maxDecoded, damaged)).flatMap((row) => openChunk(row, damaged) ?? [])
    const series = mergeSeries([...parts, sliceSeries(landed, next, end)])
    const cut = sliceSeries(series, next, end)
    next = end + 1
    run = []
    points = 0
    return cut
  }
  let reach = Number.NEGATIVE_INFINITY
  for (const row of byTime) {
    if (points + row.n > runPoints && run.length > 0 && row.t0 > reach) yield close(row.t0 - 1)
    run.push(row)
    points += row.n
    reach = Math.max(reach, row.t1)
  }
  yield close(to)
}

/** Chunks that share no time with anything else of their column can be answered from their headers. */
export function splitByOverlap(rows: HeaderRow[], { times }: Series): { alone: HeaderRow[]; others: HeaderRow[] } {
  const byTime = rows.toSorted((a, b) => a.t0 - b.t0)
  const alone: HeaderRow[] = []
  const others: HeaderRow[] = []
  let reach = Number.NEGATIVE_INFINITY
  for (const [index, row] of byTime.entries()) {
    const next = byTime[index + 1]
    const isMet = row.t0 <= reach || (next !== undefined && next.t0 <= row.t1)
    const isLanded = firstAfter(times, row.t1) > firstAtOrAfter(times, row.t0)
    if (isMet || isLanded) others.push(row)
    else alone.push(row)
    reach = Math.max(reach, row.t1)
  }
  return { alone, others }
}
