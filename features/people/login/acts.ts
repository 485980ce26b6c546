// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  login: { en: 'Signed in', 'zh-cn': '登录' },
  loginFailed: { en: 'Sign-in failed', 'zh-cn': '登录失败' },
  logout: { en: 'Signed out', 'zh-cn': '退出登录' },
} as const satisfies Record<string, Record<Language, string>>

/** Kinds of objects that the log entries of this room refer to. */
export const objects = {
  account: { en: 'Account', 'zh-cn': '账号' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
