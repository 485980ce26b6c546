// Modbus RTU frames over TCP (serial server, transparent module), the pure half: the differences to Modbus TCP.
import { z } from 'zod'
import type { BlockAbout, Field } from '../driver.ts'
import { about as modbusTcp } from '../modbus-tcp/about.ts'
import type { ModbusAddress } from '../modbus-tcp/address.ts'
import { laterModbus, ModbusParams } from '../modbus-tcp/params.ts'

const usualFragmentMs = 250

// Units on a serial line are 1-247; 0 is broadcast and never answered.
const RtuParams = ModbusParams.extend({
  port: ModbusParams.shape.port.unwrap().default(4001),
  unitId: ModbusParams.shape.unitId.unwrap().min(1).max(247).default(1),
  waitMs: ModbusParams.shape.waitMs.unwrap().default(20),
  /**
   * Longest pause within one answer, ms. The silent interval of a serial line (3.5 characters) does not survive TCP: a
   * serial server sends its buffer in pieces, a mobile network delays each packet.
   */
  fragmentMs: z.number().int().min(20).max(10_000).default(usualFragmentMs),
})
export type RtuParams = z.output<typeof RtuParams>

const fragmentField: Field = {
  key: 'fragmentMs',
  label: { en: 'Max pause within an answer', 'zh-cn': '应答分包间隔上限' },
  input: 'number',
  unit: 'ms',
  section: 'timing',
  help: {
    en: 'Serial servers and mobile networks deliver an answer in fragments. A longer pause between two of them ends it',
    'zh-cn': '串口服务器和移动网络会将一帧应答拆成多包传输；两包之间超过该时间即视为应答结束',
  },
}
const fields = modbusTcp.fields.flatMap((field) => (field.key === 'timeoutMs' ? [field, fragmentField] : [field]))

export const about: BlockAbout<RtuParams, ModbusAddress> = {
  ...modbusTcp,
  type: 'modbus-rtu',
  names: { en: 'Modbus RTU over TCP', 'zh-cn': 'Modbus RTU over TCP（串口服务器）' },
  params: RtuParams,
  later: { ...laterModbus, fragmentMs: usualFragmentMs },
  fields,
  initial: RtuParams.parse({ host: modbusTcp.initial.host }),
  connectionKey: (params) => `rtu:${params.host.toLowerCase()}:${params.port}`,
}
