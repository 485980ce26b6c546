// Settings of an account for alarm notifications: channels and hours. Messages on the screen are always shown.
import { z } from 'zod'
import { alarmLevels } from '../../../contract/equipment-config.ts'

/** Lowest level that is sent; `never`: none. */
export const reachLevels = [...alarmLevels, 'never'] as const
const fromLevel = z.enum(reachLevels).default('normal')
export type ReachLevel = (typeof reachLevels)[number]

const minute = z.number().int().min(0).max(1439)
/** Outside these hours all but severe alarms wait. */
export const ReachHours = z.object({
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: minute,
  to: minute,
  /** If set, severe alarms wait for the notification hours too. */
  isSevereHeld: z.boolean(),
})
export type ReachHours = z.output<typeof ReachHours>

export const reachLanguages = ['rule', 'en', 'zh-cn'] as const

export const settings = {
  alarmByEmail: fromLevel,
  alarmBySms: fromLevel,
  alarmByPhone: fromLevel,
  /** Hours in which alarms are notified; null: at any time. */
  alarmHours: ReachHours.nullable().default(null),
  alarmLanguage: z.enum(reachLanguages).default('rule'),
}

declare module '../../platform/user-config/contract.ts' {
  interface UserSettings {
    alarmByEmail: ReachLevel
    alarmBySms: ReachLevel
    alarmByPhone: ReachLevel
    alarmHours: ReachHours | null
    alarmLanguage: (typeof reachLanguages)[number]
  }
}
