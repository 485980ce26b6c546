// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

/** Kinds of objects that the log entries of this room refer to. */
export const objects = {
  organisation: { en: 'Company', 'zh-cn': '企业' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Objects extends Record<keyof typeof objects, true> {}
}
