// The orders of a gateway in the words of a person, for texts that the server makes too.
import type { BoxAct } from '../../contract/box.ts'
import type { Language } from '../../contract/errors.ts'

export const orderWords: Record<BoxAct, Record<Language, string>> = {
  restart: { en: 'restart', 'zh-cn': '重启' },
  mode: { en: 'modes', 'zh-cn': '模式切换' },
  lan: { en: 'LAN settings', 'zh-cn': 'LAN 设置' },
  serial: { en: 'serial ports', 'zh-cn': '串口设置' },
  power: { en: 'low power', 'zh-cn': '低功耗' },
  location: { en: 'base-station location', 'zh-cn': '基站定位' },
  locate: { en: 'base-station location', 'zh-cn': '基站定位' },
  mqtt: { en: 'publishing by MQTT', 'zh-cn': 'MQTT 上报' },
  tamper: { en: 'tamper-proof', 'zh-cn': '防拆' },
  mappings: { en: 'mappings', 'zh-cn': '数据映射' },
  upgrade: { en: 'upgrades', 'zh-cn': '远程升级' },
}
