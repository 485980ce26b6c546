// The common parameters of Modbus drivers: validation, defaults and form.
import { z } from 'zod'
import { byteOrders } from '../../core/data-type.ts'
import { isHostName } from '../../core/host-name.ts'
import type { Field } from '../driver.ts'
import { profileKeys, profiles } from './profiles.ts'
import { encodings, textOrders } from './text.ts'

const whole = (min: number, max: number) => z.number().int().min(min).max(max)
const host = z.string().trim().min(1).max(253).refine(isHostName)

export const ModbusParams = z.object({
  host,
  port: whole(1, 65_535).default(502),
  unitId: whole(0, 255).default(1),
  /** Default interval in ms at which a point is read. */
  collectMs: whole(10, 3_600_000).default(1000),
  /** Pause between two requests, ms. */
  waitMs: whole(0, 60_000).default(0),
  timeoutMs: whole(50, 60_000).default(1000),
  retries: whole(0, 10).default(1),
  byteOrder: z.enum(byteOrders).default('ABCD'),
  textOrder: z.enum(textOrders).default('AB'),
  encoding: z.enum(encodings).default('ascii'),
  /** Maximum number of registers per read. */
  maxRegisters: whole(1, 125).default(100),
  /** Unused registers that one read may include to join two points; ×16 for coils and inputs. */
  maxGap: whole(0, 124).default(8),
  blockCollection: z.boolean().default(true),
  /** Function code that writes one holding register. */
  writeFunction: z.union([z.literal(6), z.literal(16)]).default(6),
  /** How one coil is written: 05, or 15 (several coils) for devices that have only that. */
  coilFunction: z.union([z.literal(5), z.literal(15)]).default(5),
  /** How a part of a register is written: read-modify-write, or function 22, which leaves other bits unchanged. */
  bitWrite: z.enum(['read', 'mask']).default('read'),
  /** Number of the first address of an area in the classic form: 40001 (1) or 40000 (0). */
  addressBase: z.union([z.literal(0), z.literal(1)]).default(1),
  /** The brand whose notation addresses have; `none`: that of Modbus. */
  profile: z.enum(['none', ...profileKeys]).default('none'),
})
export type ModbusParams = z.output<typeof ModbusParams>

/** Defaults of parameters that older stored drivers lack. */
export const laterModbus = {
  coilFunction: 5,
  bitWrite: 'read',
  profile: 'none',
} as const satisfies Partial<ModbusParams>

export const initialModbus: ModbusParams = ModbusParams.parse({ host: '192.168.1.10' })

const choices = <V extends string | number>(
  values: readonly V[],
  zh: readonly string[] = [],
  en: readonly string[] = [],
) =>
  values.map((value, index) => ({
    value,
    label: { en: en[index] ?? String(value), 'zh-cn': zh[index] ?? String(value) },
  }))

const ms = { input: 'number', unit: 'ms', section: 'timing' } as const

