// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  saveSignals: { en: 'Saved variables', 'zh-cn': '保存变量' },
  importSignals: { en: 'Imported variables', 'zh-cn': '导入变量' },
} as const satisfies Record<string, Record<Language, string>>

/** Names of objects in log lines. */
export const objects = {
  signal: { en: 'Variable', 'zh-cn': '变量' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
