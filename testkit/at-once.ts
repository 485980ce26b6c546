// Simultaneous calls that change one device, on any machine.
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { EquipmentId } from '../contract/fields.ts'
import { eventually } from './eventually.ts'
import type { TestServer } from './server.ts'

/**
 * Returns the answers to calls that all wait for the device, whose row is locked until the last of them waits: calls
 * that read before they lock the device all read the earlier state.
 */
export async function atOnce<A>(
  { platform: { db } }: TestServer,
  equipmentId: EquipmentId,
  calls: readonly (() => Promise<A>)[],
): Promise<A[]> {
  const held = await db.transaction().execute(async (holder) => {
    await holder.selectFrom('equipment').select('id').where('id', '=', equipmentId).forUpdate().execute()
    const asked = calls.map((call) => call())
    await eventually(async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows[0]!.waiting).toBe(calls.length)
    })
    // The requests are returned in an object, so that they are not awaited: they end only after this transaction.
    return { asked }
  })
  return Promise.all(held.asked)
}
