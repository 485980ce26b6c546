// The entries that this room adds to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  moveProject: { en: 'Moved a project to other devices', 'zh-cn': '将项目换绑到其他设备' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
