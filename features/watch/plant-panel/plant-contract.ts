// The demonstration's plant panel: what may be broken, and what is broken now. A real platform has no plant: the demo
// mounts these calls, and nobody else does: the name keeps them out of what every platform has to mount.
import { z } from 'zod'
import { nothing, post } from '../../../contract/endpoint.ts'
import { EquipmentId } from '../../../contract/fields.ts'

export const troubleKeys = [
  'pumpTrip',
  'highTurbidity',
  'silentPlc',
  'lostLink',
  'frozenSensor',
  'stormWater',
  'mainBurst',
  'filterClog',
  'chlorinatorTrip',
  'screenClog',
  'gateJam',
  'supplyPumpTrip',
] as const
export const TroubleKey = z.enum(troubleKeys)
export type TroubleKey = z.output<typeof TroubleKey>

export const Trouble = z.object({
  key: TroubleKey,
  /** The device where it shows first. */
  equipmentId: EquipmentId,
  /** Epoch ms; null while it is off. */
  sinceAt: z.number().nullable(),
  /** It ends by itself then; null while it is off, and where the plant's own story ends it. */
  untilAt: z.number().nullable(),
  /** How long it lasts when it is switched on. */
  lastsMs: z.number(),
})
export type Trouble = z.output<typeof Trouble>

export const queryTroubles = post('/lfscada/demo/plant/query', {
  may: 'equipment:view',
  about: 'The possible faults of the simulated works, and the active ones. Demo only.',
  input: nothing,
  output: z.array(Trouble),
})

export const switchTrouble = post('/lfscada/demo/plant/switch', {
  may: 'platform:admin',
  about: 'Starts or ends a fault in the simulated works. Demo only.',
  input: z.object({ key: TroubleKey, on: z.boolean() }),
  output: z.array(Trouble),
})
