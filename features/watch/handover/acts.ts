// The object that this room adds to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const objects = {
  alarmHandover: { en: 'Handover note', 'zh-cn': '交接班记录' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Objects extends Record<keyof typeof objects, true> {}
}
