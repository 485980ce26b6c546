// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  secondFactorOn: { en: 'Switched two-step sign-in on', 'zh-cn': '开启两步登录' },
  secondFactorOff: { en: 'Switched two-step sign-in off', 'zh-cn': '关闭两步登录' },
  recoveryCodesRenewed: { en: 'Drew new recovery codes', 'zh-cn': '重新生成恢复码' },
  secondFactorRequired: { en: 'Changed whether accounts need two-step sign-in', 'zh-cn': '修改账号两步登录要求' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
