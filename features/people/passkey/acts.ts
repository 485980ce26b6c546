// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  passkeyAdded: { en: 'Added a passkey', 'zh-cn': '添加通行密钥' },
  passkeyRenamed: { en: 'Renamed a passkey', 'zh-cn': '重命名通行密钥' },
  passkeyRemoved: { en: 'Removed a passkey', 'zh-cn': '删除通行密钥' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
