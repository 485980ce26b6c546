import { type SqlBool, sql } from 'kysely'
import { emptyScene, SceneContent } from '../../../contract/scene-document.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import {
  type Head,
  listVersions,
  loadVersion,
  type Saving,
  saveVersion,
  type VersionedKind,
} from '../../../db/versioned.ts'
import type { Scene, SceneId } from './contract.ts'
import type { ModelFacts } from './gltf.ts'

const columns = [
  'scene.id',
  'scene.key',
  'scene.name',
  'scene.sizeBytes',
  'scene.triangles',
  'scene.nodes',
  'scene.creator',
  'scene.createdAt',
  'scene.updatedAt',
  'scene.version',
] as const

export const loadScenes = (sight: Sight): Promise<Scene[]> =>
  sight.from('scene').select(columns).orderBy('scene.name').orderBy('scene.id').execute()

/** Locks the organisation's scenes against other changes until the transaction ends. */
export async function lockScenes(sight: WritableSight): Promise<Scene[]> {
  await sight.lock('scene')
  return loadScenes(sight)
}

export type Model = ModelFacts & { bytes: Buffer }
const stored = ({ bytes, nodes, triangles }: Model) => ({ model: bytes, sizeBytes: bytes.length, nodes, triangles })

export async function insertScene(
  sight: WritableSight,
  { model, at, ...entry }: { name: string; key: string; creator: string; model: Model; at: number },
): Promise<SceneId> {
  const row = { ...entry, ...stored(model), createdAt: at, updatedAt: at }
  return (await sight.insert('scene', row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateScene(
  sight: WritableSight,
  id: SceneId,
  { name, model, at }: { name: string; model: Model | undefined; at: number },
): Promise<void> {
  const row = { name, updatedAt: at, ...(model && stored(model)) }
  await sight.update('scene', row).where('id', '=', id).execute()
}

/** Removes a scene and its versions: numbers of scenes are never reused, and nothing else reads the versions. */
export async function removeScene(sight: WritableSight, id: SceneId): Promise<void> {
  await sight.remove('configVersion').where('objectType', '=', kind.type).where('objectId', '=', id).execute()
  await sight.remove('scene').where('id', '=', id).execute()
}

/** The bindings of a scene, stored as versions. */
const kind: VersionedKind<SceneContent> = {
  type: 'scene',
  read: (stored) => SceneContent.parse(stored),
  first: emptyScene,
}

export const loadContent = (sight: Sight, id: SceneId, version?: number): Promise<Head<SceneContent> | undefined> =>
  loadVersion(sight, kind, id, version)

export const loadContentVersions = (sight: Sight, id: SceneId) => listVersions(sight, kind, id)

/** Saves a version; the row of the scene has a copy of the newest for pages. */
export async function putContent(sight: WritableSight, id: SceneId, content: SceneContent, saving: Saving) {
  const result = await saveVersion(sight, kind, { id, equipmentId: null }, saving, () => content)
  if ('conflict' in result) return result
  const row = { content: JSON.stringify(content), version: result.saved.version }
  await sight.update('scene', row).where('id', '=', id).execute()
  return result
}

/** The newest bindings of a scene, by its key. */
export async function contentOfKey(sight: Sight, key: string): Promise<SceneContent | undefined> {
  const row = await sight.from('scene').select('scene.content').where('scene.key', '=', key).executeTakeFirst()
  return row && SceneContent.parse(row.content)
}

/** The scenes that are bound to a variable, by name. */
export async function loadScenesWith(sight: Sight, signalId: number): Promise<Pick<Scene, 'id' | 'key' | 'name'>[]> {
  // A binding may have its number as a string, as on pages.
  const wanted = JSON.stringify({ number: signalId, text: String(signalId) })
  return sight
    .from('scene')
    .select(['scene.id', 'scene.key', 'scene.name'])
    .where(
      sql<SqlBool>`jsonb_path_exists(scene.content,
        '$.nodes[*].bindings[*].signalId ? (@ == $number || @ == $text)', ${wanted}::jsonb)`,
    )
    .orderBy('scene.name')
    .orderBy('scene.id')
    .execute()
}

/** Device, title and device name of the visible ones among these variables. */
export async function ownSignals(sight: Sight, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await sight
    .from('signal')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'signal.equipmentId')
    .select(['signal.id', 'signal.equipmentId', 'signal.title', 'equipment.name'])
    .where(sql<SqlBool>`signal.id = any(${[...new Set(ids)]}::int[])`)
    .execute()
  return new Map(rows.map(({ id, ...signal }) => [Number(id), signal]))
}

/** The stored model, identified by its time of change. */
type Found = { key: string; sizeBytes: number; updatedAt: number }

export const findModel = (sight: Sight, key: string): Promise<Found | undefined> =>
  sight
    .from('scene')
    .select(['scene.key', 'scene.sizeBytes', 'scene.updatedAt'])
    .where('scene.key', '=', key)
    .executeTakeFirst()

/** Number of bytes that one query reads. */
const piece = 256 * 1024

/**
 * Reads in pieces; if the model is replaced in the meantime the stream ends early, so that two models are never mixed.
 */
export async function* modelPieces(sight: Sight, { key, sizeBytes, updatedAt }: Found): AsyncGenerator<Buffer> {
  for (let from = 0; from < sizeBytes; from += piece) {
    const row = await sight
      .from('scene')
      .select(sql<Buffer>`substring(scene.model from ${from + 1}::int for ${piece}::int)`.as('bytes'))
      .where('scene.key', '=', key)
      .where('scene.updatedAt', '=', updatedAt)
      .executeTakeFirst()
    if (!row) throw new Error(`scene ${key}: its model was replaced while it was read`)
    yield row.bytes
  }
}
