// The rows of quarantine. Not bound to an organisation: some have none, and only the platform's operator reads them.
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { GatewayId, OrgId } from '../../../contract/fields.ts'
import { lanes } from '../../../contract/topics.ts'
import { contains } from '../../../db/like.ts'
import type { DB } from '../../../db/schema.ts'
import { type WritableSight, writableSight } from '../../../db/sight.ts'
import type { Kept } from '../../../signal/cloud/reland.ts'
import { type QuarantineRow, type Reason, shownBytes } from './contract.ts'
import { readReason, writtenAsNamed, writtenReason } from './rules.ts'

export type DbOf = Kysely<DB>

type QuarantineFilter = {
  sn?: string | null
  reason?: Reason | null | undefined
  relanded?: boolean | null | undefined
  from?: number | null | undefined
  to?: number | null | undefined
}

/** Builds the conditions of a filter. */
function filtered(db: DbOf, { sn, reason, relanded, from, to }: QuarantineFilter) {
  let query = db.selectFrom('historyQuarantine')
  if (from != null) query = query.where('historyQuarantine.receivedAt', '>=', from)
  if (to != null) query = query.where('historyQuarantine.receivedAt', '<=', to)
  if (relanded != null) query = query.where('historyQuarantine.relandedAt', relanded ? 'is not' : 'is', null)
  if (sn) {
    const own = db.selectFrom('gateway').select('gateway.id').where('gateway.sn', 'ilike', contains(sn))
    query = query.where('historyQuarantine.gatewayId', 'in', own)
  }
  if (reason) {
    const written = writtenReason(reason)
    if (written === null) query = query.where('historyQuarantine.reason', 'not in', [...writtenAsNamed])
    else query = query.where('historyQuarantine.reason', '=', written)
  }
  return query
}

const withNames = <O>(query: SelectQueryBuilder<DB, 'historyQuarantine', O>) =>
  query
    .leftJoin('organisation', 'organisation.id', 'historyQuarantine.orgId')
    .leftJoin('gateway', 'gateway.id', 'historyQuarantine.gatewayId')
    .leftJoin('binding', (join) =>
      join
        .onRef('binding.id', '=', 'historyQuarantine.bindingId')
        .onRef('binding.gatewayId', '=', 'historyQuarantine.gatewayId'),
    )
    .leftJoin('equipment', 'equipment.id', 'binding.equipmentId')
    .select(['organisation.name as orgName', 'gateway.sn', 'equipment.name as equipmentName'])
    .select(['historyQuarantine.id', 'historyQuarantine.reason', 'historyQuarantine.receivedAt'])
    .select(['historyQuarantine.lane', 'historyQuarantine.seq', 'historyQuarantine.relandedAt'])
    .select(sql<number>`octet_length(history_quarantine.payload)`.as('sizeBytes'))

type Named = Omit<QuarantineRow, 'reason' | 'detail' | 'lane' | 'seq' | 'id'> & {
  id: number
  reason: string
  lane: number
  seq: number
}

const toRow = ({ id, orgName, sn, equipmentName, reason, receivedAt, sizeBytes, lane, seq, relandedAt }: Named) => ({
  ...{ id: id as QuarantineRow['id'], orgName, sn, equipmentName, receivedAt, sizeBytes, relandedAt },
  ...readReason(reason),
  lane: lanes[lane === 0 ? 0 : 1],
  seq: seq === 0 ? null : seq,
})

