// The drivers of a device: its PLC connections. [S3 Driver]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Driver } from '../../../contract/equipment-config.ts'
import { DriverId } from '../../../contract/fields.ts'
import { configAt, savedConfig } from '../config/contract.ts'

export const saveDriver = post('/lfscada/equipment/driver/save', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  about: 'Adds a driver (no id) or changes one.',
  input: z.object({ ...configAt, driver: Driver.extend({ id: DriverId.nullish() }) }),
  output: savedConfig,
})

export const deleteDriver = post('/lfscada/equipment/driver/delete', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  about: 'Deletes a driver with its variables; reports no longer store them.',
  input: z.object({ ...configAt, driverId: DriverId }),
  output: savedConfig,
})
