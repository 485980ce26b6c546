// The settings of every room, with what each may be.
import type { z } from 'zod'
import type { UserSettings } from './contract.ts'

type Own = { settings: Readonly<Record<string, z.ZodType>> }
const rooms = Object.values(import.meta.glob<Own>('../../*/*/settings.ts', { eager: true }))
const types: Readonly<Record<string, z.ZodType>> = Object.assign({}, ...rooms.map(({ settings }) => settings))

/** What a setting may be; nothing for a name that no room brings. */
export const settingType = (key: string): z.ZodType | undefined => (Object.hasOwn(types, key) ? types[key] : undefined)

/** All settings: as they were stored, and where there is nothing, or nothing that may be any more, their defaults. */
export function settingsOf(stored: Readonly<Record<string, unknown>> = {}): UserSettings {
  const read = ([key, type]: [string, z.ZodType]) => {
    const parsed = type.safeParse(stored[key])
    return [key, parsed.success ? parsed.data : type.parse(undefined)]
  }
  return Object.fromEntries(Object.entries(types).map(read)) as UserSettings
}
