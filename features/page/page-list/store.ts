// The pages of a device or of a project as a list, and the names of variables for rebinding.
import { type SqlBool, sql } from 'kysely'
import type { EquipmentId, PageId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { PagePicture } from '../../../contract/page-picture.ts'
import { pagePicture, pageSide } from '../../../db/page-picture.ts'
import { pageType } from '../../../db/page-type.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { PageOwner } from '../page/contract.ts'
import { isLocked, loadPageHeads, noHome, pagesOf } from '../page/part-stored.ts'
import type { PageRow } from './contract.ts'

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
  const heads = await loadPageHeads(
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

export async function loadTitles(sight: Sight, owner: PageOwner): Promise<string[]> {
  const rows = await pagesOf(sight, owner).select('page.title').execute()
  return rows.map(({ title }) => title)
}

/** Sets the start page, and clears the previous one. */
export async function putHome(sight: WritableSight, owner: PageOwner, id: PageId): Promise<void> {
  await noHome(sight, owner).execute()
  await sight.update('page', { startup: true }).where('id', '=', id).execute()
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
