// The database state of each gateway for `signal/cloud`: owner, session, presence, last hello. Not bound to an
// organisation: the platform knows a gateway before it is claimed.
import { type Kysely, sql } from 'kysely'
import type { EquipmentId, GatewayId } from '../../../contract/fields.ts'
import type { Up } from '../../../contract/topics.ts'
import type { DB } from '../../../db/schema.ts'
import type { GatewaySession } from '../../../signal/cloud/gateway-book.ts'
import { gather } from '../../../signal/cloud/gather.ts'
import type { GatewayCredential } from '../../../signal/cloud/link.ts'
import type { Owner } from '../../../signal/cloud/owner-book.ts'
import type { PresenceChange, PresenceStore } from '../../../signal/cloud/presence.ts'

type DbOf = Kysely<DB>

/** Sessions of many gateways, in the order of the request. */
export async function loadSessions(db: DbOf, sns: readonly string[]): Promise<(GatewaySession | undefined)[]> {
  const rows = await db
    .selectFrom('gateway')
    .leftJoin('binding', (join) =>
      join.onRef('binding.gatewayId', '=', 'gateway.id').on('binding.unboundAt', 'is', null),
    )
    .select(['gateway.id as gatewayId', 'gateway.sn', 'gateway.orgId', 'gateway.boxId', 'gateway.session'])
    .select(['binding.id as bindingId', 'binding.equipmentId'])
    .select((eb) =>
      eb
        .selectFrom('signal')
        .select(sql<number[] | null>`array_agg(signal.id)`.as('ids'))
        .whereRef('signal.equipmentId', '=', 'binding.equipmentId')
        .as('ids'),
    )
    .where('gateway.sn', '=', sql<string>`any(${sns}::text[])`)
    .execute()
  const bySn = new Map(rows.map(({ ids, ...row }) => [row.sn, { ...row, signalIds: new Set(ids) }]))
  return sns.map((sn) => bySn.get(sn))
}

/** The owner of a binding's records, with every column that its device ever had. */
export async function loadRecordOwner(db: Kysely<DB>, bindingId: number): Promise<Owner | undefined> {
  const row = await db
    .selectFrom('binding')
    .select(['id as bindingId', 'gatewayId', 'orgId', 'equipmentId', 'boundAt as since', 'unboundAt as until'])
    .where('id', '=', bindingId)
    .executeTakeFirst()
  if (!row) return undefined
  const columns = await db
    .selectFrom('historyColumn')
    .leftJoin('signal', 'signal.id', 'historyColumn.signalId')
    .select(['historyColumn.id', 'signal.id as signalId', 'historyColumn.aggregation'])
    .where('historyColumn.equipmentId', '=', row.equipmentId)
    .where('historyColumn.orgId', '=', row.orgId)
    .execute()
  return { ...row, columns: new Map(columns.map((each) => [each.id, each.aggregation ? 0 : (each.signalId ?? 0)])) }
}

