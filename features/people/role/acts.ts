// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  copyRole: { en: 'Copied', 'zh-cn': '复制' },
} as const satisfies Record<string, Record<Language, string>>

/** Kinds of objects that the log entries of this room refer to. */
export const objects = {
  role: { en: 'Role', 'zh-cn': '角色' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
