// A configuration as a whole, composed of its parts: capacity, hash, validation, and the projection for a gateway.
// Pure.
import type { Checking, ConfigPart, Thing } from '../../contract/config-part.ts'
import type { EquipmentConfig } from '../../contract/equipment-config.ts'
import { type Failure, fail, type Language } from '../../contract/errors.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import type { GatewayConfig } from '../../contract/gateway-config.ts'
import { alarmPart } from '../device/alarm-rules/rules.ts'
import { driverPart } from '../device/driver/rules.ts'
import { reportPart } from '../device/report/rules.ts'
import { scriptPart } from '../device/script/rules.ts'
import { signalPart } from '../device/signal/rules.ts'

/** A part with any key, for lists of parts. */
export type AnyPart = ConfigPart<string>

/** Order of checking, storing and display, and of the parts sent to a gateway. */
export const configParts: readonly AnyPart[] = [driverPart, signalPart, reportPart, alarmPart, scriptPart]

/** The list of a part in a configuration. */
export const listOf = (config: EquipmentConfig, { key }: Pick<AnyPart, 'key'>): readonly unknown[] =>
  (config as { [key: string]: readonly unknown[] | undefined })[key] ?? []

/** Reads a configuration from its stored JSON; older versions lack parts that were added later. */
export const readConfig = (stored: object | null, parts = configParts): EquipmentConfig =>
  ({ ...Object.fromEntries(parts.map(({ key }) => [key, []])), ...stored }) as unknown as EquipmentConfig

/** Keeps the origin of each object, which a save by a user does not contain; new objects have none. Decision 33. */
export function withOriginsOf(config: EquipmentConfig, before: EquipmentConfig, parts = configParts): EquipmentConfig {
  const kept = parts.map((part) => {
    const known = new Map((listOf(before, part) as readonly Thing[]).map(({ id, origin }) => [id, origin]))
    const things = (listOf(config, part) as readonly Thing[]).map(({ origin: _, ...thing }) => {
      const origin = known.get(thing.id)
      return origin === undefined ? thing : { ...thing, origin }
    })
    return [part.key, things]
  })
  return { ...config, ...Object.fromEntries(kept) }
}

/**
 * The content that a version's hash covers: empty lists of later parts are omitted, so that old hashes remain valid.
 */
export function hashedOf(config: EquipmentConfig, parts = configParts): object {
  const unused = new Set(
    parts.filter((part) => part.isLater && listOf(config, part).length === 0).map(({ key }) => key),
  )
  return Object.fromEntries(Object.entries(config).filter(([key]) => !unused.has(key)))
}

type Capacity = { error: AnyPart['capacity']['error']; limit: number }

/** The error and limit of a part that exceeds its capacity; undefined if there is room for everything. */
export const overCapacity = (config: EquipmentConfig, parts = configParts): Capacity | undefined =>
  parts.find((part) => listOf(config, part).length > part.capacity.limit)?.capacity

/** The reason why a configuration cannot be saved; undefined if it can. */
export function faultOf(config: EquipmentConfig, of: Checking, parts = configParts): Failure | undefined {
  const over = overCapacity(config, parts)
  if (over) return fail(over.error, { limit: over.limit })
  for (const part of parts) {
    const fault = part.faultOf?.(config, of)
    if (fault) return fault
  }
  return undefined
}

/** Removes objects that depend on removed ones. Throws if an object still needs a removed one. */
export const reduced = (
  next: EquipmentConfig,
  before: EquipmentConfig,
  language: Language,
  parts = configParts,
): EquipmentConfig => parts.reduce((now, part) => part.reduced?.(now, before, language) ?? now, next)

/**
 * The projection of a configuration that is sent to a gateway and hashed: each part adds the fields that a gateway
 * executes.
 */
export const gatewayConfigOf = (
  config: EquipmentConfig,
  zone: string,
  equipmentId: EquipmentId,
  parts = configParts,
): GatewayConfig =>
  Object.assign({ zone, drivers: [] }, ...parts.map((part) => part.gateway?.(config, equipmentId) ?? {}))

/** The number of objects of each part, by the names of the lists. */
export const countsOf = (config: EquipmentConfig, parts = configParts): Record<string, number> =>
  Object.fromEntries(parts.map((part) => [part.key, listOf(config, part).length]))