/** The newest binding of the gateway to the device; it may have ended. */
export async function loadBindingOf(
  db: DbOf,
  gatewayId: GatewayId,
  equipmentId: EquipmentId,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('binding')
    .select('id')
    .where('gatewayId', '=', gatewayId)
    .where('equipmentId', '=', equipmentId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

/** Credentials of many gateways, in the order of the request. */
export async function loadCredentials(db: DbOf, sns: readonly string[]): Promise<(GatewayCredential | undefined)[]> {
  const rows = await db
    .selectFrom('gateway')
    .select(['sn', 'secretHash', 'boxId'])
    .where('sn', '=', sql<string>`any(${sns}::text[])`)
    .execute()
  const bySn = new Map(rows.map((row) => [row.sn, row]))
  return sns.map((sn) => bySn.get(sn))
}

/** Returns true if this hardware became the owner of an SN that had none. */
export async function claimBox(db: Kysely<DB>, sn: string, boxId: string): Promise<boolean> {
  const row = await db
    .updateTable('gateway')
    .set({ boxId })
    .where('sn', '=', sn)
    .where('boxId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A hello as it is stored. `clockOffsetMs` is the gateway's clock minus the platform's. */
export type StoredHello = { sn: string; hello: Up['hello']; at: number; leaseUntil: number; clockOffsetMs: number }

type TakenRow = { sn: string; isChanged: boolean; vpn: boolean; equipmentId: EquipmentId | null }

/**
 * Stores hellos of different gateways in one statement: their sessions become the current ones. Returns the changes in
 * the given order; undefined if other hardware owns the SN. Rows are locked in the order of their ids, like in every
 * statement that locks many, so that two such statements never deadlock.
 */
export async function takeHellos(
  db: DbOf,
  hellos: readonly StoredHello[],
): Promise<({ change: PresenceChange | null } | undefined)[]> {
  const rows = hellos.map(({ hello: { session, ...hello }, ...times }) => ({ ...hello, ...times, newSession: session }))
  const { rows: taken } = await sql<TakenRow>`with hello as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as hello (
        "sn" text, "boxId" text, "newSession" text, "at" bigint, "leaseUntil" bigint, "clockOffsetMs" double precision,
        "firmware" text, "abilities" jsonb, "networkType" text, "signalStrength" double precision, "mode" text, "vpn" boolean,
        "lanIp" text, "mac" text, "moduleSn" text, "configHash" text, "bindingId" int)),
    was as (
      select gateway.id, gateway.state, gateway.session, gateway.vpn
      from gateway join hello using (sn)
      where gateway.box_id is null or gateway.box_id = hello."boxId"
      order by gateway.id for update of gateway),
    taken as (
      update gateway set
        box_id = hello."boxId", session = hello."newSession", state = 'online', lease_until = hello."leaseUntil",
        last_seen_at = hello."at", clock_offset_ms = hello."clockOffsetMs", firmware = hello."firmware",
        abilities = hello."abilities",
        network_type = hello."networkType", signal_strength = hello."signalStrength", mode = hello."mode",
        vpn = hello."vpn", lan_ip = hello."lanIp", mac = hello."mac", module_sn = hello."moduleSn",
        config_hash = hello."configHash",
        config_binding_id = hello."bindingId", power_off_at = null,
        online_since = case when was.state = 'online' and was.session = hello."newSession"
          then gateway.online_since else hello."at" end
      from was, hello where gateway.id = was.id and gateway.sn = hello.sn
      returning gateway.id, gateway.sn, gateway.session, gateway.vpn)
    select taken.sn, taken.vpn, binding.equipment_id,
      was.state <> 'online' or was.session is distinct from taken.session or was.vpn <> taken.vpn as is_changed
    from taken join was using (id)
      left join binding on binding.gateway_id = taken.id and binding.unbound_at is null`.execute(db)
  const bySn = new Map(taken.map((row) => [row.sn, row]))
  return hellos.map(({ sn, at }) => {
    const row = bySn.get(sn)
    if (!row) return undefined
    const { equipmentId, vpn, isChanged } = row
    return { change: isChanged ? { sn, equipmentId, state: 'online', vpn, at } : null }
  })
}

/** The current state of many gateways, as changes. */
async function changesOf(db: DbOf, gatewayIds: readonly GatewayId[], at: number): Promise<PresenceChange[]> {
  if (gatewayIds.length === 0) return []
  const rows = await db
    .selectFrom('gateway')
    .leftJoin('binding', (join) =>
      join.onRef('binding.gatewayId', '=', 'gateway.id').on('binding.unboundAt', 'is', null),
    )
    .select(['gateway.sn', 'gateway.state', 'gateway.vpn', 'binding.equipmentId'])
    .where('gateway.id', '=', sql<GatewayId>`any(${gatewayIds}::int[])`)
    .execute()
  return rows.map((row) => ({ ...row, at }))
}

type Leaving = { sn: string; session: string; state: 'offline' | 'sleeping'; at: number }

/** Ends sessions if they are the current ones; returns the changes in the given order. */
async function leaveMany(db: DbOf, leaving: readonly Leaving[]): Promise<(PresenceChange | undefined)[]> {
  const { rows } = await sql<{ sn: string; vpn: boolean; equipmentId: EquipmentId | null }>`with bye as (
      select * from jsonb_to_recordset(${JSON.stringify(leaving)}::jsonb) as bye (
        "sn" text, "session" text, "state" text, "at" bigint)),
    was as (
      select gateway.id from gateway join bye on gateway.sn = bye.sn and gateway.session = bye.session
      where gateway.state = 'online' order by gateway.id for update of gateway),
    left_now as (
      update gateway set state = bye.state, last_seen_at = bye."at", lease_until = 0
      from was, bye where gateway.id = was.id and gateway.sn = bye.sn and gateway.session = bye.session
      returning gateway.id, gateway.sn, gateway.vpn)
    select left_now.sn, left_now.vpn, binding.equipment_id from left_now
      left join binding on binding.gateway_id = left_now.id and binding.unbound_at is null`.execute(db)
  const bySn = new Map(rows.map((row) => [row.sn, row]))
  return leaving.map(({ sn, state, at }) => {
    const row = bySn.get(sn)
    return row && { ...row, state, at }
  })
}

/** The store of `signal/cloud/presence`. */
export function presenceStore(db: DbOf): PresenceStore {
  const leave = gather((leaving: readonly Leaving[]) => leaveMany(db, leaving))
  return {
    async renew(seen, leaseUntil, at) {
      const sns = seen.map(({ sn }) => sn)
      const sessions = seen.map(({ session }) => session)
      // One statement, so that `was` is the state before the update; a separate query afterwards would see the new
      // state. A session that has ended has no lease, so its earlier messages do not renew one.
      const { rows } = await sql<{ id: GatewayId }>`with was as (
          select gateway.id, gateway.state
          from gateway join unnest(${sns}::text[], ${sessions}::text[]) as seen (sn, session)
            on gateway.sn = seen.sn and gateway.session = seen.session
          where gateway.lease_until > 0
          order by gateway.id for update of gateway),
        renewed as (
          update gateway set lease_until = ${leaseUntil}, last_seen_at = ${at}, state = 'online',
            online_since = case when gateway.state = 'online' then online_since else ${at}::bigint end
          from was where gateway.id = was.id)
        select id from was where state <> 'online'`.execute(db)
      return changesOf(
        db,
        rows.map(({ id }) => id),
        at,
      )
    },
    leave: (sn, session, state, at) => leave({ sn, session, state, at }),
    async expire(at) {
      const { rows } = await sql<{ id: GatewayId }>`with was as (
          select id from gateway where state = 'online' and lease_until < ${at} order by id for update)
        update gateway set state = 'offline' from was where gateway.id = was.id returning gateway.id`.execute(db)
      return changesOf(
        db,
        rows.map(({ id }) => id),
        at,
      )
    },
  }
}

/** Records that the gateway of this session reported the loss of its power supply in its last message. */
export async function losePower(db: DbOf, sn: string, session: string, at: number): Promise<void> {
  await db.updateTable('gateway').set({ powerOffAt: at }).where('sn', '=', sn).where('session', '=', session).execute()
}

/** The owner of a gateway, for log lines without a user. */
export const loadOwner = (db: Kysely<DB>, sn: string) =>
  db.selectFrom('gateway').select(['id', 'orgId']).where('sn', '=', sn).executeTakeFirst()
