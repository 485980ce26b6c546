// The words of blocks in command 0104, and the bytes of each block in its answer. Pure.
import type { Span } from '../driver.ts'
import { isBitArea } from './areas.ts'

// A longer block is read alone: a PLC reads a range faster than as many single words.
const longestWords = 16

/** Words of a block in command 0104; 0: it is read alone. */
export const costOf = ({ area, count }: Span): number => (isBitArea(area) || count > longestWords ? 0 : count)

export const wordsOf = ({ area, start, count }: Span): { area: string; start: number }[] =>
  Array.from({ length: count }, (_, index) => ({ area, start: start + index }))

/** The bytes of each block, as a read of the block alone returns them. */
export function bytesOfEach(spans: readonly Span[], words: Uint8Array): Uint8Array[] {
  let at = 0
  return spans.map(({ count }) => {
    const own = words.subarray(at, at + count * 2)
    at += own.length
    return own
  })
}
