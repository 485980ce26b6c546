// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  renamePage: { en: 'Renamed a page', 'zh-cn': '重命名组态页面' },
  copyPage: { en: 'Copied a page', 'zh-cn': '复制组态页面' },
  importPage: { en: 'Imported a page', 'zh-cn': '导入组态页面' },
  deletePage: { en: 'Deleted a page', 'zh-cn': '删除组态页面' },
  saveHomePage: { en: 'Set a start page', 'zh-cn': '设置起始页面' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
