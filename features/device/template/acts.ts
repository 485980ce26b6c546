// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  copyTemplate: { en: 'Copied a template', 'zh-cn': '复制模板' },
  importTemplate: { en: 'Imported a template', 'zh-cn': '导入模板' },
} as const satisfies Record<string, Record<Language, string>>

/** Names of objects in log lines. */
export const objects = {
  template: { en: 'Template', 'zh-cn': '模板' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
