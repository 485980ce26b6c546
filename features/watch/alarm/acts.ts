// The entries that this room adds to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  acknowledgeAlarm: { en: 'Acknowledged', 'zh-cn': '确认报警' },
  commentAlarm: { en: 'Commented', 'zh-cn': '添加备注' },
  resetAlarm: { en: 'Reset', 'zh-cn': '复位报警' },
  shelveAlarm: { en: 'Shelved', 'zh-cn': '搁置报警' },
  unshelveAlarm: { en: 'Shelving ended', 'zh-cn': '取消搁置' },
  takeOutOfService: { en: 'Taken out of service', 'zh-cn': '停用报警' },
} as const satisfies Record<string, Record<Language, string>>

/** Object types of the log entries. */
export const objects = {
  alarm: { en: 'Alarm', 'zh-cn': '报警' },
  alarmFilter: { en: 'Saved alarm filter', 'zh-cn': '报警筛选方案' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
