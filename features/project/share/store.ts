import { type Kysely, sql } from 'kysely'
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { projectMenus, shareMenus } from '../../../contract/share-menus.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { ShareAuths } from './contract.ts'
import { failuresNow, longestMs, longestQueueMs, mustWait, turnMs, waitMs } from './rules.ts'

/** The settings of a device that was never shared. */
const initial: ShareAuths = {
  topMenu: true,
  menus: [...shareMenus],
  mayWrite: false,
  expiresAt: null,
  ancestors: [],
}

/** A new link or password resets the number of failures. */
export const noTries = { failures: 0, lockedUntil: 0 }

/** The object that is shared: a device or a project. */
export type ShareOf = { equipmentId: EquipmentId } | { projectId: ProjectId }

const columnOf = (of: ShareOf) =>
  'equipmentId' in of ? (['equipmentId', of.equipmentId] as const) : (['projectId', of.projectId] as const)

const initialOf = (of: ShareOf): ShareAuths =>
  'equipmentId' in of ? initial : { ...initial, menus: [...projectMenus] }

export async function loadShare(sight: Sight, of: ShareOf) {
  const [column, id] = columnOf(of)
  const row = await sight.from('share').selectAll('share').where(`share.${column}`, '=', id).executeTakeFirst()
  const shown = { isShared: false, ...initialOf(of) }
  if (!row) return { id: null, shown, tokenHash: null, passwordHash: null, writeSignals: [], ...noTries }
  const { isShared, topMenu, menus, mayWrite, expiresAt, ancestors, writeSignals, ...rest } = row
  return { ...rest, writeSignals, shown: { isShared, topMenu, menus, mayWrite, expiresAt, ancestors } }
}

