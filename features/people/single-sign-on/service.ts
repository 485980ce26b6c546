import { provide, type RoomServices } from '../../frame/services.ts'
import { openId } from './contract.ts'
import { createOpenId } from './open-id.ts'

export default [provide(openId, ({ unseal, now }) => createOpenId({ unseal, now }))] satisfies RoomServices
