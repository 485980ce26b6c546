// Which blocks one random read (0403) reads together, and the bytes of each in its answer. Pure.
import type { Span } from '../driver.ts'
import type { WordAt } from './command.ts'
import { type Area, isBitArea } from './devices.ts'

// A longer block is read alone: a PLC reads a range faster than as many single words.
const longestWords = 16
// Contacts and coils of timers and counters are not read by words.
const bitAreas: readonly string[] = ['X', 'Y', 'M', 'L', 'F', 'V', 'B', 'SB', 'SM']
// A High Performance QCPU counts a word of ZR twice.
const costOf = ({ area }: Span): number => (area === 'ZR' ? 2 : 1)

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

/**
 * Blocks in groups that one request can read, by their indices: with at most `room` words, or alone. `room` 0: without
 * random reads.
 */
export function groupsOf(spans: readonly Span[], room: number): number[][] {
  const alone: number[][] = []
  const groups: { indices: number[]; cost: number }[] = []
  for (const [index, span] of spans.entries()) {
    const cost = wordsOf(span).length * costOf(span)
    if (cost === 0 || cost > room) {
      alone.push([index])
      continue
    }
    const group = groups.at(-1)
    if (group && group.cost + cost <= room) {
      group.indices.push(index)
      group.cost += cost
    } else groups.push({ indices: [index], cost })
  }
  return [...groups.map(({ indices }) => indices), ...alone]
}

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
