// Calls for the bindings of a 3D scene: read, save as a version, restore, list the pages that show it.
import { fail } from '../../../contract/errors.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { bindsOf, mapBindings } from '../../../contract/page-document.ts'
import type { SceneContent } from '../../../contract/scene-document.ts'
import { unstorableAt } from '../../../core/storable.ts'
import type { Sight } from '../../../db/sight.ts'
import type { Conflict, Head } from '../../../db/versioned.ts'
import { type Asker, type Change, type ChangeCall, type RoomServer, serve } from '../../frame/serve.ts'
import { loadPagesShowing } from '../open/page-used.ts'
import { maxPagesUsing } from '../page/contract.ts'
import { reconciled, unveiled, veiled } from '../page/rules.ts'
import {
  queryScenePages,
  querySceneVersions,
  restoreSceneConfig,
  type Scene,
  type SceneConflict,
  type SceneId,
  saveSceneConfig,
  sceneConfig,
  shownScene,
} from './contract.ts'
import { isWriting } from './rules.ts'
import {
  contentOfKey,
  loadContent,
  loadContentVersions,
  loadScenes,
  lockScenes,
  ownSignals,
  putContent,
} from './store.ts'

type By = { sight: Sight; asker: Pick<Asker, 'devices'> }

/** Resolves the bindings for the caller; bindings to variables that the caller may not see stay, without details. */
async function shown({ sight, asker }: By, content: SceneContent): Promise<SceneContent> {
  const own = await ownSignals(sight, bindsOf(content.nodes as never).signals)
  const way = asker.devices === 'all' ? reconciled : veiled
  return { ...content, nodes: mapBindings(content.nodes, (binding) => way(binding, own)) }
}

/** The content to store: current names, and hidden bindings restored from `known`. */
async function stored({ sight }: { sight: Sight }, sent: SceneContent, known: SceneContent): Promise<SceneContent> {
  const own = await ownSignals(sight, bindsOf(sent.nodes as never).signals)
  const nodes = mapBindings(sent.nodes, (binding) => reconciled(binding, own))
  return { ...sent, nodes: unveiled(nodes, known.nodes) }
}

async function conflictOf(by: By, { base, newest }: Conflict<SceneContent>): Promise<SceneConflict> {
  const side = async ({ content, ...head }: Head<SceneContent>) => ({ ...head, content: await shown(by, content) })
  return { base: base ? await side(base) : null, newest: await side(newest) }
}

function check({ language }: Pick<ChangeCall, 'language'>, content: SceneContent): void {
  if (unstorableAt(content) !== undefined || content.nodes.some(isWriting))
    throw badField('content.nodes', 'notAllowed', language)
  if (Buffer.byteLength(JSON.stringify(content)) > limits.sceneContentBytes)
    throw fail('tooLarge', { limit: `${limits.sceneContentBytes / 1024} KB` })
}

const found = (scenes: readonly Scene[], id: SceneId): Scene => {
  const scene = scenes.find((each) => each.id === id)
  if (!scene) throw fail('notFound')
  return scene
}

/** `known`: the version that the author saw, perhaps without hidden parts; by default the newest. */
type Saving = { base: number | undefined; message: string | undefined; restored?: number; known?: SceneContent }

async function save(
  call: ChangeCall,
  act: 'saveScene' | 'restoreScene',
  id: SceneId,
  sent: SceneContent,
  { base, message, restored, known }: Saving,
): Promise<Change<{ version: number }>> {
  const { sight, user, now } = call
  const { name } = found(await lockScenes(sight), id)
  const content = await stored(call, sent, known ?? (await loadContent(sight, id))!.content)
  const saving = { base, author: user, at: now(), message, restored }
  const put = await putContent(sight, id, content, saving)
  if ('conflict' in put) throw fail('staleVersion', {}, await conflictOf({ sight, asker: user }, put.conflict))
  const { version } = put.saved
  const after = { nodes: content.nodes.length, views: content.views.length, version, restored }
  return { act, object: { type: 'scene', id, name }, after, data: { version } }
}

export const configCalls = [
  serve(sceneConfig, async ({ id, version }, { sight, user }) => {
    const scene = found(await loadScenes(sight), id)
    const head = await loadContent(sight, id, version)
    if (!head) throw fail('notFound')
    return { scene, version: head.version, content: await shown({ sight, asker: user }, head.content) }
  }),

  serve(saveSceneConfig, { kind: 'change' }, async ({ id, version, content, message }, call) => {
    check(call, content)
    return save(call, 'saveScene', id, content, { base: version, message })
  }),

  serve(querySceneVersions, ({ id }, { sight }) => loadContentVersions(sight, id)),

  serve(restoreSceneConfig, { kind: 'change' }, async ({ id, version, restore, message }, call) => {
    const older = await loadContent(call.sight, id, restore)
    if (!older) throw fail('notFound')
    const sent = await shown({ sight: call.sight, asker: call.user }, older.content)
    return save(call, 'restoreScene', id, sent, { base: version, message, restored: restore, known: older.content })
  }),

  serve(queryScenePages, async ({ id }, { sight, user }) =>
    loadPagesShowing(sight, found(await loadScenes(sight), id).key, {
      count: maxPagesUsing,
      hasTemplates: user.auths.includes('template:view'),
    }),
  ),

  serve(shownScene, { openTo: ['page'] }, async ({ key }, { sight }) => {
    const content = await contentOfKey(sight, key)
    if (!content) throw fail('notFound')
    const { views, startView } = content
    // A click that opens something may have a leftover variable binding; it is removed.
    const nodes = content.nodes.map(({ name, title, isTitled, clickEvent: { data: _, ...click } = {} }) => ({
      ...{ name, title, isTitled },
      ...(click.enable ? { clickEvent: click } : {}),
    }))
    return { views, startView, nodes }
  }),
] satisfies RoomServer
