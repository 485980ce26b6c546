// The progress of an installation, or of one device, towards the first live value.
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { languages } from '../../../contract/errors.ts'
import { EquipmentId, GatewayId, Zone } from '../../../contract/fields.ts'

export const SetupState = z.object({
  /** Number of unclaimed gateways that the organisation registered. */
  registered: z.number(),
  /** Number of claimed gateways of the organisation. */
  gateways: z.number(),
  equipments: z.number(),
  /** Whether the agent of the device's gateway, or without one the agent of any gateway, has connected once. */
  isAgentSeen: z.boolean(),
  device: z
    .object({
      id: EquipmentId,
      name: z.string(),
      gatewayId: GatewayId.nullable(),
      drivers: z.number(),
      signals: z.number(),
      /** Whether the gateway's configuration matches the platform's. */
      isSynced: z.boolean(),
      /** Whether at least one value has arrived. */
      hasValues: z.boolean(),
    })
    .nullable(),
})
export type SetupState = z.output<typeof SetupState>

export const setupState = post('/lfscada/onboarding/state', {
  may: 'equipment:view',
  on: { equipment: 'equipmentId' },
  about:
    'The completed steps to a first live value: of one device, or of the organisation by its newest device. ' +
    'A device with received values is complete; an organisation with such a device is complete too.',
  input: z.object({ equipmentId: EquipmentId.nullish() }),
  output: SetupState,
})

export const saveFirstSettings = post('/lfscada/onboarding/firstSettings', {
  may: 'organisation:edit',
  about:
    'Time zone and language of a fresh installation, answered once by its first administrator; 10002 for anybody else ' +
    'and afterwards.',
  input: z.object({ zone: Zone, language: z.enum(languages) }),
  output: done,
})
