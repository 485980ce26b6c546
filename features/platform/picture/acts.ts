// The kind of object in this room's log entries.
import type { Language } from '../../../contract/errors.ts'

export const objects = {
  picture: { en: 'Picture', 'zh-cn': '图片' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Objects extends Record<keyof typeof objects, true> {}
}
