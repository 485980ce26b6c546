// Modbus RTU frames over TCP (serial server, transparent module), the pure half: Modbus TCP but for what is named here.
import type { BlockAbout } from '../driver.ts'
import { about as modbusTcp } from '../modbus-tcp/about.ts'
import type { ModbusAddress } from '../modbus-tcp/address.ts'
import { ModbusParams } from '../modbus-tcp/params.ts'

// On a serial line units are 1-247; 0 is broadcast and never answered.
const RtuParams = ModbusParams.extend({
  port: ModbusParams.shape.port.unwrap().default(4001),
  unitId: ModbusParams.shape.unitId.unwrap().min(1).max(247).default(1),
  waitMs: ModbusParams.shape.waitMs.unwrap().default(20),
})

export const about: BlockAbout<ModbusParams, ModbusAddress> = {
  ...modbusTcp,
  type: 'modbus-rtu',
  names: { en: 'Modbus RTU over TCP', 'zh-cn': 'Modbus RTU over TCP（串口服务器）' },
  params: RtuParams,
  initial: RtuParams.parse({ host: modbusTcp.initial.host }),
  connectionKey: (params) => `rtu:${params.host.toLowerCase()}:${params.port}`,
}
