// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  relandQuarantine: { en: 'Reprocessed from quarantine', 'zh-cn': '重新处理隔离数据' },
  removeQuarantine: { en: 'Removed from quarantine', 'zh-cn': '删除隔离数据' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
