import { type SqlBool, sql } from 'kysely'
import type { EquipmentId, PageId, ProjectId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { bindsOf, type PageDocument } from '../../../contract/page-document.ts'
import { upgradePage } from '../../../contract/page-upgrade.ts'
import { type SceneBinds, SceneContent } from '../../../contract/scene-document.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import {
  type Author,
  type Conflict,
  listVersions,
  loadVersion,
  saveVersion,
  type VersionAt,
  type VersionedKind,
  versionAt,
} from '../../../db/versioned.ts'
import type { Page, PageOwner, PageVersion } from './contract.ts'
import { sceneBinds } from './part-scenes.ts'

/** Versions contain title and content of a page; the start page is a property of its owner. */
const kind: VersionedKind<PageVersion> = {
  type: 'page',
  read(stored) {
    const { title, document } = stored as { title: string; document: unknown }
    return { title, content: upgradePage(document) as PageDocument }
  },
  stored: ({ title, content }) => ({ title, document: content }),
}

export const isLocked = sql<boolean>`page.password_hash is not null`

/** Loads a page with its newest title and content, or with those of one of its versions. */
export async function loadPage(sight: Sight, id: PageId, version?: number): Promise<Page | undefined> {
  const columns = ['page.id', 'page.equipmentId', 'page.projectId', 'page.startup'] as const
  const query = sight.from('page').select(columns).select(isLocked.as('isLocked')).where('page.id', '=', id)
  const row = await query.executeTakeFirst()
  const head = row && (await loadVersion(sight, kind, id, version))
  return head && { ...row, ...head.content, version: head.version, needsPassword: false }
}

/** The pages of a device or of a project. */
export const pagesOf = (sight: Sight, { equipmentId, projectId }: PageOwner) =>
  equipmentId === null
    ? sight.from('page').where('page.projectId', '=', projectId)
    : sight.from('page').where('page.equipmentId', '=', equipmentId)

/** The start page of a device or of a project. */
export async function loadHome(sight: Sight, owner: PageOwner): Promise<Page | undefined> {
  const row = await pagesOf(sight, owner).select('page.id').where('page.startup', '=', true).executeTakeFirst()
  return row && loadPage(sight, row.id)
}

export const loadPageVersions = (sight: Sight, id: PageId) => listVersions(sight, kind, id)

/** The version of a page that was current at a time. */
export const pageVersionAt = (sight: Sight, id: PageId, at: number): Promise<VersionAt> =>
  versionAt(sight, kind, id, at)

/** Regions in the roles of the organisation, sorted. */
export async function loadRegions(sight: Sight, most: number): Promise<string[]> {
  const rows = await sight.from('role').select('role.regions').where('role.regions', 'is not', null).execute()
  return [...new Set(rows.flatMap(({ regions }) => regions ?? []))].sort().slice(0, most)
}

export async function isTemplate(sight: Sight, id: EquipmentId): Promise<boolean> {
  const query = sight.from('equipment').select('equipment.isTemplate').where('equipment.id', '=', id)
  return (await query.executeTakeFirst())?.isTemplate === true
}

/**
 * Locks a device or project until the transaction ends, so that no other call adds a page or deletes it. False if it
 * does not exist.
 */
export async function lockOwner(sight: Sight, { equipmentId, projectId }: PageOwner): Promise<boolean> {
  const held =
    equipmentId === null
      ? sight.from('project').select('project.id').where('project.id', '=', projectId).forUpdate()
      : sight.from('equipment').select('equipment.id').where('equipment.id', '=', equipmentId).forUpdate()
  return (await held.executeTakeFirst()) !== undefined
}

/** The pages of a device or of a project with their titles, in no particular order. */
export const loadPageTitles = (sight: Sight, owner: PageOwner) =>
  pagesOf(sight, owner).select(['page.id', 'page.title', 'page.startup']).execute()

export async function pageIdsOf(sight: Sight, owner: PageOwner): Promise<PageId[]> {
  const rows = await pagesOf(sight, owner).select('page.id').orderBy('page.id').execute()
  return rows.map(({ id }) => id)
}