/** A page, newest first, with the total and the number of each reason under the other filters. */
export async function loadQuarantine(db: DbOf, filter: QuarantineFilter & { pageNo: number; pageSize: number }) {
  const { pageNo, pageSize, reason: _, ...others } = filter
  // The database's messages differ each time: they form one group.
  const named = sql<string>`case when history_quarantine.reason = any(${writtenAsNamed}::text[])
    then history_quarantine.reason else '' end`
  const counted = await filtered(db, others)
    .select(named.as('named'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('named')
    .execute()
  const counts = new Map(counted.map(({ named, count }) => [readReason(named).reason, Number(count)]))
  const rows = await withNames(filtered(db, filter))
    .orderBy('historyQuarantine.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    total: filter.reason ? (counts.get(filter.reason) ?? 0) : all,
    rows: rows.map(toRow),
    reasons: [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
  }
}

/** A message with the beginning of its payload. */
export async function loadDetail(db: DbOf, id: number) {
  const row = await withNames(db.selectFrom('historyQuarantine'))
    .select(['historyQuarantine.bindingId', 'historyQuarantine.epoch'])
    .select(sql<Buffer>`substring(history_quarantine.payload from 1 for ${shownBytes})`.as('payload'))
    .where('historyQuarantine.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { bindingId, epoch, payload } = row
  return { row: toRow(row), bindingId, epoch: epoch === '' ? null : epoch, payload }
}

/**
 * Messages to store again, in order. A gateway claimed after the message was received had another owner then, or none.
 */
export async function loadKept(db: DbOf, ids: readonly number[]): Promise<Kept[]> {
  const rows = await db
    .selectFrom('historyQuarantine as kept')
    .leftJoin('gateway', 'gateway.id', 'kept.gatewayId')
    .select(['kept.id', 'kept.gatewayId', 'kept.epoch', 'kept.lane', 'kept.receivedAt', 'kept.payload'])
    .select(['gateway.sn', 'gateway.orgId', 'gateway.claimedAt'])
    .where('kept.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('kept.relandedAt', 'is', null)
    .orderBy('kept.id')
    .execute()
  return rows.map(({ sn, orgId, claimedAt, lane, ...row }) => ({
    ...row,
    sn: sn ?? '',
    orgId: claimedAt !== null && claimedAt <= row.receivedAt ? orgId : null,
    lane: lane === 0 ? 0 : 1,
  }))
}

/** The gateway of each message, and the organisation that had it when the message was received. */
export async function loadPlaces(db: DbOf, ids: readonly number[]) {
  return db
    .selectFrom('historyQuarantine as kept')
    .leftJoin('gateway', 'gateway.id', 'kept.gatewayId')
    .select(['kept.id', 'kept.gatewayId', 'kept.orgId', 'gateway.sn'])
    .where('kept.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

export const inTransaction = <R>(db: DbOf, work: (db: DbOf) => Promise<R>): Promise<R> => db.transaction().execute(work)

/** An organisation's operation log, within a transaction. */
export const sightIn = (db: DbOf, orgId: OrgId): WritableSight => writableSight(db, { orgId, devices: 'all' })

type Landed = { id: number; gatewayId: GatewayId; epoch: string }

/**
 * A message that was stored again and that the database refused again is in quarantine a second time, under the key of
 * its second try. The copy is deleted; the original stays with the new reason and a new id, so that the next try has a
 * new key. Returns the reasons by the old id.
 */
export async function takeBackRefused(db: DbOf, landed: readonly Landed[]): Promise<Map<number, string>> {
  const found = await db
    .selectFrom('historyQuarantine')
    .select(['id', 'gatewayId', 'epoch', 'reason'])
    .where('gatewayId', '=', sql<GatewayId>`any(${landed.map(({ gatewayId }) => gatewayId)}::int[])`)
    .where('epoch', '=', sql<string>`any(${landed.map(({ epoch }) => epoch)}::text[])`)
    .where('relandedAt', 'is', null)
    .execute()
  const refused = new Map<number, string>()
  for (const { id, gatewayId, epoch, reason } of found) {
    const original = landed.find((each) => each.gatewayId === gatewayId && each.epoch === epoch)
    if (!original) continue
    await db.deleteFrom('historyQuarantine').where('id', '=', id).execute()
    await sql`update history_quarantine set id = default, reason = ${reason}
      where id = ${original.id} and relanded_at is null`.execute(db)
    refused.set(original.id, reason)
  }
  return refused
}

/** Returns the ids that had not been marked before. */
export async function noteRelanded(db: DbOf, ids: readonly number[], at: number): Promise<Set<number>> {
  const rows = await db
    .updateTable('historyQuarantine')
    .set({ relandedAt: at })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('relandedAt', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Deletes quarantined messages; returns the ids of the messages that existed. */
export async function deleteKept(db: DbOf, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .deleteFrom('historyQuarantine')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
