import { describe, expect, it, test } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'
import { decodeValue, encodeValue, parseFormat, sizeOf } from './format.ts'

const outcome = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error instanceof DriverFault ? error.code : error
  }
}
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

describe('a value on the line', () => {
  it.each<[string, string, DataType, Value, number?]>([
    ['XXX.X', '01 22', 'float64', 220.1],
    ['XXX.X', '99 99', 'float64', 999.9],
    ['XXX.X', '01 22', 'string', '220.1'],
    ['-XXX.XXX', '34 12 80', 'float64', -1.234],
    ['-XXX.XXX', '00 00 80', 'float64', 0],
    ['-XXX.XXX', '99 99 79', 'float32', 799.999],
    ['-XX.XXXX', '01 00 80', 'string', '-0.0001'],
    ['XXXXXX.XX', '99 99 99 99', 'float64', 999_999.99],
    // The highest bit of unsigned energy is a digit.
    ['XXXXXX.XX', '00 00 00 80', 'float64', 800_000],
    ['-X.XXX', '00 10', 'float64', 1],
    ['NNNNNNNNNNNN', '01 00 15 11 23 20', 'string', '202311150001'],
    ['NNNNNNNNNNNN', '01 00 15 11 23 20', 'uint64', 202_311_150_001],
    ['NN', '15', 'uint8', 15],
    ['XXX', '00 01', 'int16', 100],
    ['B2', 'FF FF', 'uint16', 65_535],
    ['B2', '10 00', 'bool', true, 4],
    ['B2', '10 80', 'bool', true, 15],
    ['B2', '10 00', 'bool', false, 3],
    ['A4', '00 41 2E 31', 'string', '1.A'],
    ['YYMMDDWW', '00 29 11 26', 'string', '2026-11-29'],
    ['hhmmss', '59 05 08', 'string', '08:05:59'],
    ['YYMMDDhhmm', '34 12 01 03 26', 'string', '2026-03-01 12:34'],
    ['MMDDhhmm', '34 12 29 02', 'string', '02-29 12:34'],
    ['YYMMDDWWhhmmss', '59 05 08 00 29 11 26', 'string', '2026-11-29 08:05:59'],
  ])('%s: %s as %s is %j', (format, bytes, dataType, value, bit) => {
    const parsed = parseFormat(format)!
    expect(sizeOf(parsed)).toBe(hex(bytes).length)
    expect(decodeValue(hex(bytes), parsed, dataType, bit)).toBe(value)
  })

  it.each<[string, string, DataType, number]>([
    ['XXX.X', 'FF FF', 'float64', 1739],
    ['-XX.XXXX', 'FF FF FF', 'float64', 1739],
    ['A4', 'FF FF FF FF', 'string', 1739],
    ['YYMMDDhhmm', '00 00 00 00 00', 'string', 1739],
    ['YYMMDDhhmm', '60 12 01 03 26', 'string', 1739],
    ['YYMMDDWW', '00 30 02 26', 'string', 1739],
    ['XXX.X', '0A 22', 'float64', 1742],
    ['-XXX.XXX', '34 12 FA', 'float64', 1742],
    ['XXX.X', '01', 'float64', 1719],
    ['NNNN', '56 02', 'uint8', 1716],
    ['A4', '41 42 43 C4', 'string', 1716],
  ])('%s: %s as %s is fault %d', (format, bytes, dataType, code) => {
    expect(outcome(() => decodeValue(hex(bytes), parseFormat(format)!, dataType))).toBe(code)
  })
})

describe('a value to write', () => {
  it.each<[string, Value, string]>([
    ['XXX.X', 220.1, '0122'],
    ['-XX.XXXX', -1.5, '005081'],
    ['NN', '15', '15'],
    ['NNNN', 100, '0001'],
    ['YYMMDDWW', '2026-11-29', '00291126'],
    ['YYMMDDWW', '2027-01-02', '06020127'],
    ['hhmmss', '08:05:59', '590508'],
    ['YYMMDDhhmm', '2027-06-01 08:00', '0008010627'],
  ])('%s: %j is sent as %s', (format, value, bytes) => {
    expect(Buffer.from(encodeValue(value, parseFormat(format)!)).toString('hex')).toBe(bytes)
  })

  it.each<[string, Value, number]>([
    ['XXX.X', 220.15, 1716],
    ['XXX.X', 1000, 2001],
    ['XXX.X', -1, 2001],
    ['-XX.XXXX', 80, 2001],
    ['NN', true, 1716],
    ['NN', 'x', 1716],
    ['YYMMDDWW', '2026-02-30', 1716],
    ['YYMMDDWW', '2026-02-28 10:00', 1716],
    ['hhmmss', '24:00:00', 1716],
    ['hhmmss', '10:00', 1716],
    ['hhmmss', 100_000, 1716],
    ['B2', 1, 1716],
  ])('%s: %j is fault %d', (format, value, code) => {
    expect(outcome(() => encodeValue(value, parseFormat(format)!))).toBe(code)
  })
})

test.each(['', 'X.X.X', '-', 'B0', 'B9', 'A0', 'A999', 'XXXXXXXXXXXXXXXXX', 'YYYY', 'XX,X'])(
  '%j is no format',
  (text) => {
    expect(parseFormat(text)).toBeUndefined()
  },
)
