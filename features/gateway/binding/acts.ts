// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  bind: { en: 'Bound a gateway', 'zh-cn': '绑定网关' },
  unbind: { en: 'Unbound the gateway', 'zh-cn': '解绑网关' },
  claim: { en: 'Claimed', 'zh-cn': '添加网关' },
  claimFailed: { en: 'Claim failed', 'zh-cn': '添加网关失败' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
