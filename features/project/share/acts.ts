// The entries that this room adds to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  changeShare: { en: 'Changed sharing', 'zh-cn': '修改分享' },
  changeSharePassword: { en: 'Changed share password', 'zh-cn': '修改分享密码' },
  renewShareLink: { en: 'New share link', 'zh-cn': '更新分享链接' },
  enterShare: { en: 'Entered by a share link', 'zh-cn': '通过分享链接访问' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
