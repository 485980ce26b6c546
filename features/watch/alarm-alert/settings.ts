// The setting for the dialog that shows new severe alarms on every page.
import { z } from 'zod'

export const dialogSettings = ['show', 'hide'] as const

export const settings = { alarmDialog: z.enum(dialogSettings).default('show') }

declare module '../../platform/user-config/contract.ts' {
  interface UserSettings {
    alarmDialog: (typeof dialogSettings)[number]
  }
}
