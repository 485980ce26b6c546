// Models of 3D scenes, for widgets of pages.
import { call, callStream } from '../../../contract/call.ts'
import type { ScenesService } from '../../../widgets/services.ts'
import { sceneModel, shownScene } from './contract.ts'

export default {
  model: async ({ key }, ending) => (await callStream(sceneModel, { key }, ending)).arrayBuffer(),
  shown: ({ key }, ending) => call(shownScene, { key }, ending),
} satisfies ScenesService
