// The rows of a report: one for each time at which any of its columns was stored. Walks the columns in parallel; rows
// need no memory.
import type { Series } from '../../../signal/history/history.ts'

export type Order = 'ascending' | 'descending'

export type RowCursor = {
  /** Moves to the next row; false after the last. */
  next(): boolean
  /** Time of the present row, epoch ms. */
  time(): number
  /** Index of the row's reading in a column, the latest arrival of equal times; -1: it was not stored then. */
  at(column: number): number
  /** Columns that were stored at the moment of the row. */
  count(): number
  /** Number of readings that the cursor has passed so far. */
  passed(): number
}

/** Walks columns of one slice, whose times ascend, in either order. */
export function rowCursor(columns: readonly Series[], order: Order): RowCursor {
  const step = order === 'ascending' ? 1 : -1
  const count = columns.length
  const ends = Int32Array.from(columns, ({ times }) => (step === 1 ? times.length : -1))
  const heads = Int32Array.from(columns, ({ times }) => (step === 1 ? 0 : times.length - 1))
  const found = new Int32Array(count).fill(-1)
  let time = Number.NaN
  let passed = 0

  function nextTime(): number {
    let best = Number.NaN
    for (let c = 0; c < count; c += 1) {
      if (heads[c] === ends[c]) continue
      const at = columns[c]!.times[heads[c]!]!
      if (Number.isNaN(best) || (at - best) * step < 0) best = at
    }
    return best
  }

  /** Skips all readings of column `c` at this time, keeping the one that arrived last. */
  function take(c: number): void {
    const { times } = columns[c]!
    found[c] = -1
    while (heads[c] !== ends[c] && times[heads[c]!] === time) {
      found[c] = step === 1 || found[c] === -1 ? heads[c]! : found[c]!
      heads[c]! += step
      passed += 1
    }
  }

  return {
    next() {
      time = nextTime()
      if (Number.isNaN(time)) return false
      for (let c = 0; c < count; c += 1) take(c)
      return true
    },
    time: () => time,
    at: (column) => found[column]!,
    count: () => found.reduce((sum, index) => (index < 0 ? sum : sum + 1), 0),
    passed: () => passed,
  }
}
