// Modbus RTU and ASCII, on a serial port of the gateway or behind a converter over TCP (serial server, transparent module),
// the pure half: the differences to Modbus TCP.
import type { BlockAbout } from '../driver.ts'
import { about as modbusTcp } from '../modbus-tcp/about.ts'
import type { ModbusAddress } from '../modbus-tcp/address.ts'
import { laterRtu, pathOf, RtuParams, rtuFields, settingsOf } from './params.ts'

export const about: BlockAbout<RtuParams, ModbusAddress> = {
  ...modbusTcp,
  type: 'modbus-rtu',
  otherTransports: ['serial'],
  names: { en: 'Modbus RTU / ASCII', 'zh-cn': 'Modbus RTU / ASCII（串口、串口服务器）' },
  models: {
    en: 'Drives, meters and PLCs on RS-485 or RS-232: Schneider, Delta, Inovance, Xinje, Fatek, Yaskawa, ABB and many others',
    'zh-cn': 'RS-485、RS-232 上的变频器、仪表、PLC：施耐德、台达、汇川、信捷、永宏、安川、ABB 等',
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
