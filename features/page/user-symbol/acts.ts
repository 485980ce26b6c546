// The kind of object in this room's log entries.
import type { Language } from '../../../contract/errors.ts'

export const objects = {
  userSymbol: { en: 'Symbol', 'zh-cn': '自定义图元' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Objects extends Record<keyof typeof objects, true> {}
}
