// What a device's configuration consists of: each list is a part that its room registers, and saving, hashes and what a
// gateway executes are made by walking the parts. The list of them, in order, is in features/equipment-config/rules.
import type { z } from 'zod'
import type { EquipmentConfig } from './equipment-config.ts'
import type { Failure, Language } from './errors.ts'
import type { GatewayConfig } from './gateway-config.ts'

export type PartKey = keyof EquipmentConfig

export type Checking = {
  equipmentId: number
  language: Language
  /** Place of a thing in the request, for faults that name rows; -1: it was not in it. */
  indexOf: (thing: { id: number }) => number
}

export type ConfigPart<Key extends string = PartKey> = {
  key: Key
  /** Of its list. */
  schema: z.ZodType
  /** How many a device may have, and what one more answers. */
  capacity: { limit: number; error: 'driverCapacity' | 'signalCapacity' | 'reportCapacity' | 'alarmRuleCapacity' }
  /** It came after others: while it is empty it is in no hash, and versions from before lack it. */
  isLater?: true
  /** Why the whole cannot be saved, as far as this part sees it. */
  faultOf?: (config: EquipmentConfig, of: Checking) => Failure | undefined
  /** What is left of it after things of other parts went. Throws if one of them is still needed. */
  reduced?: (next: EquipmentConfig, before: EquipmentConfig, language: Language) => EquipmentConfig
  /** What the gateway executes of it. */
  gateway?: (config: EquipmentConfig, equipmentId: number) => Partial<Omit<GatewayConfig, 'zone'>>
}
