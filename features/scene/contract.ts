// 3D scenes: models that widgets of pages show, with nodes that values move. [S2 /manage/eg/scene] [S3 Webgl]
import { z } from 'zod'
import { done, download, nothing, post } from '../../contract/endpoint.ts'
import { Instant, idOf, text } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'

declare module '../../contract/fields.ts' {
  interface IdKinds {
    SceneId: true
  }
}
declare module '../../contract/endpoint.ts' {
  interface Objects {
    scene: SceneId
  }
}

export const SceneId = idOf('SceneId')
export type SceneId = z.output<typeof SceneId>

/** What a widget names it by. */
export const SceneKey = z.guid()

export const Scene = z.object({
  id: SceneId,
  key: SceneKey,
  name: z.string(),
  sizeBytes: z.number(),
  triangles: z.number(),
  /** Names of its nodes, in the order of the file. */
  nodes: z.array(z.string()),
  /** Login name of who added it. */
  creator: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Scene = z.output<typeof Scene>

const name = text(limits.titleLength)
/** A GLB file as base64, alone or in a data URL. */
const model = z.string().max(2 * limits.sceneBytes)
/** As base64 with the JSON around it, and room for one that is too large to be told so. */
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

export const deleteScene = post('/lfscada/scene/delete', {
  may: 'scene:edit',
  on: { scene: 'id' },
  about: 'Deletes a 3D scene. Pages that show it say that it is gone.',
  input: z.object({ id: SceneId }),
  output: done,
})

/** The key of a scene is drawn and stands in the pages that show it: whoever sees such a page sees the scene. */
export const sceneModel = download('/lfscada/scene/model', {
  may: 'monitor:view',
  about: 'The model of a 3D scene, as GLB, for whoever knows its key: from the list of scenes, or from a page.',
  input: z.object({ key: SceneKey }),
})
