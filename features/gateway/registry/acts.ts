// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  register: { en: 'Registered', 'zh-cn': '登记网关' },
  renewSecret: { en: 'Renewed the secret', 'zh-cn': '更新密钥' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
