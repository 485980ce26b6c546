import { audience } from '../../frame/audience.ts'
import { provide, type RoomServices } from '../../frame/services.ts'
import { createAudience } from './audience.ts'

export default [provide(audience, ({ db }) => createAudience(db))] satisfies RoomServices
