// The entries that this room adds to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  saveMvarAlarm: { en: 'Saved an alarm rule', 'zh-cn': '保存报警规则' },
  deleteMvarAlarm: { en: 'Deleted an alarm rule', 'zh-cn': '删除报警规则' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
