// 3D scenes: models that widgets of pages show, with nodes that values move. [S2 /manage/eg/scene] [S3 Webgl]
import { z } from 'zod'
import { done, download, nothing, post } from '../../../contract/endpoint.ts'
import { Instant, idOf, text, Version } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { SceneContent, SceneNode } from '../../../contract/scene-document.ts'
import { VersionHead, VersionMessage } from '../../platform/versioned/contract.ts'
import { PagesUsing } from '../page/contract.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    SceneId: true
  }
}
declare module '../../../contract/endpoint.ts' {
  interface Objects {
    scene: SceneId
  }
}

export const SceneId = idOf('SceneId')
export type SceneId = z.output<typeof SceneId>

/** The key by which widgets refer to a scene. */
const SceneKey = z.guid()

export const Scene = z.object({
  id: SceneId,
  key: SceneKey,
  name: z.string(),
  sizeBytes: z.number(),
  triangles: z.number(),
  /** Names of the model's nodes, in the order of the file. */
  nodes: z.array(z.string()),
  /** Login name of the account that added the scene. */
  creator: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Version of the scene's bindings; 0: never saved. */
  version: z.number(),
})
export type Scene = z.output<typeof Scene>

const name = text(limits.titleLength)
/** A GLB file as base64, either alone or in a data URL. */
const model = z.string().max(2 * limits.sceneBytes)
/**
 * Base64 and JSON enlarge the file; a body slightly over the limit is still read, to be rejected with a clear error.
 */
const bodyBytes = 2 * limits.sceneBytes

export const queryScenes = post('/lfscada/scene/query', {
  may: 'scene:view',
  about: 'The 3D scenes of the organisation by name, without their models.',
  input: nothing,
  output: z.array(Scene),
})

export const addScene = post('/lfscada/scene/add', {
  may: 'scene:edit',
  heavy: true,
  bodyBytes,
  about: 'Adds a 3D scene: a GLB file that holds all its parts, up to 8 MB.',
  input: z.object({ name, model }),
  output: Scene,
})

export const editScene = post('/lfscada/scene/edit', {
  may: 'scene:edit',
  on: { scene: 'id' },
  heavy: true,
  bodyBytes,
  about: 'Renames a 3D scene or gives it another model; pages that show it show the new one.',
  input: z.object({ id: SceneId, name, model: model.optional() }),
  output: Scene,
})

export const queryScenePages = post('/lfscada/scene/page/query', {
  may: 'scene:view',
  on: { scene: 'id' },
  templates: 'all',
  about:
    'The pages that show a 3D scene, those of templates too, as far as the caller sees them: what deleting it leaves without its picture.',
  input: z.object({ id: SceneId }),
  output: PagesUsing,
})

export const deleteScene = post('/lfscada/scene/delete', {
  may: 'scene:edit',
  on: { scene: 'id' },
  about: 'Deletes a 3D scene. Pages that show it report that it no longer exists.',
  input: z.object({ id: SceneId }),
  output: done,
})

/** Scene keys are random, and part of the pages that show the scene: a viewer of such a page can load the scene. */
export const sceneModel = download('/lfscada/scene/model', {
  may: 'monitor:view',
  about: 'The model of a 3D scene, as GLB, for whoever knows its key: from the list of scenes, or from a page.',
  input: z.object({ key: SceneKey }),
})

export const checkSceneModel = post('/lfscada/scene/model/check', {
  may: 'scene:edit',
  on: { scene: 'id' },
  heavy: true,
  bodyBytes,
  about: 'Checks another model for a 3D scene: returns the bound nodes that it does not have.',
  input: z.object({ id: SceneId, model }),
  output: z.object({
    nodes: z.number(),
    triangles: z.number(),
    lost: z.array(z.object({ name: z.string(), title: z.string(), bindings: z.number() })),
  }),
})

/** One version of a scene's bindings and views. */
const SceneConfig = z.object({ scene: Scene, version: z.number(), content: SceneContent })
export type SceneConfig = z.output<typeof SceneConfig>

export const sceneConfig = post('/lfscada/scene/config/info', {
  may: 'scene:view',
  on: { scene: 'id' },
  about:
    'What the nodes of a 3D scene are bound to, and its views, as they are or as they were in one of its versions. Variables of devices that the caller does not see are told as that.',
  input: z.object({ id: SceneId, version: Version.optional() }),
  output: SceneConfig,
})

/** One side of error 10004: the version that the author saw, if it still exists, or the newest. */
const Side = VersionHead.extend({ content: SceneContent })
export const SceneConflict = z.object({ base: Side.nullable(), newest: Side })
export type SceneConflict = z.output<typeof SceneConflict>

export const saveSceneConfig = post('/lfscada/scene/config/save', {
  may: 'scene:edit',
  on: { scene: 'id' },
  heavy: true,
  about:
    'Saves a version of what a 3D scene is bound to; pages that show it follow. With the version that was edited, a newer one answers 10004 with both.',
  input: z.object({ id: SceneId, version: Version.optional(), content: SceneContent, message: VersionMessage }),
  output: z.object({ version: z.number() }),
})

export const querySceneVersions = post('/lfscada/scene/config/version/query', {
  may: 'scene:view',
  on: { scene: 'id' },
  about: 'The versions of what a 3D scene is bound to, newest first.',
  input: z.object({ id: SceneId }),
  output: z.array(VersionHead),
})

export const restoreSceneConfig = post('/lfscada/scene/config/version/restore', {
  may: 'scene:edit',
  on: { scene: 'id' },
  heavy: true,
  about:
    'Saves an older version of what a 3D scene is bound to as the newest one. A newer one than `version` answers 10004.',
  input: z.object({ id: SceneId, version: Version, restore: Version, message: VersionMessage }),
  output: z.object({ version: z.number() }),
})

export const shownScene = post('/lfscada/scene/shown', {
  may: 'monitor:view',
  about:
    'What a page shows of a 3D scene beside its model and its values: titles and clicks of its nodes, its views. For whoever knows its key.',
  input: z.object({ key: SceneKey }),
  output: SceneContent.pick({ views: true, startView: true }).extend({
    nodes: z.array(SceneNode.omit({ bindings: true })),
  }),
})
