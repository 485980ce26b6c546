// Addresses as PLC engineers write them: a device and its number, such as `D100`, `X1F` or `M8000`; a bit of a word
// device as `D100.5` or, as in GX Works, `D100.F`. The number is decimal, hexadecimal or octal by device and series.
// A parsed address names the device of the protocol: S of an Inovance PLC is L, R there is D from 8000 on.
import type { AddressExample, Refusal, Words } from '../driver.ts'
import { type Area, allSeries, deviceOf, isBitArea, type Notation, type Numbering, type SeriesName } from './devices.ts'
import { frameOf, isWide, type McParams, xyOf } from './params.ts'

/** `start`: number in the protocol. `bit`: 0-15, with 0 the lowest, only in word devices. */
export type McAddress = { area: Area; start: number; bit?: number }

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

// The areas that 1E frames can name.
const areasOf1E: readonly Area[] = ['X', 'Y', 'M', 'F', 'B', 'D', 'W', 'R', 'TN', 'TS', 'TC', 'CN', 'CS', 'CC']

/** The parsed address, or why it is refused. */
export function parseMcAddress(text: string, params: McParams): McAddress | Refusal {
  const written = text.trim().toUpperCase()
  const { notations } = allSeries[params.series]
  const name = nameIn(written, notations)
  if (name === undefined) {
    const names = Object.keys(notations).join(' ')
    return refuse(`Write it as D100, M20 or D100.5; devices: ${names}`, `请写成 D100、M20 或 D100.5；软元件：${names}`)
  }
  const notation = notations[name]!
  const [number, bit, ...more] = written.slice(name.length).split('.')
  const found = numberOf(number!, numberingIn(notation, params))
  if (found === undefined || more.length > 0) return refuseNumber(name, numberingIn(notation, params))
  const { area, shift = 0, end } = notation
  if (end !== undefined && found >= end) return refuseEnd(name, params)
  const start = found + shift
  return refusalIn(area, start, params) ?? withBit(area, start, bit)
}

/** The longest name that a text starts with. */
const nameIn = (written: string, notations: Readonly<Record<string, Notation>>): string | undefined =>
  Object.keys(notations)
    .filter((name) => written.startsWith(name))
    .sort((a, b) => b.length - a.length)[0]

type Base = Exclude<Numbering, 'xy'> | 'octal'
const numberingIn = ({ numbering }: Notation, params: McParams): Base => (numbering === 'xy' ? xyOf(params) : numbering)

const forms: Record<Base, RegExp> = {
  decimal: /^\d{1,8}$/,
  hex: /^[\dA-F]{1,7}$/,
  octal: /^[0-7]{1,7}$/,
  wordBit: /^\d{0,5}[\dA-F]$/,
}

function numberOf(text: string, base: Base): number | undefined {
  if (!forms[base].test(text)) return undefined
  if (base === 'wordBit') return Number(text.slice(0, -1)) * 16 + Number.parseInt(text.slice(-1), 16)
  return Number.parseInt(text, base === 'hex' ? 16 : base === 'octal' ? 8 : 10)
}

const bases: Record<Base, Words> = {
  decimal: { en: 'decimal', 'zh-cn': '十进制' },
  hex: { en: 'hexadecimal', 'zh-cn': '十六进制' },
  octal: { en: 'octal', 'zh-cn': '八进制' },
  wordBit: {
    en: 'a decimal word and a hexadecimal bit, such as 12F',
    'zh-cn': '十进制字号加一位十六进制位号，例如 12F',
  },
}

const refuseNumber = (name: string, base: Base): Refusal =>
  refuse(`The number of ${name} is ${bases[base].en}`, `${name} 的编号为${bases[base]['zh-cn']}`)

/** Why a value of `size` words or bits does not fit below the end of its device, if it has one. */
export function refusalOfEnd(text: string, start: number, size: number, params: McParams): Refusal | undefined {
  const { notations } = allSeries[params.series]
  const name = nameIn(text.trim().toUpperCase(), notations)!
  const { end, shift = 0 } = notations[name]!
  return end !== undefined && start + size > end + shift ? refuseEnd(name, params) : undefined
}

function refuseEnd(name: string, { series }: McParams): Refusal {
  if (series === 'fx3')
    return refuse('Counters from 200 on have 32 bits: not supported', '不支持 200 号起的 32 位计数器')
  if (series === 'inovance') return refuse(`${name} has no such number`, `${name} 没有该编号`)
  return refuse('Write special relays as SM, special registers as SD', '特殊继电器请写成 SM，特殊寄存器请写成 SD')
}

/** Why the protocol, as configured, cannot name this device. */
function refusalIn(area: Area, start: number, params: McParams): Refusal | undefined {
  const is1E = frameOf(params) === '1E'
  if (is1E && !areasOf1E.includes(area)) return refuse(`Frame 1E has no ${area}`, `1E 帧不支持 ${area}`)
  // SH-080008 gives X and Y in hexadecimal; how a PLC with octal numbers reads the text is not documented there.
  const isText = !is1E && params.code === 'ascii'
  if (isText && (area === 'X' || area === 'Y') && xyOf(params) === 'octal') {
    return refuse('Octal X and Y need binary data code', '八进制编号的 X、Y 需使用二进制通信代码')
  }
  const last = lastOf(area, params)
  return start > last ? refuse('The number is too large', '编号过大') : undefined
}

