import { type Kysely, type SqlBool, sql } from 'kysely'
import type { EquipmentId, OrgId, PageId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { PageWidget } from '../../../contract/page-document.ts'
import { pageType } from '../../../db/page-type.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { Display, DisplayEntry, DisplayId, Shown } from './contract.ts'
import { displayLimits } from './rules.ts'

const displays = (sight: Sight) =>
  sight
    .from('display')
    .leftJoin(sight.table('session'), 'session.displayId', 'display.id')
    .select(['display.id', 'display.projectId', 'display.name', 'display.pageIds', 'display.seconds'])
    .select(['display.theme', 'display.language', 'display.shown', 'display.linkUntil'])
    .select(['session.createdAt as signedInAt', 'session.seenAt', 'session.ip'])

type Row = Awaited<ReturnType<ReturnType<typeof displays>['execute']>>[number]

const told = ({ shown, linkUntil, ...row }: Row, now: number): Display => ({
  ...row,
  shown: shown as Shown | null,
  linkUntil: linkUntil !== null && linkUntil > now ? linkUntil : null,
})

export async function loadDisplays(sight: Sight, projectId: ProjectId, now: number): Promise<Display[]> {
  const rows = await displays(sight)
    .where('display.projectId', '=', projectId)
    .orderBy('display.name')
    .orderBy('display.id')
    .limit(displayLimits.perProject)
    .execute()
  return rows.map((row) => told(row, now))
}

export async function loadDisplay(sight: Sight, id: DisplayId, now: number): Promise<Display | undefined> {
  const row = await displays(sight).where('display.id', '=', id).executeTakeFirst()
  return row && told(row, now)
}

/** The displays of each project, and how many of them have a wall signed in. */
export const countByProject = (sight: Sight): Promise<{ projectId: ProjectId; displays: number; signedIn: number }[]> =>
  sight
    .from('display')
    .leftJoin(sight.table('session'), 'session.displayId', 'display.id')
    .select(['display.projectId', sql<number>`count(*)::int`.as('displays')])
    .select(sql<number>`count(session.display_id)::int`.as('signedIn'))
    .groupBy('display.projectId')
    .execute()

export const projectName = async (sight: Sight, id: ProjectId): Promise<string | undefined> =>
  (await sight.from('project').select('project.name').where('project.id', '=', id).executeTakeFirst())?.name

export const insertDisplay = async (
  sight: WritableSight,
  projectId: ProjectId,
  entry: DisplayEntry,
  createdAt: number,
): Promise<DisplayId> =>
  (
    await sight
      .insert('display', { ...entry, projectId, createdAt })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const updateDisplay = async (sight: WritableSight, id: DisplayId, entry: DisplayEntry): Promise<void> =>
  void (await sight.update('display', entry).where('id', '=', id).execute())

export const removeDisplay = async (sight: WritableSight, id: DisplayId): Promise<void> =>
  void (await sight.remove('display').where('id', '=', id).execute())

export async function putLink(sight: WritableSight, id: DisplayId, linkHash: Buffer | null, linkUntil: number | null) {
  await sight.update('display', { linkHash, linkUntil }).where('id', '=', id).execute()
}

export const endSession = async (sight: WritableSight, id: DisplayId): Promise<void> =>
  void (await sight.remove('session').where('session.displayId', '=', id).execute())

/** Stores the state that the wall reported, if it changed. */
export async function putShown(sight: WritableSight, id: DisplayId, shown: Shown): Promise<void> {
  const text = JSON.stringify(shown)
  await sight
    .update('display', { shown: text })
    .where('id', '=', id)
    .where(sql<SqlBool>`shown is distinct from ${text}::jsonb`)
    .execute()
}

type Waiting = { secretHash: Buffer; codeHash: Buffer; ip: string; agent: string; expiresAt: number }

/** Adds a display that waits for its sign-in and deletes expired ones. Returns false if too many are waiting. */
export async function insertPairing(db: Kysely<DB>, row: Waiting, now: number): Promise<boolean> {
  await db.deleteFrom('displayPairing').where('expiresAt', '<=', now).execute()
  const { count } = await db
    .selectFrom('displayPairing')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= displayLimits.pairings) return false
  await db.insertInto('displayPairing').values(row).execute()
  return true
}

export async function pairingStands(db: Kysely<DB>, secretHash: Buffer, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('displayPairing')
    .select('expiresAt')
    .where('secretHash', '=', secretHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

type Wall = { secretHash: Buffer; ip: string; agent: string }

/** Loads the waiting display that has this code. */
export const loadPairing = (db: Kysely<DB>, codeHash: Buffer, now: number): Promise<Wall | undefined> =>
  db
    .selectFrom('displayPairing')
    .select(['secretHash', 'ip', 'agent'])
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export async function removePairing(db: Kysely<DB>, secretHash: Buffer): Promise<void> {
  await db.deleteFrom('displayPairing').where('secretHash', '=', secretHash).execute()
}

/**
 * Signs in a wall as a display; ends the session of the previous wall and revokes the link. Returns false if the wall
 * has a session already.
 */
export async function signIn(
  sight: WritableSight,
  id: DisplayId,
  { secretHash, ...from }: Wall,
  at: number,
): Promise<boolean> {
  await endSession(sight, id)
  await putLink(sight, id, null, null)
  const session = { ...sessionOf(at), ...from, tokenHash: secretHash, displayId: id }
  const { numInsertedOrUpdatedRows } = await sight
    .insert('session', session)
    .onConflict((conflict) => conflict.column('tokenHash').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const sessionOf = (at: number) => ({
  ...{ accountId: null, createdAt: at, seenAt: at, expiresAt: at + displayLimits.sessionMs },
})

type Linked = { id: DisplayId; orgId: OrgId; projectId: ProjectId; name: string }

/** Signs in a wall by an unused link; `undefined` if there is no such link. */
export const signInByLink = (
  db: Kysely<DB>,
  linkHash: Buffer,
  { secretHash, ...from }: Wall,
  at: number,
): Promise<Linked | undefined> =>
  db.transaction().execute(async (inner) => {
    const display = await inner
      .updateTable('display')
      .set({ linkHash: null, linkUntil: null })
      .where('linkHash', '=', linkHash)
      .where('linkUntil', '>', at)
      .returning(['id', 'orgId', 'projectId', 'name'])
      .executeTakeFirst()
    if (!display) return undefined
    const { id: displayId, orgId } = display
    await inner.deleteFrom('session').where('displayId', '=', displayId).execute()
    await inner
      .insertInto('session')
      .values({ ...sessionOf(at), ...from, tokenHash: secretHash, displayId, orgId })
      .execute()
    return display
  })

/** Sessions of displays, including those that have not called for a long time. */
export const livingDisplays = (db: Kysely<DB>, { now }: { now: number }) =>
  db
    .selectFrom('session')
    .innerJoin('display', 'display.id', 'session.displayId')
    .innerJoin('organisation', 'organisation.id', 'display.orgId')
    .where('session.expiresAt', '>', now)
    .where('organisation.disabled', '=', false)

export const markDisplaySeen = (db: Kysely<DB>, tokenHash: Buffer, now: number) =>
  db.updateTable('session').set({ seenAt: now }).where('tokenHash', '=', tokenHash).execute()

/** A value that changes when a page of the project is saved, added or deleted. */
export async function pagesStand(db: Kysely<DB>, projectId: ProjectId): Promise<string> {
  const { stand } = await db
    .selectFrom('page')
    // A row's `xmin` changes with each write of the row.
    .select(sql<string>`md5(string_agg(page.id || ' ' || page.xmin::text, ',' order by page.id))`.as('stand'))
    .where('page.projectId', '=', projectId)
    .executeTakeFirstOrThrow()
  return stand
}

/** The widgets of the pages that belong to the project. */
export async function loadWidgets(db: Kysely<DB>, projectId: ProjectId, ids: readonly PageId[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('page')
    .select(['page.id', sql<PageWidget[] | null>`page.content -> 'widgets'`.as('widgets')])
    .where('page.projectId', '=', projectId)
    .where(sql<SqlBool>`page.id = any(${ids}::int[])`)
    .execute()
  return rows.map(({ id, widgets }) => ({ id, widgets: widgets ?? [] }))
}

/** The number of visible devices of a project. */
export async function countDevices(sight: Sight, projectId: ProjectId): Promise<number> {
  const { count } = await sight
    .from('projectEquip')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('projectEquip.projectId', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

/** The display with the settings of its project. */
export const loadWall = (sight: Sight, id: DisplayId) =>
  displays(sight)
    .innerJoin(sight.table('project'), 'project.id', 'display.projectId')
    .select(['project.name as projectName', 'project.errorValShow', 'project.errorDefaultVal'])
    .where('display.id', '=', id)
    .executeTakeFirst()

/** The pages of a project, unordered. */
export const loadPages = (sight: Sight, projectId: ProjectId) =>
  sight
    .from('page')
    .select(['page.id', 'page.title', 'page.startup', 'page.updatedAt as version', pageType.as('type')])
    .where('page.projectId', '=', projectId)
    .limit(limits.configPages)
    .execute()

/** The bindings of the pages. Extracted by the database, because the documents are large. */
export async function loadBinds(sight: Sight, ids: readonly PageId[]) {
  const rows = await sight
    .from('page')
    .select('page.id')
    .select([
      sql<EquipmentId[] | null>`page.content -> 'bind' -> 'equips'`.as('equips'),
      sql<number[] | null>`page.content -> 'bind' -> 'signals'`.as('signals'),
    ])
    .where(sql<SqlBool>`page.id = any(${ids}::int[])`)
    .execute()
  return new Map(rows.map(({ id, ...binds }) => [id, binds]))
}

/** The devices of a project that are not online, the longest first, with the counts. */
export async function loadSilent(sight: Sight, projectId: ProjectId) {
  const member = sight
    .from('projectEquip')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'projectEquip.equipmentId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .where('projectEquip.projectId', '=', projectId)
  const isSilent = sql<SqlBool>`gateway.state is distinct from 'online'`
  const counted = await member
    .select(sql<number>`count(*)::int`.as('devices'))
    .select(sql<number>`(count(*) filter (where ${isSilent}))::int`.as('silentCount'))
    .executeTakeFirstOrThrow()
  if (counted.silentCount === 0) return { ...counted, silent: [] }
  const silent = await member
    .select(['equipment.id as equipmentId', 'equipment.name', 'gateway.lastSeenAt as since'])
    .select(sql<'offline' | 'sleeping' | 'none'>`coalesce(gateway.state, 'none')`.as('state'))
    .where(isSilent)
    .orderBy(sql`gateway.last_seen_at asc nulls last`)
    .orderBy('equipment.id')
    .limit(displayLimits.silent)
    .execute()
  return { ...counted, silent }
}
