// The configuration of a device for its gateway: drivers, variables, history reports and alarm rules, saved as
// immutable versions. [S3 Driver, Variable, History report, Alarm]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { EquipmentId, Version } from '../../../contract/fields.ts'
import { VersionHead, VersionMessage } from '../../platform/versioned/contract.ts'

const head = VersionHead.extend({ config: EquipmentConfig })
/** Fields of every request that changes the configuration. */
export const configAt = {
  equipmentId: EquipmentId,
  /** The version on which the change is based; if it is not the newest, the answer is 10004. */
  version: Version,
  message: VersionMessage,
}
export const savedConfig = z.object({ version: z.number(), hash: z.string(), config: EquipmentConfig })

export const queryConfig = post('/lfscada/equipment/config/query', {
  may: 'equipment:view',
  templates: true,
  on: { equipment: 'equipmentId' },
  about: 'The newest version of drivers, variables, history reports and alarm rules of a device, or a given one.',
  input: z.object({ equipmentId: EquipmentId, version: Version.optional() }),
  output: head,
})

export const queryVersions = post('/lfscada/equipment/version/query', {
  may: 'equipment:view',
  templates: true,
  on: { equipment: 'equipmentId' },
  about: "The versions of a device's configuration, newest first.",
  input: z.object({ equipmentId: EquipmentId }),
  output: z.array(
    VersionHead.extend({ drivers: z.number(), signals: z.number(), reports: z.number(), alarms: z.number() }),
  ),
})

export const restoreVersion = post('/lfscada/equipment/version/restore', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  about: 'Saves an older version as the newest one.',
  input: z.object({ ...configAt, restore: Version }),
  output: savedConfig,
})
