// Modbus addresses as PLC engineers write them, and their protocol form.
//
// Classic: one digit for the area and a number of four or five digits, counted from the address base: `40001` and
// `400001` are the first holding register with base 1, `40000` with base 0. Prefixed: `H:0` is the protocol address,
// always from 0. A bit of a register is `40021.5` or `H:100.3`, with bit 0 the lowest; its bytes are `40021.H` (high)
// and `40021.L` (low).
import type { Refusal, Words } from '../driver.ts'

/** C coils (0x), D discrete inputs (1x), I input registers (3x), H holding registers (4x). */
export type Area = 'C' | 'D' | 'I' | 'H'

/**
 * `start`: protocol address, 0-65535. `bit` (0-15) and `byte` only in register areas. Only with a brand profile: `last`
 * is the last address of the same run, `orBool` the place of a bool with this name, `registers` the number of registers.
 */
export type ModbusAddress = {
  area: Area
  start: number
  bit?: number
  byte?: 'high' | 'low'
  last?: number
  orBool?: ModbusAddress
  registers?: number
}

export const isBitArea = (area: string): boolean => area === 'C' || area === 'D'
export const isWritableArea = (area: string): boolean => area === 'C' || area === 'H'

const classic = /^([0134])(\d{4,5})(?:\.(\d{1,2}|[HL]))?$/i
const prefixed = /^([CDIH]):(\d{1,5})(?:\.(\d{1,2}|[HL]))?$/i
const areaOfDigit: Record<string, Area> = { '0': 'C', '1': 'D', '3': 'I', '4': 'H' }
const last = 65_535

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

/** The parsed address, or why it is refused. `base`: number of the first address of an area in the classic form. */
export function parseModbusAddress(text: string, base: 0 | 1): ModbusAddress | Refusal {
  const trimmed = text.trim()
  const match = classic.exec(trimmed) ?? prefixed.exec(trimmed)
  if (!match) {
    return refuse(
      'Write it as 40001, 400001, 40021.5, 40021.H or H:0 (C coils, D discrete inputs, I input registers, H holding registers)',
      '请写成 40001、400001、40021.5、40021.H 或 H:0（C 线圈，D 离散输入，I 输入寄存器，H 保持寄存器）',
    )
  }
  const key = match[1]!.toUpperCase()
  const digit = areaOfDigit[key]
  const area = digit ?? (key as Area)
  const start = Number(match[2]) - (digit ? base : 0)
  if (start < 0) return refuse('Addresses of this driver count from 1', '该驱动的地址从 1 开始')
  if (start > last) {
    const top = digit ? last + base : last
    return refuse(`The number can be at most ${top}`, `编号最大为 ${top}`)
  }
  return match[3] === undefined ? { area, start } : withPart(area, start, match[3].toUpperCase())
}

function withPart(area: Area, start: number, part: string): ModbusAddress | Refusal {
  if (isBitArea(area)) return refuse('A coil or a discrete input has no bits', '线圈和离散输入没有位号')
  if (part === 'H' || part === 'L') return { area, start, byte: part === 'H' ? 'high' : 'low' }
  const bit = Number(part)
  if (bit > 15) return refuse('The bit must be 0 to 15', '位号为 0 到 15')
  return { area, start, bit }
}

/** Documented examples; each parses with the initial parameters (base 1). */
export const addressExamples: readonly { address: string; about: Words }[] = [
  { address: '00001', about: { en: 'first coil', 'zh-cn': '第一个线圈' } },
  { address: '10001', about: { en: 'first discrete input', 'zh-cn': '第一个离散输入' } },
  { address: '30001', about: { en: 'first input register', 'zh-cn': '第一个输入寄存器' } },
  { address: '40001', about: { en: 'first holding register', 'zh-cn': '第一个保持寄存器' } },
  { address: '465536', about: { en: 'last holding register, 6 digits', 'zh-cn': '最后一个保持寄存器（6 位写法）' } },
  { address: '40021.5', about: { en: 'bit 5 of holding register 40021', 'zh-cn': '保持寄存器 40021 的第 5 位' } },
  { address: '40022.H', about: { en: 'high byte of holding register 40022', 'zh-cn': '保持寄存器 40022 的高字节' } },
  { address: '40022.L', about: { en: 'its low byte', 'zh-cn': '该寄存器的低字节' } },
  { address: 'C:0', about: { en: 'coil 0, protocol (zero-based) address', 'zh-cn': '线圈 0（报文地址）' } },
  { address: 'D:0', about: { en: 'discrete input 0, protocol address', 'zh-cn': '离散输入 0（报文地址）' } },
  { address: 'I:0', about: { en: 'input register 0, protocol address', 'zh-cn': '输入寄存器 0（报文地址）' } },
  { address: 'H:100', about: { en: 'holding register 100, protocol address', 'zh-cn': '保持寄存器 100（报文地址）' } },
  { address: 'H:100.3', about: { en: 'its bit 3', 'zh-cn': '该寄存器的第 3 位' } },
]
