// Titles and authors of pages, and the pages that show a variable or a 3D scene.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PageId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'

/** Number, time and author of the newest version of each page. */
export async function loadPageHeads(sight: Sight, ids: readonly PageId[]) {
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

/** Title of a page, with version, time and author of its newest version. */
export async function loadPageHead(sight: Sight, id: PageId) {
  const row = await sight.from('page').select('page.title').where('page.id', '=', id).executeTakeFirst()
  const head = row && (await loadPageHeads(sight, [id])).get(id)
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
