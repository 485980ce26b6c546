// Texts for orders of a gateway and for what it lacks, also used on the server.
import type { BoxAct, Lack } from '../../../contract/box.ts'
import type { Language } from '../../../contract/errors.ts'

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

export const lackWords: Record<Lack, Record<Language, string>> = {
  unmanaged: {
    en: 'The owner of this gateway has not allowed changes from here (EDGE_MANAGE_BOX in the settings of its agent).',
    'zh-cn': '该网关未允许由平台修改主机设置（网关程序设置项 EDGE_MANAGE_BOX）。',
  },
  network: {
    en: 'Neither NetworkManager nor netplan manages the network of this gateway.',
    'zh-cn': '该网关的网络未由 NetworkManager 或 netplan 管理。',
  },
  lanPort: {
    en: 'No LAN port is named for this gateway, or it has no such port (EDGE_LAN_INTERFACE in the settings of its agent).',
    'zh-cn': '未指定该网关的 LAN 口，或该网口不存在（网关程序设置项 EDGE_LAN_INTERFACE）。',
  },
  lanForeign: {
    en: 'Other software of this gateway sets up its LAN port.',
    'zh-cn': '该网关的 LAN 口由其他软件配置。',
  },
  rights: {
    en: 'The agent of this gateway has no right to change its network.',
    'zh-cn': '网关程序没有修改网络设置的权限。',
  },
  serialPort: { en: 'This gateway has no serial port.', 'zh-cn': '该网关没有串口。' },
  modem: {
    en: 'This gateway has no cellular modem that ModemManager manages.',
    'zh-cn': '该网关没有由 ModemManager 管理的移动网络模块。',
  },
  position: {
    en: 'The modem of this gateway reports no coordinates.',
    'zh-cn': '该网关的移动网络模块不提供经纬度。',
  },
  wakeClock: {
    en: 'This gateway has no clock that wakes it from sleep, or its agent has no right to set it.',
    'zh-cn': '该网关没有可定时唤醒的时钟，或网关程序没有设置权限。',
  },
  hardware: { en: 'This gateway does not have the hardware for this.', 'zh-cn': '该网关没有相应硬件。' },
}
