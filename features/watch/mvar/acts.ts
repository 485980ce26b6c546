// What this room's lines in the operation log are about.
import type { Language } from '../../../contract/errors.ts'

export const objects = {
  mvar: { en: 'Intermediate variable', 'zh-cn': '中间变量' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Objects extends Record<keyof typeof objects, true> {}
}
