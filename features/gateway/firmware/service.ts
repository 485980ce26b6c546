import { provide, type RoomServices } from '../../frame/services.ts'
import { firmwareSigning } from './contract.ts'
import { createFirmwareSigning } from './signing.ts'

export default [
  provide(firmwareSigning, ({ db, seal, unseal, now }) => createFirmwareSigning({ db, seal, unseal, now })),
] satisfies RoomServices
