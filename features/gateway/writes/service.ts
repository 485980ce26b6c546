import { provide, type RoomServices } from '../../frame/services.ts'
import { gatewayWrites } from './contract.ts'
import { createWritesTaker } from './take.ts'

export default [provide(gatewayWrites, createWritesTaker)] satisfies RoomServices