/** The fields of the parameter form, in order. */
export const modbusFields: readonly Field[] = [
  {
    key: 'host',
    label: { en: 'IP address or host', 'zh-cn': 'IP 地址或主机名' },
    input: 'text',
    section: 'connection',
  },
  { key: 'port', label: { en: 'Port', 'zh-cn': '端口' }, input: 'number', section: 'connection' },
  {
    key: 'unitId',
    label: { en: 'Device address (unit ID)', 'zh-cn': '设备地址（站号）' },
    input: 'number',
    section: 'connection',
  },
  { key: 'collectMs', label: { en: 'Poll interval', 'zh-cn': '采集周期' }, ...ms },
  {
    key: 'waitMs',
    label: { en: 'Request delay', 'zh-cn': '请求间隔' },
    ...ms,
    help: { en: 'Pause between two requests', 'zh-cn': '两次请求之间的间隔' },
  },
  { key: 'timeoutMs', label: { en: 'Timeout', 'zh-cn': '超时时间' }, ...ms },
  { key: 'retries', label: { en: 'Retries', 'zh-cn': '重试次数' }, input: 'number', section: 'timing' },
  {
    key: 'byteOrder',
    label: { en: 'Byte order of 32- and 64-bit values', 'zh-cn': '32/64 位字节序' },
    input: 'select',
    options: choices(byteOrders),
    section: 'format',
  },
  {
    key: 'textOrder',
    label: { en: 'Byte order of text', 'zh-cn': '字符串字节序' },
    input: 'select',
    options: choices(textOrders),
    section: 'format',
  },
  {
    key: 'encoding',
    label: { en: 'Text encoding', 'zh-cn': '字符串编码' },
    input: 'select',
    options: choices(encodings, ['ASCII', 'UTF-8', 'GBK'], ['ASCII', 'UTF-8', 'GBK']),
    section: 'format',
  },
  {
    key: 'profile',
    label: { en: 'Address notation', 'zh-cn': '地址写法' },
    input: 'select',
    options: [
      { value: 'none', label: { en: 'Modbus (40001, H:0)', 'zh-cn': 'Modbus（40001、H:0）' } },
      ...profileKeys.map((value) => ({ value, label: profiles[value].names })),
    ],
    section: 'format',
    help: {
      en: 'Addresses as in the manual of the brand. Most of these PLCs store the low word first: byte order CDAB',
      'zh-cn': '按品牌手册的写法填写地址；这些 PLC 的 32 位数值多为低字在前，字节序请选 CDAB',
    },
  },
  {
    key: 'addressBase',
    shownIf: { key: 'profile', value: 'none' },
    label: { en: 'First address', 'zh-cn': '起始地址' },
    input: 'select',
    options: choices([1, 0], ['40001（从 1 开始）', '40000（从 0 开始）'], ['40001 (from 1)', '40000 (from 0)']),
    section: 'format',
    help: { en: 'Prefixed addresses such as H:0 always count from 0', 'zh-cn': '带前缀的地址（如 H:0）始终从 0 开始' },
  },
  {
    key: 'writeFunction',
    label: { en: 'Holding-register write function (06/16)', 'zh-cn': '4 区 16 位写功能码' },
    input: 'select',
    options: choices([6, 16], ['06', '16'], ['06', '16']),
    section: 'format',
  },
  {
    key: 'coilFunction',
    label: { en: 'Coil write function code', 'zh-cn': '线圈写功能码' },
    input: 'select',
    options: choices([5, 15], ['05', '15（写多个线圈）'], ['05', '15 (several coils)']),
    section: 'format',
  },
  {
    key: 'bitWrite',
    label: { en: 'Partial register write', 'zh-cn': '寄存器按位写入方式' },
    input: 'select',
    options: choices(
      ['read', 'mask'],
      ['先读后写', '功能码 22（掩码写）'],
      ['read-modify-write', 'function 22 (mask)'],
    ),
    section: 'format',
    help: {
      en: 'Bits and bytes. Function 22 cannot undo what the PLC changes meanwhile; a PLC that lacks it refuses the write',
      'zh-cn': '用于位和字节。功能码 22 不会覆盖 PLC 同时修改的其他位；不支持该功能码的 PLC 将拒绝写入',
    },
  },
  { key: 'blockCollection', label: { en: 'Block reads', 'zh-cn': '块采集' }, input: 'switch', section: 'format' },
  {
    key: 'maxRegisters',
    label: { en: 'Max registers per read', 'zh-cn': '单次最多读取寄存器数' },
    input: 'number',
    section: 'format',
  },
  {
    key: 'maxGap',
    label: { en: 'Max gap', 'zh-cn': '最大间隔' },
    input: 'number',
    section: 'format',
    help: {
      en: 'Unused registers that one read may include to join two blocks',
      'zh-cn': '合并读取时允许跨越的未用寄存器数',
    },
  },
]
