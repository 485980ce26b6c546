// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  publishNotice: { en: 'Published', 'zh-cn': '发布' },
  withdrawNotice: { en: 'Withdrew', 'zh-cn': '撤回' },
} as const satisfies Record<string, Record<Language, string>>

export const objects = {
  notice: { en: 'Announcement', 'zh-cn': '系统公告' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
