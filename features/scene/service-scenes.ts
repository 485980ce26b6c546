// Models of 3D scenes, for widgets of pages.
import { callStream } from '../../contract/call.ts'
import type { ScenesService } from '../../widgets/services.ts'
import { sceneModel } from './contract.ts'

export default {
  model: async ({ key }, ending) => (await callStream(sceneModel, { key }, ending)).arrayBuffer(),
} satisfies ScenesService
