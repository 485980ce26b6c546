// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  write: { en: 'Wrote a value', 'zh-cn': '写入数据' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
