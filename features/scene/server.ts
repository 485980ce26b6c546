import { randomUUID } from 'node:crypto'
import { fail, failAs } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type RoomServer, serve, serveChange, serveOpen } from '../serve.ts'
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
import { readModel } from './gltf.ts'
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

/** The bytes of base64, alone or in a data URL, with what they hold. Throws modelUnknown and its like. */
function modelOf(given: string): Model {
  const field = { field: 'model' }
  const text = given.slice(given.startsWith('data:') ? given.indexOf(',') + 1 : 0)
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > limits.sceneBytes) throw fail('modelTooLarge', { limit: limits.sceneBytes / 1024 / 1024 }, field)
  const facts = readModel(bytes)
  if ('fault' in facts) throw failAs(facts.fault, field)
  return { ...facts, bytes }
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

  serveChange(addScene, async ({ name, model: given }, { sight, user, now }) => {
    const model = modelOf(given)
    const scenes = await lockScenes(sight)
    if (scenes.length >= limits.scenes) throw fail('sceneCapacity', { limit: limits.scenes })
    refuseTaken(scenes, name)
    const entry = { name, key: randomUUID(), creator: user.loginname, model, at: now() }
    const id = await insertScene(sight, entry)
    const data = found(await loadScenes(sight), id)
    return { act: 'add', object: { type: 'scene', id, name }, after: told(data), data }
  }),

  serveChange(editScene, async ({ id, name, model: given }, { sight, now }) => {
    const model = given === undefined ? undefined : modelOf(given)
    const scenes = await lockScenes(sight)
    const before = found(scenes, id)
    refuseTaken(scenes, name, id)
    await updateScene(sight, id, { name, model, at: now() })
    const data = found(await loadScenes(sight), id)
    return { act: 'edit', object: { type: 'scene', id, name }, before: told(before), after: told(data), data }
  }),

  serveChange(deleteScene, async ({ id }, { sight }) => {
    const before = found(await lockScenes(sight), id)
    await removeScene(sight, id)
    return { act: 'delete', object: { type: 'scene', id, name: before.name }, before: told(before), data: null }
  }),

  serve(checkSceneModel, async ({ id, model: given }, { sight }) => {
    const { nodes, triangles } = modelOf(given)
    const head = await loadContent(sight, id)
    return { nodes: nodes.length, triangles, lost: head ? lostNodes(head.content, nodes) : [] }
  }),

  serveOpen(['page'], sceneModel, async ({ key }, { sight }) => {
    const model = await findModel(sight, key)
    if (!model) throw fail('notFound')
    return { type: 'model/gltf-binary', body: modelPieces(sight, model) }
  }),

  ...configCalls,
] satisfies RoomServer
