// The warranty of a device: its state, and the number of days of notice before its end. [S3 Device, Message]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { numeric } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

/**
 * State of a warranty. `soon`: it ends within the organisation's days of notice. The last day is within the warranty.
 */
export const WarrantyState = z.enum(['valid', 'soon', 'ended'])
export type WarrantyState = z.output<typeof WarrantyState>

const Settings = z.object({ days: numeric(z.number().int().min(0).max(limits.warrantyDays)) })

export const warrantySettings = post('/lfscada/equipment/multi/warranty/settings', {
  may: 'equipment:view',
  about:
    'Returns how many days before the end of a warranty the managers of the device are notified; 0: only after it has ended.',
  input: nothing,
  output: Settings,
})

export const saveWarrantySettings = post('/lfscada/equipment/multi/warranty/save', {
  may: 'organisation:edit',
  about: 'Sets how many days before the end of a warranty the managers of the device are notified.',
  input: Settings,
  output: done,
})
