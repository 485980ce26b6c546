// Object types of this room's entries in the operation log.
import type { Language } from '../../../contract/errors.ts'

export const objects = {
  mvar: { en: 'Intermediate variable', 'zh-cn': '中间变量' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Objects extends Record<keyof typeof objects, true> {}
}
