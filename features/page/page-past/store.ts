// The 3D scenes of a page at a time, and the time zone of its devices.
import { type SqlBool, sql } from 'kysely'
import { emptyScene, type SceneBinds } from '../../../contract/scene-document.ts'
import type { Sight } from '../../../db/sight.ts'
import { bindsFor, scenesOf } from '../page/part-stored.ts'

/** IANA zone of the first of these devices, or of the organisation. */
export async function loadZone(sight: Sight, equipmentIds: readonly number[]): Promise<string | null> {
  const rows = await sight
    .from('equipment')
    .innerJoin(sight.table('organisation'), 'organisation.id', 'equipment.orgId')
    .select(['equipment.id', 'equipment.zone', 'organisation.zone as orgZone'])
    .where(sql<SqlBool>`equipment.id = any(${equipmentIds}::int[])`)
    .execute()
  const first = equipmentIds.flatMap((id) => rows.find((row) => row.id === id) ?? [])[0]
  return first ? (first.zone ?? first.orgZone) : null
}

type PastScenes = { scenes: SceneBinds[]; savedAt: number; until: number | null }

/** Bindings of scenes at a time, with the span without changes; empty for a scene without a version by then. */
export async function loadPastSceneBinds(sight: Sight, keys: readonly string[], at: number): Promise<PastScenes> {
  const found = keys.length === 0 ? [] : await scenesOf(sight, keys).execute()
  const versions = () =>
    sight
      .from('configVersion')
      .distinctOn('configVersion.objectId')
      .select(['configVersion.objectId', 'configVersion.content', 'configVersion.createdAt'])
      .where('configVersion.objectType', '=', 'scene')
      .where(sql<SqlBool>`config_version.object_id = any(${found.map(({ id }) => id)}::int[])`)
      .orderBy('configVersion.objectId')
  const stood = await versions()
    .where('configVersion.createdAt', '<=', at)
    .orderBy('configVersion.version', 'desc')
    .execute()
  const next = await versions().where('configVersion.createdAt', '>', at).orderBy('configVersion.version').execute()
  const contents = new Map<number, unknown>(stood.map(({ objectId, content }) => [objectId, content]))
  const then = found.map(({ id, key }) => ({ key, content: contents.get(id) ?? emptyScene }))
  return {
    scenes: await bindsFor(sight, then),
    savedAt: Math.max(0, ...stood.map(({ createdAt }) => createdAt)),
    until: next.length === 0 ? null : Math.min(...next.map(({ createdAt }) => createdAt)),
  }
}
