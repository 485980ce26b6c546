// Consecutive addresses and names: `40001, 40003, …`, `H:100.3, H:100.4, …`, `pump1, pump2, …`.
import type { DataType } from '../../../core/data-type.ts'

const ofByte = /^(.*?)(\d+)\.([HL])$/i
const numbered = /^(.*?)(\d+)(?:\.(\d{1,2}))?$/

/**
 * Advances an address by `count` steps. The step is in whole units; a step below 1 counts bits: 0.1 is one bit, and a
 * unit has 16. Leading zeros stay. An address without a number is unchanged.
 */
export function nextAddress(address: string, step: number, count: number): string {
  const byte = ofByte.exec(address.trim())
  if (byte) return nextByte(byte, step, count)
  const match = numbered.exec(address.trim())
  if (!match) return address
  const [, before = '', digits = '', bit] = match
  if (bit === undefined || step >= 1)
    return before + shifted(digits, step * count) + (bit === undefined ? '' : `.${bit}`)
  const bits = Number(bit) + Math.round(step * 10) * count
  return `${before}${shifted(digits, Math.floor(bits / 16))}.${bits % 16}`
}

/** High byte, low byte, high byte of the next register: a step of 0.5 is one byte. */
function nextByte([, before = '', digits = '', part = '']: RegExpExecArray, step: number, count: number): string {
  const [high, low] = part === part.toLowerCase() ? ['h', 'l'] : ['H', 'L']
  const halves = (part.toUpperCase() === 'L' ? 1 : 0) + Math.round(step * 2) * count
  return `${before}${shifted(digits, Math.floor(halves / 2))}.${halves % 2 === 0 ? high : low}`
}

const shifted = (digits: string, by: number) => String(Number(digits) + Math.floor(by)).padStart(digits.length, '0')

/** The name `count` steps further: its last number is incremented, or a number is appended. */
export function nextName(name: string, count: number): string {
  const match = /^(.*?)(\d+)$/.exec(name)
  if (match) return match[1] + shifted(match[2]!, count)
  return name === '' ? '' : `${name}_${count + 1}`
}

const registers: Partial<Record<DataType, number>> = {
  int32: 2,
  uint32: 2,
  float32: 2,
  bcd32: 2,
  int64: 4,
  uint64: 4,
  float64: 4,
  bcd64: 4,
}

/** The usual step between neighbours of a type: in registers, or a bit if the address has one. */
export function usualStep(dataType: string, address: string, length = 0): number {
  if (dataType === 'bool') return /\.\d{1,2}$/.test(address.trim()) ? 0.1 : 1
  if (dataType === 'int8' || dataType === 'uint8') return 0.5
  if (dataType === 'string') return Math.max(1, Math.ceil(length / 2))
  return registers[dataType as DataType] ?? 1
}
