import { randomUUID } from 'node:crypto'
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type ReadyCall, type RoomServer, serve } from '../../frame/serve.ts'
import { configCalls } from './config-calls.ts'
import {
  addScene,
  checkSceneModel,
  deleteScene,
  editScene,
  queryScenes,
  type Scene,
  type SceneId,
  sceneModel,
} from './contract.ts'
import { modelDecoder } from './decoders.ts'
import { lostNodes } from './rules.ts'
import {
  findModel,
  insertScene,
  loadContent,
  loadScenes,
  lockScenes,
  type Model,
  modelPieces,
  removeScene,
  updateScene,
} from './store.ts'

async function modelOf(given: string, { decode, user }: ReadyCall): Promise<Model> {
  const { bytes, ...facts } = await decode(modelDecoder, given, user.accountId)
  return { ...facts, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

function refuseTaken(scenes: readonly Scene[], name: string, id?: SceneId): void {
  if (scenes.some((each) => each.name === name && each.id !== id)) throw fail('nameExists', { name }, { field: 'name' })
}

function found(scenes: readonly Scene[], id: SceneId): Scene {
  const scene = scenes.find((each) => each.id === id)
  if (!scene) throw fail('notFound')
  return scene
}

const told = ({ name, sizeBytes, triangles }: Scene) => ({ name, sizeBytes, triangles })

export default [
  serve(queryScenes, (_, { sight }) => loadScenes(sight)),

  serve(
    addScene,
    { kind: 'change', prepare: async ({ name, model }, call) => ({ name, model: await modelOf(model, call) }) },
    async ({ name, model }, { sight, user, now }) => {
      const scenes = await lockScenes(sight)
      if (scenes.length >= limits.scenes) throw fail('sceneCapacity', { limit: limits.scenes })
      refuseTaken(scenes, name)
      const entry = { name, key: randomUUID(), creator: user.loginname, model, at: now() }
      const id = await insertScene(sight, entry)
      const data = found(await loadScenes(sight), id)
      return { act: 'add', object: { type: 'scene', id, name }, after: told(data), data }
    },
  ),

  serve(
    editScene,
    {
      kind: 'change',
      prepare: async ({ model, ...rest }, call) => ({
        ...rest,
        model: model === undefined ? undefined : await modelOf(model, call),
      }),
    },
    async ({ id, name, model }, { sight, now }) => {
      const scenes = await lockScenes(sight)
      const before = found(scenes, id)
      refuseTaken(scenes, name, id)
      await updateScene(sight, id, { name, model, at: now() })
      const data = found(await loadScenes(sight), id)
      return { act: 'edit', object: { type: 'scene', id, name }, before: told(before), after: told(data), data }
    },
  ),

  serve(deleteScene, { kind: 'change' }, async ({ id }, { sight }) => {
    const before = found(await lockScenes(sight), id)
    await removeScene(sight, id)
    return { act: 'delete', object: { type: 'scene', id, name: before.name }, before: told(before), data: null }
  }),

  serve(checkSceneModel, async ({ id, model: given }, call) => {
    const { nodes, triangles } = await modelOf(given, call)
    const head = await loadContent(call.sight, id)
    return { nodes: nodes.length, triangles, lost: head ? lostNodes(head.content, nodes) : [] }
  }),

  serve(sceneModel, { openTo: ['page'] }, async ({ key }, { sight }) => {
    const model = await findModel(sight, key)
    if (!model) throw fail('notFound')
    return { type: 'model/gltf-binary', body: modelPieces(sight, model) }
  }),

  ...configCalls,
] satisfies RoomServer