/** Inserts empty pages of a project, to allocate their numbers. */
export async function insertEmptyPages(
  sight: WritableSight,
  projectId: ProjectId,
  count: number,
  updatedAt: number,
): Promise<PageId[]> {
  if (count === 0) return []
  const row = { equipmentId: null, projectId, title: '', startup: false, content: '{}', updatedAt }
  const rows = await sight
    .insert(
      'page',
      Array.from({ length: count }, () => row),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function countPages(sight: Sight, owner: PageOwner): Promise<number> {
  const row = await pagesOf(sight, owner)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Names, devices and device names of variables; only variables of the organisation are included. */
export async function ownSignals(sight: Sight, ids: readonly number[]): Promise<Map<number, OwnSignal>> {
  if (ids.length === 0) return new Map()
  const rows = await sight
    .from('signal')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'signal.equipmentId')
    .select(['signal.id', 'signal.equipmentId', 'signal.title', 'equipment.name'])
    // The ids are one parameter, whatever the number of widgets.
    .where(sql<SqlBool>`signal.id = any(${[...new Set(ids)]}::int[])`)
    .execute()
  return new Map(rows.map(({ id, ...signal }) => [id, signal]))
}

/** 3D scenes by their keys. */
export const scenesOf = (sight: Sight, keys: readonly string[]) =>
  sight
    .from('scene')
    .select(['scene.id', 'scene.key', 'scene.content'])
    .where(sql<SqlBool>`scene.key = any(${keys}::uuid[])`)
    .orderBy('scene.key')

/** Bindings of 3D scenes, limited to variables that the caller can see. */
export async function loadSceneBinds(sight: Sight, keys: readonly string[]): Promise<SceneBinds[]> {
  if (keys.length === 0) return []
  return bindsFor(sight, await scenesOf(sight, keys).execute())
}

/** The bindings of scenes with the current names of their variables. */
export async function bindsFor(
  sight: Sight,
  rows: readonly { key: string; content: unknown }[],
): Promise<SceneBinds[]> {
  const all = rows.map(({ key, content }) => ({ key, content: SceneContent.parse(content) }))
  const own = await ownSignals(
    sight,
    all.flatMap(({ content }) => bindsOf(content.nodes as never).signals),
  )
  return all.map(({ key, content }) => sceneBinds(key, content, own))
}

/** Titles of custom reports in visible projects. */
export async function reportTitles(sight: Sight, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sight
    .from('customReport')
    .select(['customReport.id', 'customReport.title'])
    .where(sql<SqlBool>`custom_report.id = any(${ids}::int[])`)
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The visible devices among these, in the same order. */
export async function visibleAmong(sight: Sight, ids: readonly number[]): Promise<number[]> {
  const rows = await sight
    .from('equipment')
    .select('equipment.id')
    .where(sql<SqlBool>`equipment.id = any(${ids}::int[])`)
    .execute()
  const visible = new Set<number>(rows.map(({ id }) => id))
  return ids.filter((id) => visible.has(id))
}

/** The visible devices of a project. */
export async function projectMembers(sight: Sight, projectId: ProjectId): Promise<Set<EquipmentId>> {
  const rows = await sight
    .from('projectEquip')
    .select('projectEquip.equipmentId')
    .where('projectEquip.projectId', '=', projectId)
    .execute()
  return new Set(rows.map(({ equipmentId }) => equipmentId))
}

/** Visible devices of a project by name, up to the maximum length of a widget's list. */
export const projectDevices = (sight: Sight, projectId: ProjectId) =>
  sight
    .from('projectEquip')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'projectEquip.equipmentId')
    .select(['equipment.id as equipmentId', 'equipment.name as title'])
    .where('projectEquip.projectId', '=', projectId)
    .orderBy('equipment.name')
    .orderBy('equipment.id')
    .limit(limits.alarmDevices)
    .execute()

/** Names of 3D scenes with a binding to a variable that the caller cannot see. */
export async function scenesBeyond(sight: Sight, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await sight
    .from('scene')
    .select(['scene.name', 'scene.content'])
    .where(sql<SqlBool>`scene.key = any(${keys}::uuid[])`)
    .execute()
  const bound = rows.map(({ name, content }) => ({
    name,
    ids: bindsOf(SceneContent.parse(content).nodes as never).signals,
  }))
  const own = await ownSignals(
    sight,
    bound.flatMap(({ ids }) => ids),
  )
  return bound.filter(({ ids }) => ids.some((id) => !own.has(id))).map(({ name }) => name)
}

/** Variables of devices by `device.name`, as bindings. */
export async function signalsByName(
  sight: Sight,
  names: readonly { equipId: number; name: string }[],
): Promise<Map<string, { signalId: SignalId; title: string }>> {
  const [devices, own] = [new Set(names.map(({ equipId }) => equipId)), new Set(names.map(({ name }) => name))]
  const rows = await sight
    .from('signal')
    .select(['signal.id', 'signal.equipmentId', 'signal.name', 'signal.title'])
    .where(sql<SqlBool>`signal.equipment_id = any(${[...devices]}::int[])`)
    .where(sql<SqlBool>`signal.name = any(${[...own]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, equipmentId, name, title }) => [`${equipmentId}.${name}`, { signalId: id, title }]))
}

type OwnSignal = { equipmentId: EquipmentId; title: string; name: string }

type Entry = PageVersion & PageOwner & { startup: boolean }
type Saving = {
  base?: number | undefined
  author: Author
  at: number
  message?: string | undefined
  restored?: number | undefined
}

/**
 * Adds a page or saves a new version of it; a device or project has at most one start page. The row of the page has a
 * copy of the newest version for lists.
 */
export async function putPage(
  sight: WritableSight,
  id: PageId | undefined,
  { equipmentId, projectId, title, startup, content }: Entry,
  saving: Saving,
): Promise<{ id: PageId; version: number } | Conflict<PageVersion>> {
  const row = { equipmentId, projectId, title, startup, content: JSON.stringify(content), updatedAt: saving.at }
  const pageId = id ?? (await sight.insert('page', row).returning('id').executeTakeFirstOrThrow()).id
  const result = await saveVersion(sight, kind, { id: pageId, equipmentId, projectId }, saving, () => ({
    title,
    content,
  }))
  if ('conflict' in result) return result.conflict
  if (startup) await noHome(sight, { equipmentId, projectId }).where('id', '!=', pageId).execute()
  if (id !== undefined) await sight.update('page', row).where('id', '=', id).execute()
  return { id: pageId, version: result.saved.version }
}

/** Clears the start page of a device or of a project. */
export const noHome = (sight: WritableSight, { equipmentId, projectId }: PageOwner) => {
  const change = sight.update('page', { startup: false })
  return equipmentId === null
    ? change.where('projectId', '=', projectId)
    : change.where('equipmentId', '=', equipmentId)
}

/** Removes a page with its versions: numbers of pages are never reused, and nothing else reads the versions. */
export async function removePage(sight: WritableSight, id: PageId): Promise<void> {
  await sight.remove('configVersion').where('objectType', '=', 'page').where('objectId', '=', id).execute()
  await sight.remove('page').where('id', '=', id).execute()
}
