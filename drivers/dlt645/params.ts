// Parameters of a DL/T 645 meter on a serial port or behind a serial server: validation, defaults and form.
import { z } from 'zod'
import { isHostName } from '../../core/host-name.ts'
import type { Field } from '../driver.ts'
import {
  connectionField,
  fragmentField,
  lacksPath,
  overTcp,
  pathNeeded,
  pathOf,
  type SerialSettings,
  serialFields,
  lineShape as serialShape,
  settingsOf,
} from '../modbus-rtu/params.ts'
import { SecretParam } from '../secret.ts'

const whole = (min: number, max: number) => z.number().int().min(min).max(max)

/** The parameters of a meter of any protocol, with the line as meters are delivered: 2400 baud, even parity. */
export const lineShape = {
  ...serialShape,
  baudRate: serialShape.baudRate.unwrap().default(2400),
  parity: serialShape.parity.unwrap().default('even'),
  host: z.string().trim().min(1).max(253).refine(isHostName),
  port: whole(1, 65_535).default(4001),
  /** Bytes FE in front of a request, which wake the receiver up. */
  preamble: whole(0, 4).default(4),
  /** Interval of reading a value. Meters measure slowly, and a line of 2400 baud has many. */
  collectMs: whole(100, 3_600_000).default(60_000),
  /** Pause between two requests on the line, ms. */
  waitMs: whole(0, 60_000).default(50),
  timeoutMs: whole(50, 60_000).default(2000),
  /** Longest pause within one answer, ms. DL/T 645 permits 500 between two bytes. */
  fragmentMs: whole(20, 10_000).default(500),
  retries: whole(0, 10).default(1),
}

export type LinePlace = SerialSettings & { host: string; port: number; timeoutMs: number }

/** Meters with equal keys are on one line. `protocol` keeps apart lines with different frames. */
export const lineKey = (protocol: string, params: LinePlace): string =>
  params.connection === 'serial'
    ? `${protocol}:${pathOf(params)} ${settingsOf(params)}`
    : `${protocol}:${params.host.toLowerCase()}:${params.port}`

export const Dlt645Params = z
  .object({
    ...lineShape,
    standard: z.enum(['2007', '1997']).default('2007'),
    /** As printed on the meter. */
    address: z
      .string()
      .trim()
      .regex(/^\d{1,12}$/)
      .transform((digits) => digits.padStart(12, '0')),
    /** Reads neighbouring values by one request. */
    blockReading: z.boolean().default(true),
    /** Six digits; null: nothing can be written. */
    password: SecretParam.nullable().default(null),
    passwordLevel: whole(0, 9).default(4),
    operator: z
      .string()
      .regex(/^[0-9A-Fa-f]{8}$/)
      .default('00000000'),
  })
  .superRefine(({ password, ...line }, context) => {
    if (lacksPath(line)) context.addIssue({ code: 'custom', path: ['serialPath'], params: pathNeeded })
    if (!password || !('text' in password) || /^\d{6}$/.test(password.text)) return
    context.addIssue({
      code: 'custom',
      path: ['password'],
      params: { en: 'the password has six digits', zh: '密码为 6 位数字' },
    })
  })
export type Dlt645Params = z.output<typeof Dlt645Params>

export const initialDlt645: Dlt645Params = Dlt645Params.parse({ host: '192.168.1.200', address: '000000000001' })

const ms = { input: 'number', unit: 'ms', section: 'timing' } as const

/** The fields of `lineShape` in two parts: connection, then times. */
export const connectionFields: readonly Field[] = [
  connectionField,
  {
    ...overTcp,
    key: 'host',
    label: { en: 'IP address or host', 'zh-cn': 'IP 地址或主机名' },
    input: 'text',
    section: 'connection',
    help: { en: 'Address of the serial server', 'zh-cn': '串口服务器的地址' },
  },
  { ...overTcp, key: 'port', label: { en: 'Port', 'zh-cn': '端口' }, input: 'number', section: 'connection' },
  ...serialFields,
]

export const timingFields: readonly Field[] = [
  {
    key: 'collectMs',
    label: { en: 'Poll interval', 'zh-cn': '采集周期' },
    ...ms,
    help: {
      en: 'One request takes about 0.25 s at 2400 baud: 32 meters with 5 values each need 40 s',
      'zh-cn': '2400 波特率下一次请求约需 0.25 秒；32 块表、每块 5 个数据约需 40 秒',
    },
  },
  {
    key: 'waitMs',
    label: { en: 'Request delay', 'zh-cn': '请求间隔' },
    ...ms,
    help: { en: 'Pause between two requests', 'zh-cn': '两次请求之间的间隔' },
  },
  { key: 'timeoutMs', label: { en: 'Timeout', 'zh-cn': '超时时间' }, ...ms },
  fragmentField,
  { key: 'retries', label: { en: 'Retries', 'zh-cn': '重试次数' }, input: 'number', section: 'timing' },
]

export const preambleField: Field = {
  key: 'preamble',
  label: { en: 'Preamble bytes FE', 'zh-cn': '前导字节 FE 个数' },
  input: 'number',
  section: 'format',
  help: { en: '0 to 4; most meters accept 4', 'zh-cn': '0 至 4 个，多数仪表为 4 个' },
}

/** The fields of the parameter form, in order. */
export const dlt645Fields: readonly Field[] = [
  ...connectionFields,
  {
    key: 'standard',
    label: { en: 'Standard', 'zh-cn': '规约版本' },
    input: 'select',
    options: (['2007', '1997'] as const).map((year) => ({
      value: year,
      label: { en: `DL/T 645-${year}`, 'zh-cn': `DL/T 645-${year}` },
    })),
    section: 'connection',
  },
  {
    key: 'address',
    label: { en: 'Meter address', 'zh-cn': '电表地址' },
    input: 'text',
    section: 'connection',
    help: { en: 'The 12 digits printed on the meter', 'zh-cn': '电表铭牌上的 12 位通信地址，按印刷顺序填写' },
  },
  preambleField,
  {
    key: 'blockReading',
    label: { en: 'Block reads', 'zh-cn': '数据块读取' },
    input: 'switch',
    section: 'format',
    help: {
      en: 'Reads the values of all phases or tariffs by one request, if the meter can',
      'zh-cn': '电表支持时，用一次请求读取各相或各费率的数据',
    },
  },
  ...timingFields,
  {
    key: 'password',
    label: { en: 'Password for writing', 'zh-cn': '写入密码' },
    input: 'secret',
    section: 'connection',
    help: {
      en: 'Six digits; empty: nothing can be written. If the meter refuses it, enter its pairs in reverse order',
      'zh-cn': '6 位数字，留空则不能写入。若电表提示密码错误，可将三组两位数字倒序填写',
    },
  },
  {
    key: 'passwordLevel',
    label: { en: 'Level of the password', 'zh-cn': '密码权限' },
    input: 'number',
    section: 'connection',
    help: {
      en: '4 for most parameters, 2 for settings of the supplier',
      'zh-cn': '一般参数为 4 级，供电方参数为 2 级',
    },
  },
  {
    key: 'operator',
    label: { en: 'Operator code', 'zh-cn': '操作者代码' },
    input: 'text',
    section: 'connection',
    help: { en: '8 hexadecimal digits; recorded by the meter', 'zh-cn': '8 位十六进制数，由电表记录' },
  },
]
