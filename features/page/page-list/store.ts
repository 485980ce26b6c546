// The pages of a device or of a project as a list, and the names of variables for rebinding.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EquipmentId, PageId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { PagePicture } from '../../../contract/page-picture.ts'
import { pagePicture, pageSide } from '../../../db/page-picture.ts'
import { pageType } from '../../../db/page-type.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { PageOwner, PageRow } from '../page/contract.ts'
import { isLocked, noHome, pagesOf } from '../page/store.ts'

/** Counted in the database, so that a list does not load a hundred documents. */
const widgetCount = sql<number>`(
  with recursive widget as (
    select jsonb_array_elements(page.content -> 'widgets') as one
    union all
    select jsonb_array_elements(widget.one -> 'children') from widget
    where jsonb_typeof(widget.one -> 'children') = 'array'
  ) select count(*)::int from widget)`

/** Loads the rows of all pages of an owner, in no particular order. */
export async function loadPageRows(sight: Sight, owner: PageOwner): Promise<PageRow[]> {
  const rows = await pagesOf(sight, owner)
    .select(['page.id', 'page.title', 'page.startup', 'page.updatedAt'])
    .select([pageSide('width').as('width'), pageSide('height').as('height')])
    .select([widgetCount.as('widgets'), isLocked.as('isLocked'), pageType.as('type')])
    .orderBy('page.id')
    .limit(limits.configPages)
    .execute()
  const heads = await loadHeads(
    sight,
    rows.map(({ id }) => id),
  )
  return rows.map(({ updatedAt, ...row }) => {
    const head = heads.get(row.id)
    return { ...row, version: head?.version ?? 0, savedAt: head?.savedAt ?? updatedAt, savedBy: head?.savedBy ?? '' }
  })
}

export async function loadPagePictures(sight: Sight, owner: PageOwner): Promise<Map<PageId, PagePicture | null>> {
  const rows = await pagesOf(sight, owner)
    .select(['page.id', pagePicture.as('picture')])
    .execute()
  return new Map(rows.map(({ id, picture }) => [id, picture]))
}

/** The newest version of each page. */
async function loadHeads(sight: Sight, ids: readonly PageId[]) {
  const rows = await sight
    .from('configVersion')
    .distinctOn('configVersion.objectId')
    .select([
      'configVersion.objectId',
      'configVersion.version',
      'configVersion.createdAt as savedAt',
      'configVersion.author as savedBy',
    ])
    .where('configVersion.objectType', '=', 'page')
    .where(sql<SqlBool>`config_version.object_id = any(${ids}::int[])`)
    .orderBy('configVersion.objectId')
    .orderBy('configVersion.version', 'desc')
    .execute()
  return new Map<number, (typeof rows)[number]>(rows.map((row) => [row.objectId, row]))
}

export async function loadTitles(sight: Sight, owner: PageOwner): Promise<string[]> {
  const rows = await pagesOf(sight, owner).select('page.title').execute()
  return rows.map(({ title }) => title)
}

/** Sets the start page, and clears the previous one. */
export async function putHome(sight: WritableSight, owner: PageOwner, id: PageId): Promise<void> {
  await noHome(sight, owner).execute()
  await sight.update('page', { startup: true }).where('id', '=', id).execute()
}

/** Removes a page with its versions: numbers of pages are never reused, and nothing else reads the versions. */
export async function removePage(sight: WritableSight, id: PageId): Promise<void> {
  await sight.remove('configVersion').where('objectType', '=', 'page').where('objectId', '=', id).execute()
  await sight.remove('page').where('id', '=', id).execute()
}

type NamedSignal = { equipmentId: EquipmentId; device: string; name: string }

/** Variables with their names and the names of their devices. */
export async function loadSignalNames(sight: Sight, ids: readonly number[]): Promise<Map<number, NamedSignal>> {
  if (ids.length === 0) return new Map()
  const rows = await sight
    .from('signal')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'signal.equipmentId')
    .select(['signal.id', 'signal.equipmentId', 'signal.name', 'equipment.name as device'])
    .where(sql<SqlBool>`signal.id = any(${[...new Set(ids)]}::int[])`)
    .execute()
  return new Map(rows.map(({ id, ...signal }) => [id, signal]))
}

/** Variables with these names on devices with these names. */
export async function loadSignalsOf(
  sight: Sight,
  devices: readonly string[],
  names: readonly string[],
): Promise<(NamedSignal & { id: SignalId })[]> {
  if (devices.length === 0) return []
  return sight
    .from('signal')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'signal.equipmentId')
    .select(['signal.id', 'signal.equipmentId', 'signal.name', 'equipment.name as device'])
    .where(sql<SqlBool>`equipment.name = any(${devices}::text[])`)
    .where(sql<SqlBool>`signal.name = any(${names}::text[])`)
    .execute()
}

/** Title of a page, with version, time and author of its newest version. */
export async function loadPageHead(sight: Sight, id: PageId) {
  const row = await sight.from('page').select('page.title').where('page.id', '=', id).executeTakeFirst()
  const head = row && (await loadHeads(sight, [id])).get(id)
  return (
    row && { title: row.title, version: head?.version ?? 0, savedAt: head?.savedAt ?? null, savedBy: head?.savedBy }
  )
}

/** Maximum number of pages of an organisation that are searched for a variable. */
const mostLooked = 2000

/** The use of a variable in pages. `hasTemplates`: the caller may see pages of templates. */
type Using = { count: number; hasTemplates: boolean }

/** Visible pages that are bound to a variable, or show one of these 3D scenes, by title. */
export const loadPagesWith = (sight: Sight, signalId: number, sceneKeys: readonly string[], using: Using) =>
  loadPagesWhere(
    sight,
    sql<SqlBool>`(looked.content -> 'bind' -> 'signals' @> ${JSON.stringify([signalId])}::jsonb
      or ${showsOneOf(sceneKeys)})`,
    using,
  )

/** Visible pages that show a 3D scene, by title. */
export const loadPagesShowing = (sight: Sight, sceneKey: string, using: Using) =>
  loadPagesWhere(sight, showsOneOf([sceneKey]), using)

const showsOneOf = (sceneKeys: readonly string[]) => sql<SqlBool>`looked.scene_keys ?| ${sceneKeys}::text[]`

const isTemplate = sql<boolean>`coalesce(equipment.is_template, false)`

/** Searches the most recently saved pages first. */
async function loadPagesWhere(sight: Sight, condition: RawBuilder<SqlBool>, { count, hasTemplates }: Using) {
  const looked = sight
    .from('page')
    .select(['page.id', 'page.content', 'page.sceneKeys'])
    .orderBy('page.updatedAt', 'desc')
    .limit(mostLooked)
    .as('looked')
  const rows = await sight
    .from('page')
    .innerJoin(looked, 'looked.id', 'page.id')
    .leftJoin(sight.table('equipment'), 'equipment.id', 'page.equipmentId')
    .leftJoin(sight.table('project'), 'project.id', 'page.projectId')
    .select(['page.id', 'page.title', 'page.equipmentId', 'page.projectId'])
    .select(sql<string | null>`coalesce(project.name, equipment.name)`.as('of'))
    .select(isTemplate.as('isTemplate'))
    .where(condition)
    .where(hasTemplates ? sql<SqlBool>`true` : sql<SqlBool>`not ${isTemplate}`)
    .orderBy('page.title')
    .orderBy('page.id')
    .limit(count + 1)
    .execute()
  return { rows: rows.slice(0, count).map((row) => ({ ...row, of: row.of ?? '' })), hasMore: rows.length > count }
}
