// Plans which bytes of an area one item of a request reads. Pure: points in, blocks out.
import type { Block, Point } from '../driver.ts'
import { type S7Address, unitBytes } from './address.ts'

/** A point and its position; `size` in units of its area: bytes, or timers and counters. */
export type Placed = { point: Point; address: S7Address; size: number }

/** In bytes: the longest block, and the widest hole that it may include. */
type PlanLimits = { maxBytes: number; maxGap: number; join: boolean }

type Draft = { area: string; start: number; count: number; points: { point: Point; address: S7Address }[] }

/** Puts every point into exactly one block, in the order of addresses. */
export function planBlocks(placed: readonly Placed[], limits: PlanLimits): Block<S7Address>[] {
  const blocks: Draft[] = []
  for (const { point, address, size } of placed.toSorted(inOrder)) {
    const block = blocks.at(-1)
    if (block && limits.join && fits(block, address, size, limits)) {
      block.count = countWith(block, address, size)
      block.points.push({ point, address })
    } else blocks.push({ area: address.area, start: address.start, count: size, points: [{ point, address }] })
  }
  return blocks
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const inOrder = (a: Placed, b: Placed): number =>
  compare(a.address.area, b.address.area) || a.address.start - b.address.start || a.size - b.size

const countWith = (block: Draft, { start }: S7Address, size: number): number =>
  Math.max(block.count, start + size - block.start)

function fits(block: Draft, address: S7Address, size: number, { maxBytes, maxGap }: PlanLimits): boolean {
  if (block.area !== address.area) return false
  const unit = unitBytes(block.area)
  const hole = (address.start - block.start - block.count) * unit
  return hole <= maxGap && countWith(block, address, size) * unit <= maxBytes
}
