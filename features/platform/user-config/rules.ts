// The settings of every room, with their types.
import type { z } from 'zod'
import type { UserSettings } from './contract.ts'

type Own = { settings: Readonly<Record<string, z.ZodType>> }
const rooms = Object.values(import.meta.glob<Own>('../../*/*/settings.ts', { eager: true }))
const types: Readonly<Record<string, z.ZodType>> = Object.assign({}, ...rooms.map(({ settings }) => settings))

/** The type of a setting; undefined for an unknown name. */
export const settingType = (key: string): z.ZodType | undefined => (Object.hasOwn(types, key) ? types[key] : undefined)

/** All settings of a user: the stored values, with defaults for missing and for invalid ones. */
export function settingsOf(stored: Readonly<Record<string, unknown>> = {}): UserSettings {
  const read = ([key, type]: [string, z.ZodType]) => {
    const parsed = type.safeParse(stored[key])
    return [key, parsed.success ? parsed.data : type.parse(undefined)]
  }
  return Object.fromEntries(Object.entries(types).map(read)) as UserSettings
}
