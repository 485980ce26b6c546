// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  invite: { en: 'Invited', 'zh-cn': '邀请' },
  revokeInvitation: { en: 'Revoked the invitation', 'zh-cn': '撤销邀请' },
  enroll: { en: 'Enrolled', 'zh-cn': '自助注册' },
  openRegistration: { en: 'Opened the registration', 'zh-cn': '开放注册' },
  closeRegistration: { en: 'Closed the registration', 'zh-cn': '关闭注册' },
} as const satisfies Record<string, Record<Language, string>>

/** Kinds of objects that the log entries of this room refer to. */
export const objects = {
  invitation: { en: 'Invitation', 'zh-cn': '邀请' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
