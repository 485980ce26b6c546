// The parameters of Modbus RTU and ASCII: those of Modbus TCP, and the line to the devices.
import { z } from 'zod'
import { bauds, parities } from '../../contract/box.ts'
import type { Field, Words } from '../driver.ts'
import { laterModbus, ModbusParams, modbusFields } from '../modbus-tcp/params.ts'

const usualFragmentMs = 250

const numbered = (stem: string, count: number) => Array.from({ length: count }, (_, index) => `/dev/tty${stem}${index}`)

/** Usual names of serial ports: built-in, USB adapters, and those of common processors. */
const usualPorts = [
  ...numbered('S', 8),
  ...numbered('USB', 4),
  ...numbered('ACM', 2),
  ...numbered('XRUSB', 4),
  ...numbered('AMA', 4),
  ...numbered('mxc', 6),
]
const otherPort = 'other'

const portPath = /^(\/dev\/(?!.*\.\.)[\w./:+-]{1,200})?$/

/** The line to the devices, as parameters of any serial protocol. */
export const lineShape = {
  /** How the devices are reached: a converter over TCP, or a serial port of the gateway. */
  connection: z.enum(['tcp', 'serial']).default('tcp'),
  serialPort: z.enum([...usualPorts, otherPort]).default('/dev/ttyS0'),
  /** The path of another serial port. */
  serialPath: z.string().trim().max(210).regex(portPath).default(''),
  baudRate: z
    .number()
    .refine((baud) => bauds.includes(baud as 9600))
    .default(9600),
  dataBits: z.union([z.literal(7), z.literal(8)]).default(8),
  parity: z.enum(parities).default('none'),
  stopBits: z.union([z.literal(1), z.literal(2)]).default(1),
}
/** Parameters of a serial port. */
export type SerialSettings = z.output<z.ZodObject<typeof lineShape>>

/** The message for `lacksPath`. */
export const pathNeeded = {
  en: 'write the path of the port, such as /dev/ttyUSB4',
  zh: '请填写串口路径，例如 /dev/ttyUSB4',
}

// Units on a serial line are 1-247; 0 is broadcast and never answered.
const allParams = ModbusParams.extend({
  port: ModbusParams.shape.port.unwrap().default(4001),
  unitId: ModbusParams.shape.unitId.unwrap().min(1).max(247).default(1),
  waitMs: ModbusParams.shape.waitMs.unwrap().default(20),
  /**
   * Longest pause within one answer, ms. The silent interval of a serial line (3.5 characters) does not survive TCP: a
   * serial server sends its buffer in pieces, a mobile network delays each packet.
   */
  fragmentMs: z.number().int().min(20).max(10_000).default(usualFragmentMs),
  ...lineShape,
  frame: z.enum(['rtu', 'ascii']).default('rtu'),
})

export const RtuParams = allParams.superRefine(({ connection, serialPort, serialPath, frame, dataBits }, context) => {
  if (connection !== 'serial') return
  const refuse = (path: string, en: string, zh: string) =>
    context.addIssue({ code: 'custom', path: [path], params: { en, zh }, message: en })
  if (lacksPath({ connection, serialPort, serialPath })) refuse('serialPath', pathNeeded.en, pathNeeded.zh)
  if (frame === 'rtu' && dataBits !== 8) refuse('dataBits', 'RTU needs 8 data bits', 'RTU 的数据位必须为 8')
})
export type RtuParams = z.output<typeof RtuParams>

/** Whether the path of another serial port is missing. */
export const lacksPath = ({
  connection,
  serialPort,
  serialPath,
}: Pick<SerialSettings, 'connection' | 'serialPort' | 'serialPath'>): boolean =>
  connection === 'serial' && serialPort === otherPort && serialPath === ''

/** Defaults of parameters that older stored drivers lack. */
export const laterRtu = {
  ...laterModbus,
  fragmentMs: usualFragmentMs,
  connection: 'tcp',
  serialPort: '/dev/ttyS0',
  serialPath: '',
  baudRate: 9600,
  dataBits: 8,
  parity: 'none',
  stopBits: 1,
  frame: 'rtu',
} as const satisfies Partial<RtuParams>

