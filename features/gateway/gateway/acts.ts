// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  replace: { en: 'Allowed a replacement gateway', 'zh-cn': '允许更换网关' },
  release: { en: 'Released', 'zh-cn': '释放网关' },
  configure: { en: 'Synchronised', 'zh-cn': '同步配置' },
  boxRefused: { en: 'Refused a second gateway with this SN', 'zh-cn': '拒绝 SN 重复的网关' },
  agentTwice: { en: 'Two agents use the identity of this gateway', 'zh-cn': '两个代理程序使用同一网关身份' },
} as const satisfies Record<string, Record<Language, string>>

/** Names of objects in log lines. */
export const objects = {
  gateway: { en: 'Gateway', 'zh-cn': '网关' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
