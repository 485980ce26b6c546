// Plans which words of Sample plc one request reads. Pure: points in, blocks out.
import type { Block, Point } from '../../../drivers/driver.ts'
import type { Address } from './address.ts'

/** A point and its position; `size` in 16-bit words. */
export type Placed = { point: Point; address: Address; size: number }

type Draft = { area: string; start: number; count: number; points: { point: Point; address: Address }[] }

// Number of unused words that one read may include to join two points.
const maxGap = 8

/** Puts every point into exactly one block of at most `maxWords` words, in the order of addresses. */
export function planBlocks(placed: readonly Placed[], maxWords: number): Block<Address>[] {
  const blocks: Draft[] = []
  for (const { point, address, size } of placed.toSorted(inOrder)) {
    const block = blocks.at(-1)
    const end = address.start + size
    if (block && joins(block, address, Math.max(size, end - block.start), maxWords)) {
      block.count = Math.max(block.count, end - block.start)
      block.points.push({ point, address })
    } else blocks.push({ area: address.area, start: address.start, count: size, points: [{ point, address }] })
  }
  return blocks
}

const inOrder = (a: Placed, b: Placed): number =>
  a.address.area.localeCompare(b.address.area) || a.address.start - b.address.start || a.size - b.size

const joins = (block: Draft, { area, start }: Address, count: number, maxWords: number): boolean =>
  block.area === area && start <= block.start + block.count + maxGap && count <= maxWords
