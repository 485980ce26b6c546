import { describe, expect, it, test } from 'vitest'
import { isRefusal, type Point } from '../driver.ts'
import { about } from './about.ts'
import { type MeterAddress, parseMeterAddress } from './address.ts'
import { keyOf } from './command.ts'
import { initialDlt645 } from './params.ts'

const parsed = (text: string, standard: '2007' | '1997' = '2007') => {
  const address = parseMeterAddress(text, { standard })
  if (isRefusal(address)) return 'refused'
  const { di, offset, format, bit } = address as MeterAddress
  return [keyOf(di), offset, format.kind, bit]
}

describe('an address', () => {
  it.each([
    ['02010100', '02010100', 0, 'digits', undefined],
    ['0201 01 00', '02010100', 0, 'digits', undefined],
    ['02-01-01-00', '02010100', 0, 'digits', undefined],
    ['0x02010100', '02010100', 0, 'digits', undefined],
    ['voltage A', '02010100', 0, 'digits', undefined],
    ['ub', '02010200', 0, 'digits', undefined],
    ['C相电流', '02020300', 0, 'digits', undefined],
    ['Frequency', '02800002', 0, 'digits', undefined],
    ['01010000.time', '01010000', 3, 'time', undefined],
    ['maximum demand.time', '01010000', 3, 'time', undefined],
    ['04000503.4', '04000503', 0, 'binary', 4],
    ['0201FF00@2:XXX.X', '0201FF00', 2, 'digits', undefined],
    ['04FF0001:B2', '04FF0001', 0, 'binary', undefined],
    ['04FF0001.15:B2', '04FF0001', 0, 'binary', 15],
    ['04FF0002@10: A8', '04FF0002', 10, 'text', undefined],
  ])('%s is read', (text, ...expected) => {
    expect(parsed(text)).toEqual(expected)
  })

  it.each([
    ['9010', '9010'],
    ['正向有功总电能', '9010'],
    ['Ua', 'B611'],
    ['PF', 'B650'],
    ['date', 'C010'],
  ])('%s of 1997 is %s', (text, di) => {
    expect(parsed(text, '1997')[0]).toBe(di)
  })

  it.each(['02', '020101', '0201010G', '0211FF00', '04000503.16', '02010100.4', '02010100.time', '02010100:Q', '@2'])(
    '%s is refused',
    (text) => {
      expect(parsed(text)).toBe('refused')
    },
  )

  it('of 2007 is refused with a meter of 1997', () => {
    expect([parsed('02010100', '1997'), parsed('frequency', '1997'), parsed('9010')]).toEqual(Array(3).fill('refused'))
  })
})

const check = (point: Partial<Point>, params: object = {}) =>
  about.checkPoint(
    { id: 1, address: 'Ua', dataType: 'float64', access: 'r', ...point },
    { ...initialDlt645, ...params },
  )?.field
const password = { text: '123456' }

test.each<[string, Partial<Point>, object, string | undefined]>([
  ['a value with decimals is no whole number', { dataType: 'uint16' }, {}, 'dataType'],
  ['a value may be a text', { dataType: 'string' }, {}, undefined],
  ['a date is a text', { address: 'date' }, {}, 'dataType'],
  ['a status word is a number', { address: '04000501', dataType: 'uint16' }, {}, undefined],
  ['a status word is no bool', { address: '04000501', dataType: 'bool' }, {}, 'dataType'],
  ['a bit is a bool', { address: '04000501.2', dataType: 'uint16' }, {}, 'dataType'],
  ['a value has no byte order', { byteOrder: 'CDAB' }, {}, 'byteOrder'],
  ['a voltage is read-only', { access: 'rw' }, { password }, 'access'],
  ['nothing is written without a password', { address: '04000103', access: 'rw' }, {}, 'access'],
  ['a period is written with a password', { address: '04000103', access: 'rw' }, { password }, undefined],
  ['a format of the user is read-only', { address: '04000103:NN', access: 'rw' }, { password }, 'access'],
  [
    'a meter of 1997 is read-only',
    { address: 'C010', dataType: 'string', access: 'w' },
    { password, standard: '1997' },
    'access',
  ],
])('%s', (_, point, params, field) => {
  expect(check(point, params)).toBe(field)
})

test('parameters: a short address is padded, a password has six digits, a serial port needs its path', () => {
  const of = (more: object) => about.params.safeParse({ ...initialDlt645, ...more })
  expect(of({ address: '161' }).data?.address).toBe('000000000161')
  expect(of({ address: '1611234567890' }).success).toBe(false)
  expect([of({ password: { text: '12345' } }).success, of({ password }).success]).toEqual([false, true])
  expect(of({ connection: 'serial', serialPort: 'other' }).success).toBe(false)
})

test('meters on one line share a connection; a serial port is another line', () => {
  const key = about.connectionKey
  const second = { ...initialDlt645, address: '000000000002', standard: '1997' as const }
  expect(key(second)).toBe(key(initialDlt645))
  expect(key({ ...initialDlt645, connection: 'serial' })).toBe('dlt645:/dev/ttyS0 2400 8E1')
})
