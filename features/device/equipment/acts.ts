// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

/** Names of objects in log lines. */
export const objects = {
  equipment: { en: 'Device', 'zh-cn': '设备' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Objects extends Record<keyof typeof objects, true> {}
}
