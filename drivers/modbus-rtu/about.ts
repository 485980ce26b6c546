// Modbus RTU and ASCII, on a serial port of the gateway or behind a converter over TCP (serial server, transparent module),
// the pure half: the differences to Modbus TCP.
import type { BlockAbout } from '../driver.ts'
import { about as modbusTcp } from '../modbus-tcp/about.ts'
import type { ModbusAddress } from '../modbus-tcp/address.ts'
import { laterRtu, pathOf, RtuParams, rtuFields, settingsOf } from './params.ts'

export const about: BlockAbout<RtuParams, ModbusAddress> = {
  ...modbusTcp,
  type: 'modbus-rtu',
  names: { en: 'Modbus RTU / ASCII', 'zh-cn': 'Modbus RTU / ASCII（串口、串口服务器）' },
  peers: ['pymodbus'],
  models: {
    en: 'Delta DVP, Inovance H3U, Xinje XC and XD, Fatek FBs, Schneider M221, and most PLCs, drives and meters with RS-485',
    'zh-cn': '台达 DVP、汇川 H3U、信捷 XC 和 XD、永宏 FBs、施耐德 M221，及多数带 RS-485 的 PLC、变频器、仪表',
  },
  params: RtuParams,
  later: laterRtu,
  fields: rtuFields,
  initial: RtuParams.parse({ host: modbusTcp.initial.host }),
  connectionKey: (params) =>
    params.connection === 'serial'
      ? `serial:${pathOf(params)} ${settingsOf(params)}`
      : `rtu:${params.host.toLowerCase()}:${params.port}`,
}
