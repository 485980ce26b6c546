// Plans which registers one request reads. Pure: points in, blocks out.
import type { Block, Point } from '../driver.ts'
import { isBitArea, type ModbusAddress } from './address.ts'

type Located = { area: string; start: number }

/** A point and its position; `size` is in bits in bit areas, in registers elsewhere. */
export type Placed<A extends Located = ModbusAddress> = { point: Point; address: A; size: number }

/**
 * Longest read and widest hole to read over, per kind of area, in the area's own unit. `inBits`: whether an area is read
 * by bits; default: coils and inputs.
 */
type PlanLimits = {
  registers: number
  bits: number
  registerGap: number
  bitGap: number
  join: boolean
  inBits?: (area: string) => boolean
}

/** Puts every point into exactly one block, in the order of addresses. */
export function planBlocks<A extends Located>(placed: readonly Placed<A>[], limits: PlanLimits): Block<A>[] {
  const sorted = [...placed].sort(
    (a, b) => compare(a.address.area, b.address.area) || a.address.start - b.address.start || a.size - b.size,
  )
  const blocks: Draft<A>[] = []
  for (const one of sorted) {
    const current = blocks.at(-1)
    if (current && limits.join && fits(current, one, limits)) join(current, one)
    else blocks.push({ area: one.address.area, start: one.address.start, count: one.size, points: [entry(one)] })
  }
  return blocks
}

type Draft<A> = { area: string; start: number; count: number; points: { point: Point; address: A }[] }

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const entry = <A extends Located>({ point, address }: Placed<A>) => ({ point, address })
const endAfter = <A extends Located>(block: Draft<A>, one: Placed<A>) =>
  Math.max(block.start + block.count, one.address.start + one.size)

function fits<A extends Located>(block: Draft<A>, one: Placed<A>, limits: PlanLimits): boolean {
  if (block.area !== one.address.area) return false
  const inBits = (limits.inBits ?? isBitArea)(block.area)
  const hole = one.address.start - (block.start + block.count)
  const count = endAfter(block, one) - block.start
  return hole <= (inBits ? limits.bitGap : limits.registerGap) && count <= (inBits ? limits.bits : limits.registers)
}

function join<A extends Located>(block: Draft<A>, one: Placed<A>): void {
  block.count = endAfter(block, one) - block.start
  block.points.push(entry(one))
}