/** The path of the serial port. */
export const pathOf = ({ serialPort, serialPath }: Pick<RtuParams, 'serialPort' | 'serialPath'>): string =>
  serialPort === otherPort ? serialPath : serialPort

/** The settings of a serial port as engineers write them, such as `9600 8N1`. */
export const settingsOf = ({ baudRate, dataBits, parity, stopBits }: SerialSettings): string =>
  `${baudRate} ${dataBits}${parity[0]!.toUpperCase()}${stopBits}`

const choice = (value: string | number, en = String(value), zh = en): { value: string | number; label: Words } => ({
  value,
  label: { en, 'zh-cn': zh },
})

const onSerial = { section: 'connection', shownIf: { key: 'connection', value: 'serial' } } as const

export const connectionField: Field = {
  key: 'connection',
  label: { en: 'Connection', 'zh-cn': '连接方式' },
  input: 'select',
  options: [
    choice('tcp', 'Converter over TCP (serial server)', 'TCP 转换器（串口服务器）'),
    choice('serial', 'Serial port of the gateway', '网关串口'),
  ],
  section: 'connection',
}

export const serialFields: readonly Field[] = [
  {
    ...onSerial,
    key: 'serialPort',
    label: { en: 'Serial port', 'zh-cn': '串口' },
    input: 'select',
    options: [...usualPorts.map((port) => choice(port)), choice(otherPort, 'Other', '其他')],
    help: {
      en: 'Drivers with the same port and the same line settings share it',
      'zh-cn': '串口和通信参数相同的驱动共用该串口',
    },
  },
  {
    ...onSerial,
    key: 'serialPath',
    label: { en: 'Path of the other port', 'zh-cn': '其他串口路径' },
    input: 'text',
    shownIf: { key: 'serialPort', value: otherPort },
    help: { en: 'Such as /dev/serial/by-id/…', 'zh-cn': '例如 /dev/serial/by-id/…' },
  },
  {
    ...onSerial,
    key: 'baudRate',
    label: { en: 'Baud rate', 'zh-cn': '波特率' },
    input: 'select',
    options: bauds.map((baud) => choice(baud)),
  },
  {
    ...onSerial,
    key: 'dataBits',
    label: { en: 'Data bits', 'zh-cn': '数据位' },
    input: 'select',
    options: [choice(8), choice(7)],
  },
  {
    ...onSerial,
    key: 'parity',
    label: { en: 'Parity', 'zh-cn': '校验位' },
    input: 'select',
    options: [choice('none', 'None', '无'), choice('even', 'Even', '偶校验'), choice('odd', 'Odd', '奇校验')],
  },
  {
    ...onSerial,
    key: 'stopBits',
    label: { en: 'Stop bits', 'zh-cn': '停止位' },
    input: 'select',
    options: [choice(1), choice(2)],
  },
]

const frameField: Field = {
  key: 'frame',
  label: { en: 'Frame', 'zh-cn': '帧格式' },
  input: 'select',
  options: [choice('rtu', 'RTU'), choice('ascii', 'ASCII')],
  section: 'connection',
  help: { en: 'ASCII usually has 7 data bits and even parity', 'zh-cn': 'ASCII 通常为 7 位数据位、偶校验' },
}

export const fragmentField: Field = {
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

/** For fields of a connection over TCP. */
export const overTcp = { shownIf: { key: 'connection', value: 'tcp' } } as const

/** The fields of Modbus TCP with those of the line. */
export const rtuFields: readonly Field[] = [
  connectionField,
  ...modbusFields.flatMap((field): Field[] => {
    if (field.key === 'host') return [{ ...field, ...overTcp }]
    if (field.key === 'port') return [{ ...field, ...overTcp }, ...serialFields, frameField]
    return field.key === 'timeoutMs' ? [field, fragmentField] : [field]
  }),
]
