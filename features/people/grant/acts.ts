// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  authorise: { en: 'Authorised', 'zh-cn': '授权' },
  authoriseFailed: { en: 'Authorisation failed', 'zh-cn': '授权失败' },
  changeAuthorisation: { en: 'Changed authorisation', 'zh-cn': '修改授权' },
  withdrawAuthorisation: { en: 'Withdrew authorisation', 'zh-cn': '取消授权' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
