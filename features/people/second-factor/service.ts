import { provide, type RoomServices } from '../../frame/services.ts'
import { appStep } from './contract.ts'
import { fromBase32, stepOf } from './rules.ts'

export default [
  provide(
    appStep,
    ({ unseal, now }) =>
      (sealed, code) =>
        stepOf(fromBase32(unseal(sealed)), code, now()),
  ),
] satisfies RoomServices
