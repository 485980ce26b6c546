// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  copyDevice: { en: 'Copied a device', 'zh-cn': '复制设备' },
  copyDevices: { en: 'Began to copy a device', 'zh-cn': '开始复制设备' },
  importDevices: { en: 'Began to import devices', 'zh-cn': '开始导入设备' },
  cancelFleetJob: { en: 'Cancelled an import or copy', 'zh-cn': '取消导入或复制' },
} as const satisfies Record<string, Record<Language, string>>

/** Names of objects in log lines. */
export const objects = {
  fleetJob: { en: 'Import or copy', 'zh-cn': '导入或复制' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
  interface Objects extends Record<keyof typeof objects, true> {}
}
