// Names of the actions that this room writes to the operation log.
import type { Language } from '../../../contract/errors.ts'

export const acts = {
  boxRestart: { en: 'Restarted', 'zh-cn': '重启网关' },
  boxMode: { en: 'Set the mode', 'zh-cn': '切换模式' },
  boxLan: { en: 'Set the LAN', 'zh-cn': '设置 LAN' },
  boxSerial: { en: 'Set a serial port', 'zh-cn': '设置串口' },
  boxPower: { en: 'Set low power', 'zh-cn': '设置低功耗' },
  boxLocation: { en: 'Switched base-station location', 'zh-cn': '开关基站定位' },
  boxLocate: { en: 'Refreshed the location', 'zh-cn': '刷新定位' },
  boxMqtt: { en: 'Set the MQTT server', 'zh-cn': '设置 MQTT' },
  boxTamper: { en: 'Set tamper-proof', 'zh-cn': '设置防拆' },
  boxMappings: { en: 'Set the mappings', 'zh-cn': '设置数据映射' },
  boxUpgrade: { en: 'Upgraded the firmware', 'zh-cn': '升级固件' },
  dataSaving: { en: 'Set data saving', 'zh-cn': '设置省流量模式' },
  placeDevice: { en: 'Set the position', 'zh-cn': '设置位置' },
} as const satisfies Record<string, Record<Language, string>>

declare module '../../frame/acts.ts' {
  interface Acts extends Record<keyof typeof acts, true> {}
}
