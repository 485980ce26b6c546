// One point of a PLC read now, through the gateway: a driver is tested before it is saved, a variable without waiting.
import { z } from 'zod'
import { issued, post } from '../../contract/endpoint.ts'
import { DriverId, EquipmentId } from '../../contract/fields.ts'
import { ProbePoint } from '../../contract/gateway-config.ts'

export { ProbePoint }

/** A driver as its form has it, saved or not. */
export const DriverDraft = z.object({ type: z.string().min(1).max(40), params: z.record(z.string(), z.unknown()) })
export type DriverDraft = z.output<typeof DriverDraft>

export const probePoint = post('/lfscada/gateway/probe', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about:
    'Reads one point of a PLC once, by a saved driver or by one that is not saved; poll the callback with the uuid.',
  input: z.object({
    equipmentId: EquipmentId,
    /** The saved driver to read by, unless `driver` is given. */
    driverId: DriverId.nullish(),
    driver: DriverDraft.nullish(),
    point: ProbePoint,
    /** Drawn by the browser for this very act, so that a repeated request is the same command. */
    uuid: z.uuid().nullish(),
  }),
  output: issued,
})
