// Actions that this room and the password recovery write into the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  passwordChanged: { en: 'Changed the password', 'zh-cn': '修改密码' },
  passwordRecovered: { en: 'Recovered the password', 'zh-cn': '找回密码' },
  phoneChanged: { en: 'Changed the phone number', 'zh-cn': '修改手机号' },
  emailChanged: { en: 'Changed the e-mail address', 'zh-cn': '修改邮箱' },
  questionsChanged: { en: 'Changed the security questions', 'zh-cn': '修改密保问题' },
  verificationFailed: { en: 'Identity verification failed', 'zh-cn': '身份验证失败' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
