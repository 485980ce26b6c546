// What a device's configuration consists of: each list is a part that its room registers, and saving, hashes and what a
// gateway executes are made by walking the parts. The list of them, in order, is in features/frame/config.
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

/** A thing of a part: its number, and that of the thing of a template that it was made of. */
export type Thing = { id: number; origin?: number | undefined }

/** What stands on another device in the place of what a thing names: from a template to a device, or back. */
export type Numbers = {
  equipment: { from: number; to: number }
  driver(id: number): number
  signal(id: number): number
  /** The number of a secret of a driver that is connected so, and of what it is a copy; nothing: it cannot be had. */
  secret(id: number, connection: string): number | undefined
  /** A number of this sequence that nothing has. */
  fresh(sequence: Sequence): number
}
export type Sequence = 'driver_id' | 'signal_id' | 'report_id' | 'column_id' | 'alarm_rule_id' | 'script_id'

/** How things of a part follow those of a template. Decision 33. */
export type Following<T extends Thing> = {
  sequence: Sequence
  /** What makes a thing of a device, which no template made, the one that the template has: its name and its kind. */
  likeness(thing: T): string
  /** The same thing elsewhere. `there`: the one that it takes the place of. */
  renumbered(thing: T, numbers: Numbers, there: T | undefined): T
  /** Fields that a device may have of its own, `params.host`; which of them it has at once. */
  own(thing: T): { may: readonly string[]; has: readonly string[] }
  /** What a missing field means: both are the same. */
  usual?: { readonly [field: string]: unknown }
}

export type ConfigPart<Key extends string = PartKey> = {
  key: Key
  /** Of its list. */
  schema: z.ZodType
  /** How many a device may have, and what one more answers. */
  capacity: {
    limit: number
    error: 'driverCapacity' | 'signalCapacity' | 'reportCapacity' | 'alarmRuleCapacity' | 'scriptCapacity'
  }
  /** It came after others: while it is empty it is in no hash, and versions from before lack it. */
  isLater?: true
  /** Why the whole cannot be saved, as far as this part sees it. */
  faultOf?: (config: EquipmentConfig, of: Checking) => Failure | undefined
  /** What is left of it after things of other parts went. Throws if one of them is still needed. */
  reduced?: (next: EquipmentConfig, before: EquipmentConfig, language: Language) => EquipmentConfig
  /** What the gateway executes of it. */
  gateway?: (config: EquipmentConfig, equipmentId: number) => Partial<Omit<GatewayConfig, 'zone'>>
  /** Its things follow those of a template; without it a template hands on none of them. */
  following?: Following<never>
}

/** Of a part: its things are of this type. */
export const following = <T extends Thing>(of: Following<T>): Following<never> => of as Following<never>
