// The parameters of EtherNet/IP: validation, defaults and form. Times are those of Modbus.
import { z } from 'zod'
import type { Field, Words } from '../driver.ts'
import { ModbusParams, modbusFields } from '../modbus-tcp/params.ts'
import { isRoute } from './route.ts'

const whole = (min: number, max: number) => z.number().int().min(min).max(max)

/** Families of controllers. `omron`: NJ and NX. */
const models = ['logix', 'micro800', 'omron'] as const

/** `auto`: through a connection (Forward Open) if the controller grants one; `unconnected`: single messages (UCMM). */
const messagings = ['auto', 'unconnected'] as const

const { host, collectMs, waitMs, timeoutMs, retries, encoding } = ModbusParams.shape

export const EipParams = z.object({
  host,
  port: whole(1, 65_535).default(44_818),
  model: z.enum(models).default('logix'),
  /** Slot of the controller in its chassis; unused for Micro800 and Omron. */
  slot: whole(0, 20).default(0),
  /** Ports and link addresses such as `1,0,2,192.168.1.20,1,0`; empty: the slot of the backplane. */
  route: z
    .string()
    .trim()
    .max(200)
    .refine((text) => text === '' || isRoute(text), {
      params: { en: 'pairs of port and address, such as 1,0', zh: '由端口和地址成对组成，例如 1,0' },
    })
    .default(''),
  messaging: z.enum(messagings).default('auto'),
  collectMs,
  waitMs,
  timeoutMs: timeoutMs.default(3000),
  retries,
  encoding: encoding.default('utf-8'),
})
export type EipParams = z.output<typeof EipParams>

export const initialEip: EipParams = EipParams.parse({ host: '192.168.1.10' })

/** A field that Modbus has too. */
const shared = (key: keyof EipParams & keyof ModbusParams): Field => modbusFields.find((field) => field.key === key)!

const modelNames: Record<(typeof models)[number], Words> = {
  logix: { en: 'ControlLogix, CompactLogix', 'zh-cn': 'ControlLogix、CompactLogix' },
  micro800: { en: 'Micro800', 'zh-cn': 'Micro800' },
  omron: { en: 'Omron NJ, NX', 'zh-cn': '欧姆龙 NJ、NX' },
}
const messagingNames: Record<(typeof messagings)[number], Words> = {
  auto: { en: 'Connected if possible', 'zh-cn': '优先使用连接（Class 3）' },
  unconnected: { en: 'Unconnected (UCMM)', 'zh-cn': '非连接（UCMM）' },
}
const optionsOf = <V extends string>(names: Record<V, Words>, values: readonly V[]) =>
  values.map((value) => ({ value, label: names[value] }))

/** The fields of the parameter form, in order. */
export const eipFields: readonly Field[] = [
  shared('host'),
  shared('port'),
  {
    key: 'model',
    label: { en: 'Controller', 'zh-cn': '控制器' },
    input: 'select',
    options: optionsOf(modelNames, models),
    section: 'connection',
  },
  {
    key: 'slot',
    label: { en: 'Slot', 'zh-cn': '槽号' },
    input: 'number',
    section: 'connection',
    help: {
      en: 'ControlLogix: slot of the controller in the chassis. CompactLogix: 0. Others: unused',
      'zh-cn': 'ControlLogix 填写控制器所在槽号，CompactLogix 为 0，其他型号无需填写',
    },
  },
  {
    key: 'route',
    label: { en: 'Route', 'zh-cn': '连接路径' },
    input: 'text',
    section: 'connection',
    help: {
      en: 'Only across chassis: 1,3,2,192.168.2.20,1,0 leads through slot 3 to another chassis. Empty: by slot',
      'zh-cn': '仅跨机架时填写：1,3,2,192.168.2.20,1,0 表示经 3 号槽通信模块到另一机架；留空则按槽号连接',
    },
  },
  {
    key: 'messaging',
    label: { en: 'Messaging', 'zh-cn': '报文方式' },
    input: 'select',
    options: optionsOf(messagingNames, messagings),
    section: 'connection',
    help: {
      en: 'A connection carries up to 4000 bytes per request, an unconnected message about 500',
      'zh-cn': '连接方式每次请求最多 4000 字节，非连接方式约 500 字节',
    },
  },
  shared('collectMs'),
  shared('waitMs'),
  shared('timeoutMs'),
  shared('retries'),
  shared('encoding'),
]
