// By what an account wants to be told of alarms, and when. A message on the screen always comes.
import { z } from 'zod'
import { alarmLevels } from '../../../contract/equipment-config.ts'

/** The least level that is told; `never`: none. */
export const reachLevels = [...alarmLevels, 'never'] as const
const fromLevel = z.enum(reachLevels).default('normal')
export type ReachLevel = (typeof reachLevels)[number]

const minute = z.number().int().min(0).max(1439)
/** Outside what is no severe alarm waits until they begin. */
export const ReachHours = z.object({
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: minute,
  to: minute,
  /** Severe alarms wait too. */
  isSevereHeld: z.boolean(),
})
export type ReachHours = z.output<typeof ReachHours>

export const reachLanguages = ['rule', 'en', 'zh-cn'] as const

export const settings = {
  alarmByEmail: fromLevel,
  alarmBySms: fromLevel,
  alarmByPhone: fromLevel,
  /** Null: at any time. */
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
