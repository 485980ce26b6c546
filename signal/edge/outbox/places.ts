// Places in the heads of a file's frames, which are in the order of their numbers. Pure.
import type { FrameAt } from './file.ts'

/** How much is read in one go: messages, and bytes of frames. The first frame comes whatever it weighs. */
export type Most = { entries: number; bytes: number }

/** The first frame that ends at or after a number; the length when there is none. */
export function lowerBound(index: readonly FrameAt[], seq: number): number {
  let [low, high] = [0, index.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (index[middle]!.seq < seq) low = middle + 1
    else high = middle
  }
  return low
}

/** Where to stop when reading from `start`, before the number `end`. */
export function afterMost(index: readonly FrameAt[], start: number, end: number, most: Most): number {
  let [stop, bytes] = [start, 0]
  while (stop < index.length && index[stop]!.seq < end) {
    bytes += index[stop]!.length
    if (stop > start && (stop - start >= most.entries || bytes > most.bytes)) break
    stop++
  }
  return stop
}

/** Points before the number `from`, if the frame before place `at` or the file's name tells. */
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
