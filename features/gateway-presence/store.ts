// What the spine keeps of each box: who it is, whether it is there, what it said of itself. Not bound to an organisation:
// a gateway is known to the platform before anyone claims it.
import { type Kysely, sql } from 'kysely'
import type { Up } from '../../contract/topics.ts'
import type { DB } from '../../db/schema.ts'
import type { Standing } from '../../signal/cloud/gateway-book.ts'
import type { GatewayCredential } from '../../signal/cloud/link.ts'
import type { Owner } from '../../signal/cloud/owner-book.ts'
import type { PresenceChange, PresenceStore } from '../../signal/cloud/presence.ts'

export async function loadStanding(db: Kysely<DB>, sn: string): Promise<Standing | undefined> {
  const row = await db
    .selectFrom('gateway')
    .leftJoin('binding', (join) =>
      join.onRef('binding.gatewayId', '=', 'gateway.id').on('binding.unboundAt', 'is', null),
    )
    .select(['gateway.id as gatewayId', 'gateway.sn', 'gateway.orgId', 'gateway.boxId', 'gateway.session'])
    .select(['binding.id as bindingId', 'binding.equipmentId'])
    .where('gateway.sn', '=', sn)
    .executeTakeFirst()
  if (!row) return undefined
  const signals = row.equipmentId
    ? await db.selectFrom('signal').select('id').where('equipmentId', '=', row.equipmentId).execute()
    : []
  return { ...row, signalIds: new Set(signals.map(({ id }) => id)) }
}

/** Whose the records of a binding are, with every column its device ever had. */
export async function loadRecordOwner(db: Kysely<DB>, bindingId: number): Promise<Owner | undefined> {
  const row = await db
    .selectFrom('binding')
    .select(['id as bindingId', 'gatewayId', 'orgId', 'equipmentId'])
    .where('id', '=', bindingId)
    .executeTakeFirst()
  if (!row) return undefined
  const columns = await db
    .selectFrom('historyColumn')
    .select(['id', 'signalId', 'aggregation'])
    .where('equipmentId', '=', row.equipmentId)
    .where('orgId', '=', row.orgId)
    .execute()
  return { ...row, columns: new Map(columns.map((each) => [each.id, each.aggregation ? 0 : each.signalId])) }
}

export const loadCredential = (db: Kysely<DB>, sn: string): Promise<GatewayCredential | undefined> =>
  db.selectFrom('gateway').select(['sn', 'secretHash', 'boxId']).where('sn', '=', sn).executeTakeFirst()

/** True if this box became the owner of an SN that had none. */
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

/**
 * Takes a hello: its session becomes the current one. Nothing: another box owns the SN.
 * `clockOffsetMs` is the gateway's clock minus the platform's.
 */
export async function takeHello(
  db: Kysely<DB>,
  sn: string,
  hello: Up['hello'],
  times: { at: number; leaseUntil: number; clockOffsetMs: number },
): Promise<{ change: PresenceChange | null } | undefined> {
  const before = await db
    .selectFrom('gateway')
    .select(['state', 'boxId', 'session', 'vpn'])
    .where('sn', '=', sn)
    .executeTakeFirst()
  const isAnother = before?.state !== 'online' || before.session !== hello.session
  const row = await db
    .updateTable('gateway')
    .set({
      boxId: hello.boxId,
      session: hello.session,
      state: 'online',
      leaseUntil: times.leaseUntil,
      lastSeenAt: times.at,
      clockOffsetMs: times.clockOffsetMs,
      firmware: hello.firmware,
      networkType: hello.networkType ?? null,
      signalStrength: hello.signalStrength ?? null,
      mode: hello.mode,
      vpn: hello.vpn,
      lanIp: hello.lanIp ?? null,
      mac: hello.mac ?? null,
      configHash: hello.configHash,
      configBindingId: hello.bindingId,
      ...(isAnother ? { onlineSince: times.at } : {}),
    })
    .where('sn', '=', sn)
    .where((eb) => eb.or([eb('boxId', 'is', null), eb('boxId', '=', hello.boxId)]))
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  const isChanged = isAnother || before?.vpn !== hello.vpn
  const change = isChanged ? await changeOf(db, row.id, times.at) : null
  return { change }
}

async function changeOf(db: Kysely<DB>, gatewayId: number, at: number): Promise<PresenceChange> {
  const row = await db
    .selectFrom('gateway')
    .leftJoin('binding', (join) =>
      join.onRef('binding.gatewayId', '=', 'gateway.id').on('binding.unboundAt', 'is', null),
    )
    .select(['gateway.sn', 'gateway.state', 'gateway.vpn', 'binding.equipmentId'])
    .where('gateway.id', '=', gatewayId)
    .executeTakeFirstOrThrow()
  return { ...row, at }
}

/** The store of `signal/cloud/presence`. */
export const presenceStore = (db: Kysely<DB>): PresenceStore => ({
  async renew(seen, leaseUntil, at) {
    const sns = seen.map(({ sn }) => sn)
    const sessions = seen.map(({ session }) => session)
    // One statement, so that `was` is the state before: a later look would already see what this one wrote.
    const { rows } = await sql<{ id: number }>`with was as (
        select gateway.id, gateway.state
        from gateway join unnest(${sns}::text[], ${sessions}::text[]) as seen (sn, session)
          on gateway.sn = seen.sn and gateway.session = seen.session
        for update of gateway),
      renewed as (
        update gateway set lease_until = ${leaseUntil}, last_seen_at = ${at}, state = 'online',
          online_since = case when gateway.state = 'online' then online_since else ${at}::bigint end
        from was where gateway.id = was.id)
      select id from was where state <> 'online'`.execute(db)
    return Promise.all(rows.map(({ id }) => changeOf(db, id, at)))
  },
  async leave(sn, session, state, at) {
    const row = await db
      .updateTable('gateway')
      .set({ state, lastSeenAt: at, leaseUntil: 0 })
      .where('sn', '=', sn)
      .where('session', '=', session)
      .where('state', '=', 'online')
      .returning('id')
      .executeTakeFirst()
    return row && changeOf(db, row.id, at)
  },
  async expire(at) {
    const rows = await db
      .updateTable('gateway')
      .set({ state: 'offline' })
      .where('state', '=', 'online')
      .where('leaseUntil', '<', at)
      .returning('id')
      .execute()
    return Promise.all(rows.map(({ id }) => changeOf(db, id, at)))
  },
})

/** Who owns a gateway, for the log of what happens without a user. */
export const loadOwner = (db: Kysely<DB>, sn: string) =>
  db.selectFrom('gateway').select(['id', 'orgId']).where('sn', '=', sn).executeTakeFirst()
