// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  weChatBound: { en: 'Bound WeChat', 'zh-cn': '绑定微信' },
  weChatUnbound: { en: 'Unbound WeChat', 'zh-cn': '解绑微信' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
