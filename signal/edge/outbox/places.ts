// Searches in the heads of a file's frames, which are sorted by number. Pure.
import type { FrameAt } from './file.ts'

/** The maximum read together: messages, and bytes of frames. The first frame is returned whatever its size. */
export type ReadLimits = { entries: number; bytes: number }

/** The index of the first frame that ends at or after a number; the length if there is none. */
export function lowerBound(index: readonly FrameAt[], seq: number): number {
  let [low, high] = [0, index.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (index[middle]!.seq < seq) low = middle + 1
    else high = middle
  }
  return low
}

/** The index at which to stop when reading from `start`, before the number `end`. */
export function afterMost(index: readonly FrameAt[], start: number, end: number, most: ReadLimits): number {
  let [stop, bytes] = [start, 0]
  while (stop < index.length && index[stop]!.seq < end) {
    bytes += index[stop]!.length
    if (stop > start && (stop - start >= most.entries || bytes > most.bytes)) break
    stop++
  }
  return stop
}

/** Points before the number `from`, if the frame before index `at` or the file name has them. */
export function pointsBefore(
  file: { first: number; before: number },
  index: readonly FrameAt[],
  at: number,
  from: number,
): number | undefined {
  const head = index[at - 1]
  if (head?.seq === from - 1) return head.before + head.points
  return from === file.first ? file.before : undefined
}
