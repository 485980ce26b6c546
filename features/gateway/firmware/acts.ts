// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  startUpgrade: { en: 'Started a staged upgrade', 'zh-cn': '开始分批升级' },
  changeUpgrade: { en: 'Changed a staged upgrade', 'zh-cn': '变更分批升级' },
  replaceKey: { en: 'Replaced the firmware signing key', 'zh-cn': '更换固件签名密钥' },
} as const satisfies Record<string, Record<Language, string>>

export const objects = {
  firmware: { en: 'Firmware', 'zh-cn': '固件' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
