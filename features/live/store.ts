import { type Kysely, sql } from 'kysely'
import { literal } from '../../db/like.ts'
import type { OrgDb } from '../../db/org-db.ts'
import type { DB } from '../../db/schema.ts'
import type { StoredValue } from '../../signal/cloud/live-table.ts'
import type { Ticket } from '../../signal/cloud/socket.ts'
import type { Signal } from '../equipment-config/contract.ts'

export const isOurs = async (org: OrgDb, equipmentId: number): Promise<boolean> =>
  (await org.from('equipment').select('equipment.id').where('equipment.id', '=', equipmentId).executeTakeFirst()) !==
  undefined

/** The gateway of one of our devices as live monitoring needs it. */
export const loadLiveGateway = (org: OrgDb, equipmentId: number) =>
  org
    .from('binding')
    .innerJoin('gateway', 'gateway.id', 'binding.gatewayId')
    .select([
      'gateway.sn',
      'gateway.state',
      'gateway.vpn',
      'gateway.mode',
      'gateway.signalStrength',
      'gateway.lastSeenAt',
    ])
    .where('binding.equipmentId', '=', equipmentId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()

/** The variables of a device in their order, with the names of their drivers. */
export async function loadSignals(org: OrgDb, equipmentId: number): Promise<(Signal & { driverName: string })[]> {
  const rows = await org
    .from('signal')
    .innerJoin('driver', 'driver.id', 'signal.driverId')
    .select(['signal.spec', 'driver.name as driverName'])
    .where('signal.equipmentId', '=', equipmentId)
    .orderBy('signal.position')
    .execute()
  return rows.map(({ spec, driverName }) => ({ ...(spec as unknown as Signal), driverName }))
}

/** Last values of devices as the database knows them. */
export async function loadLastValues(db: Kysely<DB>, equipmentIds: readonly number[]): Promise<StoredValue[]> {
  if (equipmentIds.length === 0) return []
  const rows = await db.selectFrom('lastValue').selectAll().where('equipmentId', 'in', equipmentIds).execute()
  return rows.map((row) => ({ ...row, value: row.value as StoredValue['value'] }))
}

/** Keeps last values; an older one never replaces a newer one, and a signal that is gone is not kept. */
export async function saveLastValues(db: Kysely<DB>, values: readonly StoredValue[]): Promise<void> {
  if (values.length === 0) return
  const rows = values.map(({ signalId, orgId, equipmentId, value, code, at }) => ({
    signal_id: signalId,
    org_id: orgId,
    equipment_id: equipmentId,
    value,
    code,
    at,
  }))
  const json = JSON.stringify(rows)
  await sql`insert into last_value (signal_id, org_id, equipment_id, value, code, at)
    select v.signal_id, v.org_id, v.equipment_id, v.value, v.code, v.at
    from jsonb_to_recordset(${json}::jsonb)
      as v (signal_id int, org_id int, equipment_id int, value jsonb, code int, at bigint)
    join signal on signal.id = v.signal_id
    on conflict (signal_id) do update
      set value = excluded.value, code = excluded.code, at = excluded.at,
          equipment_id = excluded.equipment_id, org_id = excluded.org_id
      where excluded.at >= last_value.at`.execute(db)
}

export async function insertTicket(
  org: OrgDb,
  ticket: { tokenHash: Buffer; sessionHash: Buffer; equipmentId: number; expiresAt: number },
) {
  await org.insert('socketToken', ticket).execute()
}

/** Takes the ticket of a token: good once, while it and its session live. */
export async function redeemTicket(db: Kysely<DB>, tokenHash: Buffer, now: number): Promise<Ticket | undefined> {
  await db.deleteFrom('socketToken').where('expiresAt', '<', now).execute()
  const row = await db.deleteFrom('socketToken').where('tokenHash', '=', tokenHash).returningAll().executeTakeFirst()
  return row && { orgId: row.orgId, equipmentId: row.equipmentId, sessionHash: row.sessionHash.toString('hex') }
}

/** Variables of our devices that hold the words, those that begin with them first. */
export async function findSignals(org: OrgDb, keyword: string, most: number) {
  const words = literal(keyword)
  const address = sql<string>`signal.spec->>'address'`
  return org
    .from('signal')
    .innerJoin('equipment', 'equipment.id', 'signal.equipmentId')
    .select(['signal.id', 'signal.title', 'equipment.id as equipmentId', 'equipment.name as equipmentName'])
    .select(address.as('address'))
    .where((eb) =>
      eb.or([
        eb('signal.title', 'ilike', `%${words}%`),
        eb('signal.name', 'ilike', `%${words}%`),
        eb(address, 'like', `${words}%`),
      ]),
    )
    .orderBy((eb) => eb('signal.title', 'ilike', `${words}%`), 'desc')
    .orderBy('signal.title')
    .orderBy('signal.id')
    .limit(most)
    .execute()
}
