// The parameters of Siemens S7: validation, defaults and form. Times and format are those of Modbus.
import { z } from 'zod'
import type { Field, Words } from '../driver.ts'
import { ModbusParams } from '../modbus-tcp/params.ts'
import { usualField, whole } from '../usual-params.ts'
import { connections, isTsap, models } from './tsap.ts'

const tsap = z
  .string()
  .trim()
  .max(5)
  .refine((text) => text === '' || isTsap(text), {
    params: { en: 'two hexadecimal bytes, such as 10.00', zh: '两个十六进制字节，例如 10.00' },
  })

const { host, collectMs, waitMs, timeoutMs, retries, byteOrder, encoding, blockCollection } = ModbusParams.shape

export const S7Params = z
  .object({
    host,
    port: whole(1, 65_535).default(102),
    model: z.enum(models).default('1200'),
    rack: whole(0, 7).default(0),
    /** Null: the usual slot of the model. */
    slot: whole(0, 31).nullable().default(null),
    /** The kind of connection that is requested; the CPU reserves seats by kind. */
    connection: z.enum(connections).default('basic'),
    /** TSAPs such as `10.00`; empty: by model, rack, slot and kind of connection. */
    localTsap: tsap.default(''),
    remoteTsap: tsap.default(''),
    collectMs,
    waitMs,
    timeoutMs,
    retries,
    byteOrder,
    encoding,
    blockCollection,
    /** Unused bytes that one block may include to join two points. */
    maxGap: whole(0, 200).default(32),
  })
  .superRefine((params, context) => {
    if (params.model !== 'logo') return
    for (const key of ['localTsap', 'remoteTsap'] as const) {
      const text = { en: 'required for LOGO! and CP 243-1', zh: 'LOGO! 和 CP 243-1 必填' }
      if (params[key] === '') context.addIssue({ code: 'custom', path: [key], params: text, message: text.en })
    }
  })
export type S7Params = z.output<typeof S7Params>

export const initialS7: S7Params = S7Params.parse({ host: '192.168.1.10' })

const same = (text: string): Words => ({ en: text, 'zh-cn': text })

const modelNames: Record<(typeof models)[number], Words> = {
  '200smart': same('S7-200 Smart'),
  '300': same('S7-300'),
  '400': same('S7-400'),
  '1200': same('S7-1200'),
  '1500': same('S7-1500'),
  logo: { en: 'LOGO!, S7-200 with CP 243-1', 'zh-cn': 'LOGO!、S7-200（CP 243-1）' },
}

const connectionNames: Record<(typeof connections)[number], Words> = {
  pg: { en: 'PG (programming device)', 'zh-cn': 'PG（编程设备）' },
  op: { en: 'OP (operator panel)', 'zh-cn': 'OP（操作面板）' },
  basic: { en: 'S7 basic', 'zh-cn': 'S7 基本通信' },
}

const optionsOf = <V extends string>(names: Record<V, Words>, values: readonly V[]) =>
  values.map((value) => ({ value, label: names[value] }))

/** The fields of the parameter form, in order. */
export const s7Fields: readonly Field[] = [
  usualField('host'),
  usualField('port'),
  {
    key: 'model',
    label: { en: 'Model', 'zh-cn': '型号' },
    input: 'select',
    options: optionsOf(modelNames, models),
    section: 'connection',
    help: {
      en: 'S7-1200/1500: permit PUT/GET access, switch off optimised block access and download the hardware configuration',
      'zh-cn': 'S7-1200/1500：须允许 PUT/GET 访问，取消数据块的优化访问，并下载硬件组态',
    },
  },
  { key: 'rack', label: { en: 'Rack', 'zh-cn': '机架号' }, input: 'number', section: 'connection' },
  {
    key: 'slot',
    label: { en: 'Slot', 'zh-cn': '插槽号' },
    input: 'number',
    section: 'connection',
    help: {
      en: 'Empty: 2 for an S7-300, 3 for an S7-400, 1 for the others. S7-400: as in the hardware configuration',
      'zh-cn': '留空时 S7-300 为 2，S7-400 为 3，其他型号为 1；S7-400 以硬件组态为准',
    },
  },
  {
    key: 'connection',
    label: { en: 'Connection type', 'zh-cn': '连接类型' },
    input: 'select',
    options: optionsOf(connectionNames, connections),
    section: 'connection',
  },
  {
    key: 'localTsap',
    label: { en: 'Local TSAP', 'zh-cn': '本地 TSAP' },
    input: 'text',
    section: 'connection',
    help: { en: 'Such as 10.00. Empty: 01.00', 'zh-cn': '例如 10.00；留空为 01.00' },
  },
  {
    key: 'remoteTsap',
    label: { en: 'Remote TSAP', 'zh-cn': '远程 TSAP' },
    input: 'text',
    section: 'connection',
    help: {
      en: 'Such as 10.01. Empty: by connection type, rack and slot',
      'zh-cn': '例如 10.01；留空时由连接类型、机架号和插槽号决定',
    },
  },
  usualField('collectMs'),
  usualField('waitMs'),
  usualField('timeoutMs'),
  usualField('retries'),
  usualField('byteOrder'),
  usualField('encoding'),
  usualField('blockCollection'),
  {
    key: 'maxGap',
    label: { en: 'Max gap', 'zh-cn': '最大间隔' },
    input: 'number',
    section: 'format',
    help: {
      en: 'Unused bytes that one read may include to join two blocks',
      'zh-cn': '合并读取时允许跨越的未用字节数',
    },
  },
]
