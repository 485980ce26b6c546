import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Driver, Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId, OrgId, PageId, ProjectId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { keepNewestTokens } from '../../../db/session-tokens.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { Derived } from '../../../signal/cloud/derive.ts'
import type { PageTicket } from '../../../signal/cloud/page-watchers.ts'
import type { ShownDevice } from './rules.ts'

/** The visible variables among the ids. */
export async function loadSignalsOf(sight: Sight, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await sight
    .from('signal')
    .innerJoin(sight.table('driver'), 'driver.id', 'signal.driverId')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'signal.equipmentId')
    .select(['signal.equipmentId', 'signal.spec', 'driver.name as driverName', 'driver.spec as driver'])
    .select(['equipment.defaultValueMode as mode', 'equipment.defaultValue as default'])
    .where(sql<SqlBool>`signal.id = any(${[...new Set(ids)]}::int[])`)
    .orderBy('signal.id')
    .execute()
  return rows.map(({ equipmentId, spec, driver, ...rest }) => {
    const signal = spec as unknown as Signal
    return { equipmentId, id: signal.id, signal: { ...signal, ...rest, driver: driver as unknown as Driver } }
  })
}

/** The visible variables among the ids, only with their devices. */
export const placesOf = (sight: Sight, ids: readonly number[]) =>
  sight
    .from('signal')
    .select(['signal.id', 'signal.equipmentId'])
    .where(sql<SqlBool>`signal.id = any(${[...new Set(ids)]}::int[])`)
    .orderBy('signal.id')
    .execute()

/** The gateways of the visible devices among the ids. */
export const loadGateways = (sight: Sight, devices: readonly number[]) =>
  sight
    .from('binding')
    .innerJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['binding.equipmentId', 'gateway.sn', 'gateway.state', 'gateway.vpn', 'gateway.mode'])
    .select(['gateway.signalStrength', 'gateway.lastSeenAt', 'gateway.economizeOpen', 'gateway.smartSaving'])
    .where(sql<SqlBool>`binding.equipment_id = any(${[...new Set(devices)]}::int[])`)
    .where('binding.unboundAt', 'is', null)
    .orderBy('binding.equipmentId')
    .execute()

/** The visible devices of a project. */
export const loadMembers = async (sight: Sight, projectId: ProjectId): Promise<number[]> =>
  (
    await sight
      .from('projectEquip')
      .select('projectEquip.equipmentId')
      .where('projectEquip.projectId', '=', projectId)
      .execute()
  ).map(({ equipmentId }) => equipmentId)

/**
 * A value that changes when the answer of a page may change: the saved page, its password, the devices and intermediate
 * variables of its project, and the bindings of its 3D scenes.
 */
const standOf = sql<string>`concat_ws(' ', page.updated_at, md5(page.password_hash), (select md5(string_agg(
  member.equipment_id::text, ',' order by member.equipment_id)) from project_equip as member
  where member.project_id = page.project_id), (select md5(string_agg(derived.id || ' ' || derived.updated_at, ','
  order by derived.id)) from mvar as derived where derived.project_id = page.project_id),
  (select md5(string_agg(scene.id || ' ' || scene.version, ',' order by scene.id)) from scene
  where scene.org_id = page.org_id and page.scene_keys @> to_jsonb(scene.key::text)))`

/** Returns `undefined` for a page that does not belong to a project. */
export async function loadStand(sight: Sight, id: PageId) {
  const row = await sight
    .from('page')
    .select('page.projectId')
    .select(standOf.as('stand'))
    .where('page.id', '=', id)
    .executeTakeFirst()
  return row && row.projectId !== null ? { projectId: row.projectId, stand: row.stand } : undefined
}

/** The current values for pages of all organisations; deleted pages are omitted. */
async function loadStands(db: Kysely<DB>, ids: readonly PageId[]): Promise<Map<PageId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('page')
    .select('page.id')
    .select(standOf.as('stand'))
    .where(sql<SqlBool>`page.id = any(${ids}::int[])`)
    .execute()
  return new Map(rows.map(({ id, stand }) => [id, stand]))
}

type NewTicket = {
  tokenHash: Buffer
  sessionHash: Buffer
  pageId: PageId
  projectId: ProjectId
  stand: string
  shown: readonly ShownDevice[]
  mvars: readonly Derived[]
  expiresAt: number
}

export async function insertTicket(sight: WritableSight, { shown, mvars, ...ticket }: NewTicket): Promise<void> {
  const resolved = { shown: JSON.stringify(shown), mvars: JSON.stringify(mvars) }
  await sight.insert('pageToken', { ...ticket, ...resolved }).execute()
  await keepNewestTokens(sight, 'pageToken', ticket.sessionHash)
}

/** Deletes expired socket tokens. */
export const pruneTickets = async (db: Kysely<DB>, now: number): Promise<void> =>
  void (await db.deleteFrom('pageToken').where('expiresAt', '<', now).execute())

/** Consumes the token. Returns its ticket if the token and its session are still valid. */
export async function redeemPageTicket(
  db: Kysely<DB>,
  tokenHash: Buffer,
  now: number,
): Promise<PageTicket | undefined> {
  const row = await db.deleteFrom('pageToken').where('tokenHash', '=', tokenHash).returningAll().executeTakeFirst()
  if (!row || row.expiresAt < now) return undefined
  const { orgId, pageId, projectId, stand, sessionHash } = row
  const shown = row.shown as ShownDevice[]
  const gateways = await loadStates(
    db,
    orgId,
    shown.map(({ equipmentId }) => equipmentId),
  )
  const devices = shown.map(({ equipmentId, signalIds, isOwn }) => ({
    ...{ equipmentId, isOwn, gateway: gateways.get(equipmentId) },
    ids: new Set(signalIds),
  }))
  const mvars = row.mvars as Derived[]
  return { orgId, pageId, projectId, stand, sessionHash: sessionHash.toString('hex'), devices, mvars }
}

async function loadStates(db: Kysely<DB>, orgId: OrgId, devices: readonly EquipmentId[]) {
  const rows = await db
    .selectFrom('binding')
    .innerJoin('gateway', 'gateway.id', 'binding.gatewayId')
    .select(['binding.equipmentId', 'gateway.state', 'gateway.vpn'])
    .where('binding.orgId', '=', orgId)
    .where(sql<SqlBool>`binding.equipment_id = any(${devices}::int[])`)
    .where('binding.unboundAt', 'is', null)
    .execute()
  return new Map(rows.map(({ equipmentId, state, vpn }) => [equipmentId, { state, vpn }]))
}

/** The sockets whose page, its password or the devices of its project changed since they were opened. */
export async function changedPages<P extends Pick<PageTicket, 'pageId' | 'stand'>>(
  db: Kysely<DB>,
  watching: readonly P[],
): Promise<P[]> {
  const stands = await loadStands(db, [...new Set(watching.map(({ pageId }) => pageId))])
  return watching.filter(({ pageId, stand }) => stands.get(pageId) !== stand)
}
