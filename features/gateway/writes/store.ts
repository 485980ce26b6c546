import { type Kysely, sql } from 'kysely'
import type { EquipmentId, OrgId, ScriptId, SignalId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'

type Of = { orgId: OrgId; equipmentId: EquipmentId; scriptIds: readonly number[]; signalIds: readonly number[] }
export type Names = {
  device: string
  scripts: ReadonlyMap<number, string>
  signals: ReadonlyMap<number, string>
}

/** Names for the writes of a gateway, only of its own device; deleted objects have no name. */
export async function loadNames(db: Kysely<DB>, { orgId, equipmentId, scriptIds, signalIds }: Of): Promise<Names> {
  const device = await db
    .selectFrom('equipment')
    .select('name')
    .where('orgId', '=', orgId)
    .where('id', '=', equipmentId)
    .executeTakeFirst()
  const scripts = await db
    .selectFrom('script')
    .select(['id', 'name'])
    .where('equipmentId', '=', equipmentId)
    .where('id', '=', sql<ScriptId>`any(${scriptIds}::int[])`)
    .execute()
  const signals = await db
    .selectFrom('signal')
    .select(['id', 'title'])
    .where('equipmentId', '=', equipmentId)
    .where('id', '=', sql<SignalId>`any(${signalIds}::int[])`)
    .execute()
  return {
    device: device?.name ?? '',
    scripts: new Map(scripts.map(({ id, name }) => [id as number, name])),
    signals: new Map(signals.map(({ id, title }) => [id as number, title])),
  }
}
