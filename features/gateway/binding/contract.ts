// Binding a device to the gateway at its site. [S4] [S8 1102, 1103, 1108]
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { EquipmentId, GatewayId, Sn } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

/** The code printed on the box. [S5] */
export const ClaimCode = z
  .string()
  .trim()
  .regex(new RegExp(`^\\d{${limits.claimCodeDigits}}$`))

/** New secrets of a gateway that another owner released, shown only once. The gateway needs the new secret. */
const fresh = { secret: z.string().optional(), code: z.string().optional() }

export const bindGateway = post('/lfscada/equipment/multi/bindGateway', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Binds a gateway; a gateway that the organisation has not claimed yet needs its verification code.',
  input: z.object({ equipmentId: EquipmentId, sn: Sn, code: ClaimCode.optional() }),
  output: z.object({ gatewayId: GatewayId, ...fresh }),
})

export const unbindGateway = post('/lfscada/equipment/multi/unbindGateway', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Unbinds the gateway; it deletes the configuration when it is next online.',
  input: z.object({ equipmentId: EquipmentId }),
  output: done,
})

export const claimGateway = post('/lfscada/gateway/claim', {
  may: 'gateway:add',
  about: 'Claims a registered gateway for the organisation with its verification code; at most five attempts an hour.',
  input: z.object({ sn: Sn, code: ClaimCode }),
  output: z.object({ id: GatewayId, ...fresh }),
})
