// The demo's plant panel: possible faults of the simulated plant, and the active ones. Only the demo mounts these
// calls; the file name keeps them out of the calls that every platform must mount.
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
  /** The device where the fault shows first. */
  equipmentId: EquipmentId,
  /** When the fault started, epoch ms; null while it is inactive. */
  sinceAt: z.number().nullable(),
  /** When the fault ends automatically; null while it is inactive, or if the simulation decides when it ends. */
  untilAt: z.number().nullable(),
  /** How long the fault lasts after it is switched on, in ms. */
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
