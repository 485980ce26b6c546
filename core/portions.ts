// Loads rows in portions, so that a table of any length is read in bounded memory.

/**
 * The rows of a list in portions of at most `size`. `load` returns the portion after `last`, the last row of the one
 * before, or the first portion without it. The list ends with the first portion that is not full.
 */
export async function* portions<Row>(
  size: number,
  load: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await load(last)
    yield rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}
