// What this room writes into the operation log.
import type { Language } from '../../../contract/errors.ts'

/** What its lines are about. */
export const objects = {
  organisation: { en: 'Company', 'zh-cn': '企业' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Objects extends Record<keyof typeof objects, true> {}
}