/** The largest number that the protocol can transfer for this device. */
export function lastOf(area: Area, params: McParams): number {
  if (frameOf(params) === '1E') return 0xffff
  const wide = isWide(params)
  if (params.code === 'ascii' && deviceOf(area).wireBase === 10) return wide ? 99_999_999 : 999_999
  return wide ? 0xfff_ffff : 0xff_ffff
}

const bitForm = /^(?:[\dA-F]|1[0-5])$/

function withBit(area: Area, start: number, bit: string | undefined): McAddress | Refusal {
  if (bit === undefined) return { area, start }
  if (isBitArea(area)) return refuse('A bit device has no bits', '位软元件没有位号')
  if (!bitForm.test(bit)) return refuse('The bit must be 0 to 15, or 0 to F', '位号为 0 到 15，或 0 到 F')
  return { area, start, bit: bit.length > 1 ? Number(bit) : Number.parseInt(bit, 16) }
}

const example = (address: string, en: string, zh: string) => ({ address, about: { en, 'zh-cn': zh } })

/** Documented examples; each parses with the initial parameters (iQ-R, 4E, binary). */
export const addressExamples: readonly AddressExample[] = [
  example('D100', 'data register 100', '数据寄存器 100'),
  example('D100.5', 'bit 5 of D100, written by read-modify-write', 'D100 的第 5 位（写入时先读后写）'),
  example('D100.F', 'bit 15 of D100', 'D100 的第 15 位'),
  example('M100', 'internal relay 100', '内部继电器 100'),
  example('X1F', 'input 1F (hexadecimal)', '输入 1F（十六进制）'),
  example('Y20', 'output 20 (hexadecimal)', '输出 20（十六进制）'),
  example('L10', 'latch relay 10', '锁存继电器 10'),
  example('F5', 'annunciator 5', '报警器 5'),
  example('V0', 'edge relay 0', '边沿继电器 0'),
  example('B1F', 'link relay 1F (hexadecimal)', '链接继电器 1F（十六进制）'),
  example('W1F', 'link register 1F (hexadecimal)', '链接寄存器 1F（十六进制）'),
  example('SB10', 'link special relay 10 (hexadecimal)', '链接特殊继电器 10（十六进制）'),
  example('SW10', 'link special register 10 (hexadecimal)', '链接特殊寄存器 10（十六进制）'),
  example('R200', 'file register 200', '文件寄存器 200'),
  example('ZR40000', 'file register 40000, serial number access', '文件寄存器 40000（连号访问）'),
  example('SM400', 'special relay 400', '特殊继电器 400'),
  example('SD210', 'special register 210', '特殊寄存器 210'),
  example('TN0', 'current value of timer 0', '定时器 0 当前值'),
  example('TS0', 'contact of timer 0', '定时器 0 触点'),
  example('TC0', 'coil of timer 0', '定时器 0 线圈'),
  example('CN0', 'current value of counter 0', '计数器 0 当前值'),
  example('CS0', 'contact of counter 0', '计数器 0 触点'),
  example('CC0', 'coil of counter 0', '计数器 0 线圈'),
  example('Z0', 'index register 0', '变址寄存器 0'),
]

const octalExamples = [
  example('X17', 'input 17 (octal)', '输入 17（八进制）'),
  example('Y20', 'output 20 (octal)', '输出 20（八进制）'),
]

/** Notations that differ from those of Mitsubishi; an example here replaces the one of the same device. */
const seriesExamples: Partial<Record<SeriesName, readonly AddressExample[]>> = {
  keyence: [example('DM100', 'data memory 100', '数据存储器 100')],
  inovance: [example('R100', 'register R100', '寄存器 R100'), example('S20', 'state relay 20', '状态继电器 20')],
  panasonic: [
    example('X1F', 'input of word 1, bit F', '输入：字 1 的位 F'),
    example('Y20', 'output of word 2, bit 0', '输出：字 2 的位 0'),
    example('R100', 'internal relay of word 10, bit 0', '内部继电器：字 10 的位 0'),
    example('L10', 'link relay of word 1, bit 0', '链接继电器：字 1 的位 0'),
    example('LD10', 'link data register 10', '链接数据寄存器 10'),
  ],
}

/** The name of the device in an example, whose number begins with a digit. */
const deviceIn = (address: string): string => /^[A-Z]+/.exec(address)![0]

/** Examples as PLCs of the series number their devices; some may not exist in a frame. */
export function examplesOfSeries(params: McParams): readonly AddressExample[] {
  const isOctal = numberingIn({ area: 'X', numbering: 'xy' }, params) === 'octal'
  const own = [...(isOctal ? octalExamples : []), ...(seriesExamples[params.series] ?? [])]
  const devices = new Set(own.map(({ address }) => deviceIn(address)))
  return [...own, ...addressExamples.filter(({ address }) => !devices.has(deviceIn(address)))]
}
