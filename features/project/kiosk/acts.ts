// The entries that this room adds to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  addDisplay: { en: 'Added display', 'zh-cn': '新增大屏' },
  editDisplay: { en: 'Changed display', 'zh-cn': '修改大屏' },
  deleteDisplay: { en: 'Deleted display', 'zh-cn': '删除大屏' },
  renewDisplayLink: { en: 'New link for a display', 'zh-cn': '生成大屏登录链接' },
  pairDisplay: { en: 'Signed in display by code', 'zh-cn': '配对码登录大屏' },
  enterDisplay: { en: 'Signed in display by link', 'zh-cn': '链接登录大屏' },
  signOutDisplay: { en: 'Signed out display', 'zh-cn': '注销大屏' },
} as const satisfies Record<string, Record<Language, string>>

/** Object types of the log entries. */
export const objects = {
  display: { en: 'Display', 'zh-cn': '大屏' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
