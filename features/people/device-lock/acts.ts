// Actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  lockFailed: { en: 'Device lock not accepted', 'zh-cn': '加密锁验证失败' },
  setLock: { en: 'Set the device lock', 'zh-cn': '设置加密锁' },
  removeLock: { en: 'Removed the device lock', 'zh-cn': '移除加密锁' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
