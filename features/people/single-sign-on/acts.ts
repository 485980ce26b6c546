// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  signOnLinked: { en: 'Linked to single sign-on', 'zh-cn': '关联单点登录' },
  signOnRole: { en: 'Role given by single sign-on', 'zh-cn': '单点登录同步角色' },
} as const satisfies Record<string, Record<Language, string>>

export const objects = {
  signOn: { en: 'Single sign-on', 'zh-cn': '单点登录' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
