// Actions and objects of the operation log that belong to no single room.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  add: { en: 'Added', 'zh-cn': '新增' },
  edit: { en: 'Changed', 'zh-cn': '修改' },
  delete: { en: 'Deleted', 'zh-cn': '删除' },
  move: { en: 'Moved', 'zh-cn': '移动' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
