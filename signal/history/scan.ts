// Splits long reads into slices that follow each other in time. Slices are disjoint, so that compaction and merging
// between two of them have no effect; the next slice is read while the previous one is used.
import type { Ask, History, Span } from './history.ts'
import type { Stretch } from './read.ts'

/** The most readings that a slice should have; up to twice as many where the estimate is off. */
const slicePoints = 1_000_000
const maxCells = 20_000

/**
 * Cuts a span into slices with about the same number of readings, in the order of time; each includes both of its ends.
 * Within a cell, readings are assumed to be spread evenly.
 */
export function slicesOf({ from, to }: Span, stretches: readonly Stretch[], most = slicePoints): Span[] {
  if (to < from) return []
  const width = Math.max(1, Math.ceil((to - from + 1) / maxCells))
  const cells = new Float64Array(Math.ceil((to - from + 1) / width))
  const cellOf = (at: number) => Math.floor((Math.min(to, Math.max(from, at)) - from) / width)
  for (const stretch of stretches) {
    const [first, last] = [cellOf(stretch.from), cellOf(stretch.to)]
    const each = stretch.n / (last - first + 1)
    for (let cell = first; cell <= last; cell++) cells[cell]! += each
  }
  const slices: Span[] = []
  let start = from
  let points = 0
  for (const [cell, n] of cells.entries()) {
    const cellStart = from + cell * width
    if (points > 0 && points + n > most) {
      slices.push({ from: start, to: cellStart - 1 })
      start = cellStart
      points = 0
    }
    // A cell with too many readings is cut into equal parts.
    const cellEnd = Math.min(to, cellStart + width - 1)
    const parts = Math.min(Math.ceil(n / most), cellEnd - cellStart + 1)
    for (let part = 1; part < parts; part++) {
      const end = cellStart + Math.floor(((cellEnd - cellStart + 1) * part) / parts) - 1
      slices.push({ from: start, to: end })
      start = end + 1
    }
    points += parts > 1 ? n / parts : n
  }
  slices.push({ from: start, to })
  return slices
}

type Scan = Parameters<History['scan']>[0]
type Slices = ReturnType<History['scan']>
type Answered = Slices extends AsyncIterable<infer S> ? S : never

/** Reads slice after slice; the next is read while one is used. */
export async function* scanSlices(
  query: Scan,
  ask: Ask,
  density: (query: Scan, ask: Ask) => Promise<Stretch[]>,
  read: (query: Scan, ask: Ask) => Promise<Answered>,
): AsyncGenerator<Answered> {
  const slices = slicesOf(query, await density(query, ask))
  if (query.order === 'descending') slices.reverse()
  let ahead: Promise<Answered> | undefined
  for (const [index, slice] of slices.entries()) {
    const current = ahead ?? read({ ...query, ...slice }, ask)
    const next = slices[index + 1]
    const answer = await current
    ahead = next && read({ ...query, ...next }, ask)
    // An error of the next slice is thrown when that slice is requested.
    ahead?.catch(() => undefined)
    yield answer
  }
}
