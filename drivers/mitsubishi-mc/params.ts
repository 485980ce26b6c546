// The parameters of the MC protocol: validation, defaults, form, and the values that follow from the series.
import { z } from 'zod'
import type { Field } from '../driver.ts'
import { usualField, whole, wordFields, wordShape } from '../usual-params.ts'
import { allSeries, type Frame, type Series, seriesNames } from './devices.ts'

export const McParams = z
  .object({
    ...wordShape,
    port: whole(1, 65_535).default(5007),
    series: z.enum(seriesNames).default('iq-r'),
    /** `series`: the usual frame of the series. */
    frame: z.enum(['series', '3E', '4E', '1E']).default('series'),
    code: z.enum(['binary', 'ascii']).default('binary'),
    /** How X and Y are numbered; `series`: as the series does. */
    xyNumbering: z.enum(['series', 'hex', 'octal']).default('series'),
    network: whole(0, 255).default(0),
    /** 255: the PLC that the connection leads to. */
    pc: whole(0, 255).default(255),
    /** 0x03ff: the CPU itself. */
    moduleIo: whole(0, 65_535).default(0x03ff),
    station: whole(0, 31).default(0),
    /** How long the PLC may wait for the CPU, in units of 250 ms; 0: without limit. */
    monitorTimer: whole(0, 240).default(4),
    timeoutMs: whole(50, 60_000).default(2000),
    /** BA: the first character is in the low byte. */
    textOrder: wordShape.textOrder.unwrap().default('BA'),
    /** Maximum words per read; the limit of series and frame applies too. */
    maxWords: whole(1, 960).default(960),
  })
  .refine(({ series, code }) => series !== 'panasonic' || code === 'binary', {
    path: ['code'],
    params: { en: 'Panasonic PLCs have binary code only', zh: '松下 PLC 仅支持二进制代码' },
  })
export type McParams = z.output<typeof McParams>

export const initialMc: McParams = McParams.parse({ host: '192.168.3.39' })

// 1E has one byte for the number of points. An even number of bits has no padding.
const oneE = { words: 64, bits: 254 }
const seriesOf = ({ series }: Pick<McParams, 'series'>): Series => allSeries[series]

export const frameOf = (params: Pick<McParams, 'series' | 'frame'>): Frame =>
  params.frame === 'series' ? seriesOf(params).frame : params.frame

export const xyOf = (params: Pick<McParams, 'series' | 'xyNumbering'>): 'hex' | 'octal' =>
  params.xyNumbering === 'series' ? seriesOf(params).xy : params.xyNumbering

/** Whether device numbers have 32 bits. */
export const isWide = (params: McParams): boolean => frameOf(params) !== '1E' && seriesOf(params).isWide

/** Most points per request, by series, frame, code and parameters. `random`: words per random read, 0 without it. */
export function limitsOf(params: McParams): { words: number; bits: number; random: number } {
  const { words, bits, random } = seriesOf(params)
  const own = Math.min(params.maxWords, words)
  if (frameOf(params) === '1E') return { words: Math.min(own, oneE.words), bits: Math.min(bits, oneE.bits), random: 0 }
  return { words: own, bits: params.code === 'ascii' ? bits / 2 : bits, random }
}

const option = <V extends string>(value: V, en: string = value, zh: string = en) => ({
  value,
  label: { en, 'zh-cn': zh },
})
const route = { input: 'number', section: 'connection' } as const

/** The fields of the parameter form, in order. */
export const mcFields: readonly Field[] = [
  usualField('host'),
  {
    key: 'port',
    label: { en: 'Port', 'zh-cn': '端口' },
    input: 'number',
    section: 'connection',
    help: {
      en: 'The port opened for the MC protocol (SLMP) in the PLC. It accepts one master: open one port per master',
      'zh-cn': 'PLC 中为 MC 协议（SLMP）打开的端口。一个端口只接受一个主站，多个主站请分别打开端口',
    },
  },
  {
    key: 'series',
    label: { en: 'PLC series', 'zh-cn': 'PLC 系列' },
    input: 'select',
    options: seriesNames.map((value) => ({ value, label: allSeries[value].label })),
    section: 'connection',
  },
  {
    key: 'frame',
    label: { en: 'Frame', 'zh-cn': '帧格式' },
    input: 'select',
    options: [option('series', 'As usual for the series', '按系列默认'), option('3E'), option('4E'), option('1E')],
    section: 'connection',
    help: {
      en: 'iQ-R: 4E, FX3U: 1E, others: 3E. 4E numbers its requests: the connection stays open after a timeout',
      'zh-cn': 'iQ-R 为 4E，FX3U 为 1E，其他为 3E。4E 帧带报文编号，超时后无需重新连接',
    },
  },
  {
    key: 'code',
    label: { en: 'Data code', 'zh-cn': '通信数据代码' },
    input: 'select',
    options: [option('binary', 'Binary', '二进制'), option('ascii', 'ASCII')],
    section: 'connection',
    help: { en: 'As set in the PLC', 'zh-cn': '须与 PLC 中的设置一致' },
  },
  {
    key: 'xyNumbering',
    label: { en: 'Numbering of X and Y', 'zh-cn': 'X、Y 编号' },
    input: 'select',
    options: [
      option('series', 'As usual for the series', '按系列默认'),
      option('hex', 'Hexadecimal', '十六进制'),
      option('octal', 'Octal', '八进制'),
    ],
    section: 'format',
    help: {
      en: 'Octal in FX3U, FX5U and Inovance H5U: X10 is the ninth input. Hexadecimal in Q, L and iQ-R: X10 is the 17th',
      'zh-cn': 'FX3U、FX5U、汇川 H5U 为八进制：X10 是第 9 个输入；Q、L、iQ-R 为十六进制：X10 是第 17 个输入',
    },
  },
  {
    key: 'network',
    label: { en: 'Network number', 'zh-cn': '网络号' },
    ...route,
    help: { en: '0: the network of the PLC itself', 'zh-cn': '0 表示本网络' },
  },
  {
    key: 'pc',
    label: { en: 'PC number', 'zh-cn': 'PC 号' },
    ...route,
    help: { en: '255 (FF): the connected PLC', 'zh-cn': '255（FF）表示所连接的 PLC' },
  },
  {
    key: 'moduleIo',
    label: { en: 'Module I/O number', 'zh-cn': '请求目标模块 I/O 号' },
    ...route,
    help: { en: '1023 (03FF): the CPU itself', 'zh-cn': '1023（03FF）表示本机 CPU' },
  },
  { key: 'station', label: { en: 'Station number', 'zh-cn': '请求目标模块站号' }, ...route },
  {
    key: 'monitorTimer',
    label: { en: 'Monitoring timer', 'zh-cn': '监视定时器' },
    input: 'number',
    unit: '× 250 ms',
    section: 'timing',
    help: {
      en: 'How long the PLC waits for its CPU; shorter than the timeout',
      'zh-cn': 'PLC 模块等待 CPU 处理的时间，应短于超时时间',
    },
  },
  ...wordFields({ en: 'At most 960; 64 with frame 1E', 'zh-cn': '最大 960；1E 帧最大 64' }, 'BA'),
]
