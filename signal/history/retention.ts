// The nightly work that needs no decoding: deletes data that is too old or of deleted devices, and creates weeks
// ahead. Each step is bounded and may be interrupted at any point: the next night does the rest.
import type { Connection } from '../../db/connection.ts'
import { dayMs, weekMs, weekOf } from './calendar.ts'
import { addWeek, countStrays, dropDetached, dropWeek, readWeeks } from './partition-store.ts'
import { forgetGone, readRetentions, removeGaps, removeOldChunks, removeQuarantined } from './retention-store.ts'

/** `weeksOnly`: creates future weeks and counts rows, but deletes nothing. */
export type RetentionJob = { now: number; weeksOnly: boolean }
export type Kept = { strays: number; longestDays: number; droppedWeeks: number; removedChunks: number }

/** How many weeks of partitions are created ahead. */
export const weeksAhead = 4
/** Days of history for an organisation without its own setting. */
export const usualDays = 365

export async function keepHouse(client: Connection, { now, weeksOnly }: RetentionJob): Promise<Kept> {
  for (let ahead = -1; ahead <= weeksAhead; ahead++) await ensureWeek(client, weekOf(now) + ahead * weekMs)
  const organisations = await readRetentions(client)
  const longestDays = Math.max(0, ...organisations.map(({ days }) => days)) || usualDays
  const kept: Kept = { strays: 0, longestDays, droppedWeeks: 0, removedChunks: 0 }
  if (!weeksOnly) {
    await dropDetached(client)
    for (const week of await readWeeks(client)) {
      if (week + weekMs > now - longestDays * dayMs) break
      await dropWeek(client, week)
      kept.droppedWeeks += 1
    }
    for (const { orgId, days } of organisations) {
      const before = now - days * dayMs
      kept.removedChunks += await removeOldChunks(client, orgId, before)
      await removeGaps(client, orgId, before)
    }
    await removeQuarantined(client, now - longestDays * dayMs)
    kept.removedChunks += await forgetGone(client)
  }
  return { ...kept, strays: await countStrays(client) }
}

async function ensureWeek(client: Connection, week: number): Promise<void> {
  if (!(await readWeeks(client)).includes(week)) await addWeek(client, week)
}
