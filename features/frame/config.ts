// A configuration as a whole, made of its parts: room, hash, what is saved and what a gateway executes. Pure.
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

/** A part whatever its key: of a list of them nobody asks for one by its name. */
export type AnyPart = ConfigPart<string>

/** In this order they are checked, stored, shown, and stand in what a gateway is sent. */
export const configParts: readonly AnyPart[] = [driverPart, signalPart, reportPart, alarmPart, scriptPart]

/** The list of a part. */
export const listOf = (config: EquipmentConfig, { key }: Pick<AnyPart, 'key'>): readonly unknown[] =>
  (config as { [key: string]: readonly unknown[] | undefined })[key] ?? []

/** A configuration out of its stored JSON: versions from before there was a part lack it. */
export const readConfig = (stored: object | null, parts = configParts): EquipmentConfig =>
  ({ ...Object.fromEntries(parts.map(({ key }) => [key, []])), ...stored }) as unknown as EquipmentConfig

/** What a person saves names no origins: each thing keeps the one that it had, and a new one has none. Decision 33. */
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

/** What a version's hash is over: without anything of a later part it is what it was before there was that part. */
export function hashedOf(config: EquipmentConfig, parts = configParts): object {
  const unused = new Set(
    parts.filter((part) => part.isLater && listOf(config, part).length === 0).map(({ key }) => key),
  )
  return Object.fromEntries(Object.entries(config).filter(([key]) => !unused.has(key)))
}

export type Capacity = { error: AnyPart['capacity']['error']; limit: number }

/** Whether there is room for so many of everything; the error with its limit, or nothing. */
export const overCapacity = (config: EquipmentConfig, parts = configParts): Capacity | undefined =>
  parts.find((part) => listOf(config, part).length > part.capacity.limit)?.capacity

/** Why a configuration cannot be saved, or nothing. */
export function faultOf(config: EquipmentConfig, of: Checking, parts = configParts): Failure | undefined {
  const over = overCapacity(config, parts)
  if (over) return fail(over.error, { limit: over.limit })
  for (const part of parts) {
    const fault = part.faultOf?.(config, of)
    if (fault) return fault
  }
  return undefined
}

/** After things went: what hung on them goes too. Throws what still needs one of them. */
export const reduced = (
  next: EquipmentConfig,
  before: EquipmentConfig,
  language: Language,
  parts = configParts,
): EquipmentConfig => parts.reduce((now, part) => part.reduced?.(now, before, language) ?? now, next)

/** The projection that is sent to a gateway and hashed: each part adds what a gateway executes of it. */
export const gatewayConfigOf = (
  config: EquipmentConfig,
  zone: string,
  equipmentId: EquipmentId,
  parts = configParts,
): GatewayConfig =>
  Object.assign({ zone, drivers: [] }, ...parts.map((part) => part.gateway?.(config, equipmentId) ?? {}))

/** How many there are of each, by the names of the lists. */
export const countsOf = (config: EquipmentConfig, parts = configParts): Record<string, number> =>
  Object.fromEntries(parts.map((part) => [part.key, listOf(config, part).length]))
