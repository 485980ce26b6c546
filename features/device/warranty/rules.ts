// The state of a warranty on a day. Days are texts like 2027-03-01, and can be compared as text. Pure.
import { wallOf } from '../../../core/zone.ts'
import type { WarrantyState } from './contract.ts'

/** The days that decide the state. `soonUntil`: warranties that end until this day end soon; empty: none. */
export type WarrantyClock = { today: string; soonUntil: string }

const dayMs = 24 * 3_600_000
const dayOf = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 10)

/** The present day of an organisation, and the day up to which the end of a warranty is announced. */
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

/** Number of days between two days. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** Number of days: an end before this is not notified, because users know it, or the device was added later. */
const toldBackDays = 7

/** The earliest end day that is still notified. */
export const toldSince = ({ today }: WarrantyClock): string => dayOf(Date.parse(today) - toldBackDays * dayMs)
