// Whether a new severe alarm is shown over whatever page its reader is on.
import { z } from 'zod'

export const dialogSettings = ['show', 'hide'] as const

export const settings = { alarmDialog: z.enum(dialogSettings).default('show') }

declare module '../../platform/user-config/contract.ts' {
  interface UserSettings {
    alarmDialog: (typeof dialogSettings)[number]
  }
}
