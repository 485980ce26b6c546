// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  apiKeyAdded: { en: 'Added an API key', 'zh-cn': '新增 API 密钥' },
  apiKeyEnded: { en: 'Ended an API key', 'zh-cn': '停用 API 密钥' },
  apiAuthorised: { en: 'Authorised an API', 'zh-cn': '授权 API' },
  apiWithdrawn: { en: 'Withdrew an API', 'zh-cn': '取消 API 授权' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
