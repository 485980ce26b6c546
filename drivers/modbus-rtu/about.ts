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
  params: RtuParams,
  later: laterRtu,
  fields: rtuFields,
  initial: RtuParams.parse({ host: modbusTcp.initial.host }),
  connectionKey: (params) =>
    params.connection === 'serial'
      ? `serial:${pathOf(params)} ${settingsOf(params)}`
      : `rtu:${params.host.toLowerCase()}:${params.port}`,
}
