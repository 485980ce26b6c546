// Limits how many readings are decoded at a time: a gateway can store any number of readings with one time, which no
// slice of time divides. Readings beyond the limit are reported as a gap, and the rest is answered.
import type { Damage } from './history.ts'

type Row = { columnId: number; t0: number; t1: number; n: number }

/** Readings of one column that are held packed: twice a month at ten readings a second. */
export const maxOfColumn = 50_000_000
/** Number of readings after which a run of chunks ends, where possible. */
export const runPoints = 2_000_000
/** Maximum number of readings decoded at a time, 16 bytes or more each. */
export const maxDecoded = 10_000_000

/** Whether there is room for a row; a row without room is added to `damaged`. */
export function roomFor(most: number, damaged: Damage[]): (row: Row) => boolean {
  let points = 0
  return (row) => {
    const fits = points + row.n <= most
    if (fits) points += row.n
    else damaged.push({ columnId: row.columnId, from: row.t0, to: row.t1, points: row.n })
    return fits
  }
}
