import { sql } from 'kysely'
import type { Sight, WritableSight } from '../../db/sight.ts'
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

export const removeScene = async (sight: WritableSight, id: SceneId): Promise<void> =>
  void (await sight.remove('scene').where('id', '=', id).execute())

/** A model as it was at a time. */
export type Found = { key: string; sizeBytes: number; updatedAt: number }

export const findModel = (sight: Sight, key: string): Promise<Found | undefined> =>
  sight
    .from('scene')
    .select(['scene.key', 'scene.sizeBytes', 'scene.updatedAt'])
    .where('scene.key', '=', key)
    .executeTakeFirst()

/** Bytes of a piece that is read at once. */
const piece = 256 * 1024

/** Piece by piece; one that is replaced meanwhile is cut off, and never mixed with the new one. */
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
