// A part of a device's configuration: one list (drivers, variables …), registered by its room. Saving, hashes and the
// gateway's configuration are computed by walking the parts. Their ordered list is in features/frame/config.
import type { z } from 'zod'
import type { EquipmentConfig } from './equipment-config.ts'
import type { Failure, Language } from './errors.ts'
import type { GatewayConfig } from './gateway-config.ts'

export type PartKey = keyof EquipmentConfig

export type Checking = {
  equipmentId: number
  language: Language
  /** Index of a thing in the request, for errors that name rows; -1 if it was not in it. */
  indexOf: (thing: { id: number }) => number
}

/** An item of a part: its id, and the id of the template item that it was made from. */
export type Thing = { id: number; origin?: number | undefined }

/** Maps ids from a template to a device, or back. */
export type Numbers = {
  equipment: { from: number; to: number }
  driver(id: number): number
  signal(id: number): number
  /**
   * The id of the secret for a driver with the same connection, copied from secret `id`; nothing if it cannot be used.
   */
  secret(id: number, connection: string): number | undefined
  /** An unused id of this sequence. */
  fresh(sequence: Sequence): number
}
export type Sequence = 'driver_id' | 'signal_id' | 'report_id' | 'column_id' | 'alarm_rule_id' | 'script_id'

/** How items of a part follow those of a template. Decision 33. */
export type Following<T extends Thing> = {
  sequence: Sequence
  /** Key by which a device's item that no template made is matched with an item of the template: its name and kind. */
  likeness(thing: T): string
  /** The item with ids mapped. `there`: the item that it replaces. */
  renumbered(thing: T, numbers: Numbers, there: T | undefined): T
  /** Fields that a device may override (`params.host`). `has`: those that every device overrides from the start. */
  own(thing: T): { may: readonly string[]; has: readonly string[] }
  /** Defaults of missing fields: a missing field equals its default. */
  usual?: { readonly [field: string]: unknown }
}

export type ConfigPart<Key extends string = PartKey> = {
  key: Key
  /** Schema of the list of this part. */
  schema: z.ZodType
  /** Maximum number of items in a device, and the error for one more. */
  capacity: {
    limit: number
    error: 'driverCapacity' | 'signalCapacity' | 'reportCapacity' | 'alarmRuleCapacity' | 'scriptCapacity'
  }
  /** The part was added later: while it is empty it is in no hash, and older versions lack it. */
  isLater?: true
  /** The reason why this part prevents the configuration from being saved. */
  faultOf?: (config: EquipmentConfig, of: Checking) => Failure | undefined
  /**
   * The configuration after removing references to deleted items of other parts. Throws if one of them is still needed.
   */
  reduced?: (next: EquipmentConfig, before: EquipmentConfig, language: Language) => EquipmentConfig
  /** The section of the gateway's configuration that this part yields. */
  gateway?: (config: EquipmentConfig, equipmentId: number) => Partial<Omit<GatewayConfig, 'zone'>>
  /** How the items of this part follow those of a template; undefined: a template does not pass this part on. */
  following?: Following<never>
}

/** Declares how items of this type follow a template. */
export const following = <T extends Thing>(of: Following<T>): Following<never> => of as Following<never>
