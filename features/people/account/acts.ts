// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  disable: { en: 'Disabled', 'zh-cn': '停用' },
  enable: { en: 'Enabled', 'zh-cn': '启用' },
  reject: { en: 'Rejected the registration', 'zh-cn': '拒绝注册' },
  resetSecondFactor: { en: 'Took the second step off', 'zh-cn': '重置两步登录' },
  resetPassword: { en: 'Set the password', 'zh-cn': '重置密码' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
