// Simulated values, the pure half: addresses and checks of variables. No device is read.
import { z } from 'zod'
import { dataTypes as allDataTypes, integerRange } from '../../core/data-type.ts'
import { type AddressExample, isRefusal, type Point, type Refusal, type TagAbout, type Words } from '../driver.ts'
import { ModbusParams, modbusFields } from '../modbus-tcp/params.ts'
import { refuseRegisterSettings } from '../register-settings.ts'
import { type Expression, parseExpression } from './expression.ts'

/** All types except binary coded decimals, which exist only in registers. */
const dataTypes = allDataTypes.filter((type) => !type.startsWith('bcd'))

const VirtualParams = z.object({ collectMs: ModbusParams.shape.collectMs })
type VirtualParams = z.output<typeof VirtualParams>

const example = (address: string, en: string, zh: string): AddressExample => ({ address, about: { en, 'zh-cn': zh } })

const examples: readonly AddressExample[] = [
  example('counter(0, 100, 1, 2)', 'counts 0, 1, 2 … 100, one step every 2 s', '从 0 计数到 100，每 2 秒加 1，循环'),
  example('random(20, 30)', 'a new value between 20 and 30 at each reading', '每次读取 20 至 30 之间的随机数'),
  example('sine(0, 100, 60)', 'a sine wave between 0 and 100, period 60 s', '0 至 100 的正弦波，周期 60 秒'),
  example('ramp(0, 100, 60)', 'rises from 0 to 100 in 60 s, then starts again', '60 秒内从 0 升至 100，循环（锯齿波）'),
  example('triangle(0, 100, 60)', 'rises and falls between 0 and 100 in 60 s', '60 秒内在 0 与 100 之间升降（三角波）'),
  example('square(0, 1, 10)', 'off for 5 s, on for 5 s (bool)', '5 秒为 0、5 秒为 1 的方波（bool）'),
  example('constant("Line 1")', 'a fixed value: number, true, false or text', '固定值：数值、true、false 或文本'),
  example('time()', 'seconds since 1970; as string the time in UTC', '1970 年以来的秒数；字符串类型为 UTC 时间'),
  example(
    'memory(setpoint, 50)',
    'a value that can be written; 50 until then and after a restart of the gateway',
    '可写入的值；写入前及网关重启后为 50',
  ),
  example(
    'memory(setpoint, 50) + sine(-1, 1, 20)',
    'a formula over generators and memories of the same driver',
    '由同一驱动的信号函数和存储值组成的公式',
  ),
]

export const about: TagAbout<VirtualParams, Expression> = {
  kind: 'tags',
  type: 'virtual',
  transport: 'none',
  verified: 'simulated',
  peers: [],
  names: { en: 'Virtual device (simulated values)', 'zh-cn': '虚拟设备（仿真数据）' },
  family: 'simulation',
  models: {
    en: 'No real device: the gateway calculates simulated values for tests and demonstrations (counter, sine, ramp, square wave, random, memory, formula)',
    'zh-cn': '不连接真实设备：由网关生成仿真数据，用于测试和演示（计数、正弦、锯齿、方波、随机、存储、公式）',
  },
  params: VirtualParams,
  initial: VirtualParams.parse({}),
  fields: [
    {
      ...modbusFields.find(({ key }) => key === 'collectMs')!,
      help: {
        en: 'All values of this driver are simulated: the gateway calculates them, no device is read',
        'zh-cn': '该驱动的所有数值均为仿真数据，由网关生成，不读取任何真实设备',
      },
    },
  ],
  examples,
  dataTypes,
  canBrowse: false,
  isPolled: true,
  parseAddress: (address) => parseExpression(address),
  checkPoint,
  connectionKey: () => 'virtual:gateway',
  timing: ({ collectMs }) => ({ collectMs, waitMs: 0, timeoutMs: 1000, retries: 0 }),
  at: () => ({}),
}

const wrongType = (en: string, zh: string): Refusal => ({ field: 'dataType', reason: { en, 'zh-cn': zh } })

/** Refuses settings for bytes in registers, types that a generator never fits, and writes except to a memory. */
function checkPoint(point: Point): Refusal | undefined {
  const expression = parseExpression(point.address)
  if (isRefusal(expression)) return expression
  const refusal = refuseRegisterSettings(point, {
    en: 'A simulated value has no such setting',
    'zh-cn': '仿真数据无此项',
  })
  if (refusal) return refusal
  const { formula, generators } = expression
  const only = formula ? undefined : generators[0]
  if (point.access !== 'r' && only?.cell === undefined) return { field: 'access', reason: writeReason }
  return only ? checkType(point, only) : undefined
}

const writeReason: Words = {
  en: 'Only a memory such as memory(setpoint) can be written',
  'zh-cn': '只有存储值（例如 memory(setpoint)）可以写入',
}

function checkType({ dataType }: Point, { kind, range }: Expression['generators'][number]): Refusal | undefined {
  if (kind === 'time' && (dataType === 'bool' || /^u?int(8|16)$/.test(dataType)))
    return wrongType('The time needs 32 bits or more', '时间至少需要 32 位')
  if (dataType === 'string') {
    return kind === 'number' ? wrongType('It is a number, not a text', '该信号为数值，不是文本') : undefined
  }
  if (!range) return undefined
  const type = dataType === 'bool' ? { min: 0n, max: 1n } : integerRange(dataType)
  const [min, max] = range.map(Math.round) as [number, number]
  if (!type || (min >= type.min && max <= type.max)) return undefined
  return wrongType(
    `It has values from ${range[0]} to ${range[1]}, which ${dataType} cannot hold`,
    `其取值范围为 ${range[0]} 至 ${range[1]}，超出 ${dataType} 的范围`,
  )
}
