import { provide, type RoomServices } from '../../frame/services.ts'
import { createCameras } from './cameras.ts'
import { cameras } from './contract.ts'
import { ezviz } from './settings.env.ts'

export default [
  provide(
    cameras,
    ({ setting, unseal, recordAs, now, log }) =>
      createCameras({
        ezviz: setting(ezviz),
        unseal,
        recordAs,
        now,
        log: (error) => log.warn({ error: String(error) }, 'EZVIZ did not answer'),
      }),
    (made) => made.stop(),
  ),
] satisfies RoomServices
