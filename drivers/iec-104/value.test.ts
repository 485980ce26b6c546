// Reports to values and values to commands.
import { describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { DriverFault, isRefusal, type Point } from '../driver.ts'
import { parseTagAddress } from './address.ts'
import { commandOf, selecting } from './command.ts'
import type { Kind } from './kinds.ts'
import { initialIec104 } from './params.ts'
import { layoutOf, reportAt } from './report.ts'
import { timeTagBytes } from './time.ts'
import { readingOf } from './value.ts'

/** The value of an element, a fault as its code, a doubtful value with its code. */
function read(type: number, element: string, dataType: DataType, kind?: Kind): unknown {
  const layout = layoutOf(type)!
  const bytes = Buffer.from(element, 'hex')
  expect(bytes.length, 'bytes of the element').toBe(layout.objectBytes)
  const reading = readingOf(reportAt(bytes, 0, layout), dataType, kind, 0)
  if ('fault' in reading) return `fault ${reading.fault.code}`
  return reading.doubt ? [reading.value, reading.doubt.code] : reading.value
}

const tag = timeTagBytes(Date.UTC(2026, 10, 30), 'UTC').toString('hex')

describe('a report', () => {
  it.each<[name: string, type: number, element: string, dataType: DataType, value: unknown]>([
    ['single point', 1, '01', 'bool', true],
    ['single point', 1, '00', 'bool', false],
    ['single point', 1, '01', 'uint8', 1],
    ['single point with a short time tag', 2, '01000000', 'bool', true],
    ['single point with a time tag', 30, `00${tag}`, 'bool', false],
    ['double point off', 3, '01', 'bool', false],
    ['double point on', 3, '02', 'bool', true],
    ['double point on', 31, `02${tag}`, 'uint8', 2],
    ['double point between', 3, '00', 'bool', 'fault 1739'],
    ['double point between', 3, '00', 'uint8', 'fault 1739'],
    ['double point faulty', 3, '03', 'uint8', 'fault 1739'],
    ['step', 5, '3f00', 'int8', 63],
    ['step', 32, `4000${tag}`, 'int8', -64],
    ['step that moves', 5, '8300', 'int8', [3, 1747]],
    ['step below zero', 5, '7f00', 'uint8', 'fault 1716'],
    ['bitstring', 7, 'efbeadde00', 'uint32', 0xdeadbeef],
    ['bitstring', 33, `ffffffff00${tag}`, 'int32', -1],
    ['bitstring', 7, 'efbeadde00', 'int64', 0xdeadbeef],
    ['normalized', 9, '004000', 'float32', 0.5],
    ['normalized', 34, `008000${tag}`, 'float64', -1],
    ['normalized', 9, 'ff7f00', 'int16', 32_767],
    ['normalized without quality', 21, '0040', 'float32', 0.5],
    ['scaled', 11, '2efb00', 'int16', -1234],
    ['scaled', 35, `2efb00${tag}`, 'float32', -1234],
    ['scaled', 11, '2efb00', 'bool', 'fault 1716'],
    ['float', 13, '0000484100', 'float32', 12.5],
    ['float', 36, `0000484100${tag}`, 'float64', 12.5],
    ['float', 13, 'cdcccc3d00', 'float64', 0.1],
    ['float', 13, '0000c07f00', 'float32', 'fault 1740'],
    ['float', 13, '0000807f00', 'float32', 'fault 1741'],
    ['float', 13, '0000484100', 'int16', 'fault 1716'],
    ['total', 15, '0100000005', 'int32', 1],
    ['total', 37, `ffffffff20${tag}`, 'int32', -1],
    ['total that is invalid', 15, '0100000085', 'int32', 'fault 1739'],
    ['packed points', 20, '0180000000', 'uint16', 0x8001],
  ])('of a %s (type %i, %s) as %s is %j', (_name, type, element, dataType, value) => {
    expect(read(type, element, dataType)).toEqual(value)
  })

  it.each<[flag: string, type: number, element: string, value: unknown]>([
    ['invalid', 1, '81', 'fault 1739'],
    ['not topical', 1, '41', 'fault 1739'],
    ['invalid and substituted', 13, '00004841a0', 'fault 1739'],
    ['substituted', 1, '21', [1, 1747]],
    ['blocked', 3, '12', [2, 1747]],
    ['overflow', 11, '020001', [2, 1747]],
    ['not topical', 9, '000040', 'fault 1739'],
    ['overflow and blocked', 5, '0311', [3, 1747]],
  ])('that is %s, type %i: %j', (_flag, type, element, value) => {
    expect(read(type, element, type === 13 ? 'float32' : 'uint8')).toEqual(value)
  })

  it('of another type than that of the address is a fault', () => {
    expect(read(1, '01', 'bool', 'SP')).toBe(true)
    expect(read(3, '02', 'bool', 'SP')).toBe('fault 1716')
    expect(read(30, `01${tag}`, 'bool', 'SP')).toBe(true)
  })

  it.each([17, 40, 70, 100, 45, 0, 255])('of type %i is no value', (type) => {
    expect(layoutOf(type)).toBeUndefined()
  })
})

describe('a command', () => {
  const made = (address: string, dataType: DataType, value: Value, more: object = {}) => {
    const parsed = parseTagAddress(address, initialIec104)
    if (isRefusal(parsed)) throw new Error(parsed.reason.en)
    const point: Point = { id: 1, address, dataType, access: 'rw' }
    const command = commandOf(point, parsed, value, { ...initialIec104, ...more })
    return { ...command, element: command.element.toString('hex'), select: selecting(command).toString('hex') }
  }

  it.each<[address: string, dataType: DataType, value: Value, type: number, element: string]>([
    ['1>6001', 'bool', true, 45, '01'],
    ['C_SC 6001', 'uint8', 0, 45, '00'],
    ['M_DP 1>6001', 'bool', true, 46, '02'],
    ['C_DC 6001', 'bool', false, 46, '01'],
    ['C_DC 6001', 'uint8', 2, 46, '02'],
    ['C_RC 6001', 'bool', false, 47, '01'],
    ['M_ST 1>6001', 'int8', 2, 47, '02'],
    ['C_SE_NA 6001', 'float32', -1, 48, '008000'],
    ['C_SE_NA 6001', 'float64', 0.5, 48, '004000'],
    ['C_SE_NA 6001', 'int16', -2, 48, 'feff00'],
    ['1>6001', 'int16', -1234, 49, '2efb00'],
    ['1>6001', 'float32', 12.5, 50, '0000484100'],
    ['C_BO 6001', 'uint32', 0xdeadbeef, 51, 'efbeadde'],
    ['C_BO 6001', 'int32', -1, 51, 'ffffffff'],
  ])('%s as %s of %j is of type %i with %s', (address, dataType, value, type, element) => {
    expect(made(address, dataType, value)).toMatchObject({ type, element, address: 6001, mayBeSelected: false })
    expect(made(address, dataType, value, { timedCommands: true }).type).toBe(type + 13)
  })

  it.each<[address: string, dataType: DataType, value: Value, code: number]>([
    ['C_SC 1', 'bool', 'open', 1716],
    ['C_SC 1', 'uint8', 2, 1716],
    ['C_DC 1', 'uint8', 3, 1716],
    ['C_SE_NA 1', 'float32', 1, 2001],
    ['C_SE_NA 1', 'float32', -1.01, 2001],
    ['C_SE_NB 1', 'int32', 32_768, 2001],
    ['C_SE_NB 1', 'float32', 0.5, 1716],
    ['C_SE_NC 1', 'float64', 1e39, 2001],
    ['C_BO 1', 'uint32', -1, 2001],
    ['M_IT 1', 'int32', 1, 1717],
  ])('%s as %s of %j is refused with %i', (address, dataType, value, code) => {
    expect(() => made(address, dataType, value)).toThrow(expect.objectContaining({ code }))
    expect(() => made(address, dataType, value)).toThrow(DriverFault)
  })

  it.each([
    ['switching', 'C_SC 1', true],
    ['switching', 'C_SE_NC 1', false],
    ['all', 'C_SE_NC 1', true],
    ['all', 'C_BO 1', false],
    ['none', 'C_SC 1', false],
  ])('with selection %s, %s is selected first: %s', (selectBefore, address, mayBeSelected) => {
    expect(made(address, 'uint32', 1, { selectBefore }).mayBeSelected).toBe(mayBeSelected)
  })

  it('has its qualifier and its bit of selection', () => {
    expect(made('C_DC 1', 'bool', true, { pulse: 2 })).toMatchObject({ element: '0a', select: '8a' })
    expect(made('C_SE_NB 1', 'int16', 1)).toMatchObject({ element: '010000', select: '010080' })
  })
})
