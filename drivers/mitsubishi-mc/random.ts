// The words of blocks in a random read (0403), and the bytes of each block in its answer. Pure.
import type { Span } from '../driver.ts'
import type { WordAt } from './command.ts'
import { type Area, isBitArea } from './devices.ts'

// A longer block is read alone: a PLC reads a range faster than as many single words.
const longestWords = 16
// Contacts and coils of timers and counters are not read by words.
const bitAreas: readonly string[] = ['X', 'Y', 'M', 'L', 'F', 'V', 'B', 'SB', 'SM']

/** The words that contain a block; none if a random read cannot have it. */
export function wordsOf({ area, start, count }: Span): WordAt[] {
  const isBits = isBitArea(area)
  if (isBits && !bitAreas.includes(area)) return []
  const first = isBits ? start - (start % 16) : start
  const words = isBits ? Math.ceil((start + count - first) / 16) : count
  if (words > longestWords) return []
  return Array.from({ length: words }, (_, index) => ({
    area: area as Area,
    start: first + index * (isBits ? 16 : 1),
  }))
}

/** The words that a block counts in a random read; 0: it is read alone. */
export const costOf = (span: Span): number =>
  // A High Performance QCPU counts a word of ZR twice.
  wordsOf(span).length * (span.area === 'ZR' ? 2 : 1)

/** The bytes of each block, as a read of the block alone returns them, from the words of a random read. */
export function bytesOfEach(spans: readonly Span[], words: Uint8Array): Uint8Array[] {
  let at = 0
  return spans.map((span) => {
    const own = words.subarray(at, at + wordsOf(span).length * 2)
    at += own.length
    return isBitArea(span.area) ? bitsIn(own, span) : own
  })
}

/** Bit 0 of a word is the bit with the lowest number. */
const bitsIn = (words: Uint8Array, { start, count }: Span): Uint8Array =>
  Uint8Array.from({ length: count }, (_, index) => {
    const at = (start % 16) + index
    const byte = words[(at >> 4) * 2 + (at % 16 < 8 ? 1 : 0)]!
    return (byte >> (at % 8)) & 1
  })
