// Actions and objects that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  savePage: { en: 'Saved a page', 'zh-cn': '保存组态页面' },
  restorePage: { en: 'Restored a page version', 'zh-cn': '恢复组态页面版本' },
  renamePage: { en: 'Renamed a page', 'zh-cn': '重命名组态页面' },
  copyPage: { en: 'Copied a page', 'zh-cn': '复制组态页面' },
  importPage: { en: 'Imported a page', 'zh-cn': '导入组态页面' },
  savePagePassword: { en: 'Changed the password of a page', 'zh-cn': '修改组态页面密码' },
  deletePage: { en: 'Deleted a page', 'zh-cn': '删除组态页面' },
  saveHomePage: { en: 'Set a start page', 'zh-cn': '设置起始页面' },
} as const satisfies Record<string, Record<Language, string>>

/** The kinds of objects in the log entries of this room. */
export const objects = {
  page: { en: 'Configuration page', 'zh-cn': '组态页面' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
