// How much is decoded at once, whatever was stored: a gateway can put any number of readings into one moment, which no
// slice of time divides. What is beyond is told as a hole, and the rest answers.
import type { Damage } from './history.ts'

type Row = { columnId: number; t0: number; t1: number; n: number }

/** Readings of one column that are held packed: a month of ten a second, twice. */
export const mostOfColumn = 50_000_000
/** Readings after which a run of chunks ends, where it can. */
export const runPoints = 2_000_000
/** Readings that are decoded at once at most, 16 bytes and more each. */
export const mostDecoded = 10_000_000

/** Whether there is room for a row; one that there is none for is added to `damaged`. */
export function roomFor(most: number, damaged: Damage[]): (row: Row) => boolean {
  let points = 0
  return (row) => {
    const fits = points + row.n <= most
    if (fits) points += row.n
    else damaged.push({ columnId: row.columnId, from: row.t0, to: row.t1, points: row.n })
    return fits
  }
}
