// Actions and objects that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  saveTranslations: { en: 'Saved translations', 'zh-cn': '保存名称翻译' },
} as const satisfies Record<string, Record<Language, string>>

/** The kinds of objects in the log entries of this room. */
export const objects = {
  translation: { en: 'Translation', 'zh-cn': '名称翻译' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
