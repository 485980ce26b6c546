// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  sessionEnded: { en: 'Ended a session', 'zh-cn': '结束登录会话' },
  otherSessionsEnded: { en: 'Signed out everywhere else', 'zh-cn': '结束其他所有会话' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
