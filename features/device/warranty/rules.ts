// How the warranty of a device stands on a day. Days are texts like 2027-03-01, and compare as such. Pure.
import { wallOf } from '../../../core/zone.ts'
import type { WarrantyState } from './contract.ts'

/** `soonUntil`: the last day that is soon; empty: none is. */
export type WarrantyClock = { today: string; soonUntil: string }

const dayMs = 24 * 3_600_000
const dayOf = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 10)

/** The days of an organisation at an instant, `noticeDays` before the end being soon. */
export function warrantyClock(zone: string, at: number, noticeDays: number): WarrantyClock {
  const wall = wallOf(zone, at)
  return { today: dayOf(wall), soonUntil: noticeDays === 0 ? '' : dayOf(wall + noticeDays * dayMs) }
}

/** The last day is within the warranty. */
export function warrantyState(until: string | null, { today, soonUntil }: WarrantyClock): WarrantyState | null {
  if (until === null) return null
  if (until < today) return 'ended'
  return until <= soonUntil ? 'soon' : 'valid'
}

/** Days from one to the other. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** An end that is further back is not told any more: it was known, or the device came with it. */
const toldBackDays = 7

/** The first day whose warranty is still told as ended. */
export const toldSince = ({ today }: WarrantyClock): string => dayOf(Date.parse(today) - toldBackDays * dayMs)
