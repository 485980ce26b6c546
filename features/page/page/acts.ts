// Actions and objects that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  savePage: { en: 'Saved a page', 'zh-cn': '保存组态页面' },
} as const satisfies Record<string, Record<Language, string>>

/** The kinds of objects in the log entries of this room. */
export const objects = {
  page: { en: 'Configuration page', 'zh-cn': '组态页面' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