export async function countVisits(sight: Sight, shareId: number, now: number): Promise<number> {
  const { count } = await sight
    .from('session')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('session.shareId', '=', shareId)
    .where('session.expiresAt', '>', now)
    .where('session.seenAt', '>', now - limits.sessionIdleMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Given = Partial<ShareAuths> & {
  isShared?: boolean
  tokenHash?: Buffer
  passwordHash?: string
  failures?: number
  lockedUntil?: number
  writeSignals?: number[]
}

/** Changes or adds a share. The caller holds its lock, so that concurrent calls create one row. */
export async function putShare(
  sight: WritableSight,
  of: ShareOf,
  { menus, ...change }: Given,
  now: number,
): Promise<void> {
  const given = {
    ...change,
    ...(menus ? { menus: [...menus] } : {}),
    ...(change.expiresAt === undefined ? {} : { expirySet: now }),
  }
  const [column, id] = columnOf(of)
  const changed = await sight.update('share', given).where(column, '=', id).returning('id').executeTakeFirst()
  if (changed) return
  const owner = { equipmentId: null, projectId: null, ...of }
  await sight.insert('share', { ...owner, menus: [...initialOf(of).menus], ...given, createdAt: now }).execute()
}

export const nameOf = (sight: Sight, of: ShareOf) =>
  'equipmentId' in of
    ? sight.from('equipment').select('equipment.name').where('equipment.id', '=', of.equipmentId).executeTakeFirst()
    : sight.from('project').select('project.name').where('project.id', '=', of.projectId).executeTakeFirst()

/** Finds the share of a link. */
export const findShare = (db: Kysely<DB>, tokenHash: Buffer) =>
  db
    .selectFrom('share')
    .leftJoin('equipment', 'equipment.id', 'share.equipmentId')
    .leftJoin('project', 'project.id', 'share.projectId')
    .innerJoin('organisation', 'organisation.id', 'share.orgId')
    .select(['share.id', 'share.orgId', 'share.isShared', 'share.passwordHash', 'share.expiresAt', 'share.ancestors'])
    .select(['share.equipmentId', 'share.projectId', 'organisation.disabled as orgDisabled'])
    .select(({ fn }) => fn.coalesce('equipment.name', 'project.name').as('name'))
    .where('share.tokenHash', '=', tokenHash)
    .executeTakeFirst()

/** The wrong passwords of one network; deletes expired ones. */
async function loadTries(inner: Kysely<DB>, shareId: number, network: string, now: number) {
  await inner
    .deleteFrom('shareTry')
    .where('shareId', '=', shareId)
    .where('lockedUntil', '<', now - longestMs)
    .execute()
  const row = await inner
    .selectFrom('shareTry')
    .select(['failures', 'lockedUntil'])
    .where('shareId', '=', shareId)
    .where('network', '=', network)
    .executeTakeFirst()
  return row ?? noTries
}

/**
 * Counts a try as failed before it is checked, one at a time. A network waits after some failures; after many failures
 * of all networks, tries take turns. Returns how long this try waits for its turn, or until when it is refused.
 */
export const countTry = (
  db: Kysely<DB>,
  { id, network }: { id: number; network: string },
  now: number,
): Promise<{ turnMs: number } | { refusedUntil: number }> =>
  db.transaction().execute(async (inner) => {
    const share = await inner
      .selectFrom('share')
      .select(['orgId', 'failures', 'lockedUntil'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!share) return { refusedUntil: now }
    const own = await loadTries(inner, id, network, now)
    if (mustWait(own, now)) return { refusedUntil: own.lockedUntil }
    const all = failuresNow(share, now)
    const turnAt = Math.max(now, Math.min(share.lockedUntil, now + longestQueueMs) + turnMs(all))
    if (turnMs(all) > 0 && turnAt - now > longestQueueMs) return { refusedUntil: turnAt }
    const failures = failuresNow(own, now) + 1
    const row = { failures, lockedUntil: now + waitMs(failures) }
    await inner
      .insertInto('shareTry')
      .values({ orgId: share.orgId, shareId: id, network, ...row })
      .onConflict((conflict) => conflict.columns(['shareId', 'network']).doUpdateSet(row))
      .execute()
    const counted = { failures: all + 1, lockedUntil: turnMs(all) > 0 ? turnAt : now }
    await inner.updateTable('share').set(counted).where('id', '=', id).execute()
    return { turnMs: turnMs(all) > 0 ? turnAt - now : 0 }
  })

/**
 * Removes the failure that was counted for a try with the right password. Other failures stay, so that frequent visits
 * do not hide attacks.
 */
export async function forgiveTry(
  db: Kysely<DB>,
  { id, network }: { id: number; network: string },
  now: number,
): Promise<void> {
  await db
    .updateTable('shareTry')
    .set({ failures: sql`greatest(failures - 1, 0)`, lockedUntil: sql`least(locked_until, ${now}::bigint)` })
    .where('shareId', '=', id)
    .where('network', '=', network)
    .execute()
  await db.updateTable('share').set({ failures: sql`greatest(failures - 1, 0)` }).where('id', '=', id).execute()
}

/** When the longest lock of a network ends; null: none is locked. */
export async function loadLockedUntil(sight: Sight, shareId: number, now: number): Promise<number | null> {
  const rows = await sight
    .from('shareTry')
    .select(['shareTry.failures', 'shareTry.lockedUntil'])
    .where('shareTry.shareId', '=', shareId)
    .where('shareTry.lockedUntil', '>', now)
    .execute()
  const waits = rows.filter((row) => mustWait(row, now)).map(({ lockedUntil }) => lockedUntil)
  return waits.length === 0 ? null : Math.max(...waits)
}

export const removeTries = async (sight: WritableSight, shareId: number): Promise<void> =>
  void (await sight.remove('shareTry').where('shareId', '=', shareId).execute())

type Entered = { shareId: number; linkHash: Buffer; passwordHash: string }
type Visit = Entered & { tokenHash: Buffer; ip: string; agent: string; expiresAt: number }

/**
 * Starts a visit, unless the share changed since its link and password were checked, or already has `most` open visits.
 * Locks the share, so that a later change finds the visit and ends it.
 */
export const insertVisit = (
  db: Kysely<DB>,
  { shareId, linkHash, passwordHash, ...visit }: Visit,
  now: number,
  most: number,
): Promise<'begun' | 'changed' | 'full'> =>
  db.transaction().execute(async (inner) => {
    const share = await inner
      .selectFrom('share')
      .select('orgId')
      .where('id', '=', shareId)
      .where('isShared', '=', true)
      .where('tokenHash', '=', linkHash)
      .where('passwordHash', '=', passwordHash)
      .forUpdate()
      .executeTakeFirst()
    if (!share) return 'changed'
    await inner
      .deleteFrom('session')
      .where('shareId', '=', shareId)
      .where((eb) => eb.or([eb('expiresAt', '<=', now), eb('seenAt', '<=', now - limits.sessionIdleMs)]))
      .execute()
    const { count } = await inner
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('shareId', '=', shareId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= most) return 'full'
    const row = { ...visit, shareId, orgId: share.orgId, createdAt: now, seenAt: now }
    await inner.insertInto('session').values(row).execute()
    return 'begun'
  })

/**
 * Valid visits: the share and its organisation are active, visit and share have not expired, and the visit was used
 * after `idle`.
 */
export const livingVisits = (db: Kysely<DB>, { now, idle }: { now: number; idle: number }) =>
  db
    .selectFrom('session')
    .innerJoin('share', 'share.id', 'session.shareId')
    .innerJoin('organisation', 'organisation.id', 'share.orgId')
    .where('session.expiresAt', '>', now)
    .where('session.seenAt', '>', idle)
    .where('share.isShared', '=', true)
    .where((eb) => eb.or([eb('share.expiresAt', 'is', null), eb('share.expiresAt', '>', now)]))
    .where('organisation.disabled', '=', false)

export const markVisitSeen = (db: Kysely<DB>, tokenHash: Buffer, now: number) =>
  db.updateTable('session').set({ seenAt: now }).where('tokenHash', '=', tokenHash).execute()

/** The share as its visitors see it. */
export const loadVisited = (sight: Sight, shareId: number) =>
  sight
    .from('share')
    .leftJoin(sight.table('equipment'), 'equipment.id', 'share.equipmentId')
    .leftJoin(sight.table('project'), 'project.id', 'share.projectId')
    .select(['share.equipmentId', 'share.projectId', 'equipment.zone'])
    .select(({ fn }) => fn.coalesce('equipment.name', 'project.name').as('name'))
    .select(['share.topMenu', 'equipment.menuBar', 'share.menus', 'share.mayWrite', 'share.expiresAt'])
    .where('share.id', '=', shareId)
    .executeTakeFirst()

/** Devices of a shared project with variables that its visitors may write. */
export const writableDevices = sql<EquipmentId[]>`array(select distinct signal.equipment_id from signal
  join project_equip as member on member.equipment_id = signal.equipment_id and member.project_id = share.project_id
  where signal.id = any(share.write_signals) and signal.org_id = share.org_id)`
