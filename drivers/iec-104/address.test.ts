// Addresses, checks of variables and parameters.
import { describe, expect, it, test } from 'vitest'
import { firstFault } from '../../contract/input-fault.ts'
import type { DataType } from '../../core/data-type.ts'
import { isRefusal, type Point } from '../driver.ts'
import { about } from './about.ts'
import { parseTagAddress } from './address.ts'
import { Iec104Params, initialIec104 } from './params.ts'

const state = (address: number, kind?: string) => ({ address, ...(kind && { kind }) })

describe('an address', () => {
  it.each<[text: string, expected: object]>([
    ['100', { commonAddress: 1, state: state(100), command: state(100) }],
    [' 16777215 ', { commonAddress: 1, state: state(16_777_215), command: state(16_777_215) }],
    ['0x4001', { commonAddress: 1, state: state(16_385), command: state(16_385) }],
    ['4001H', { commonAddress: 1, state: state(16_385), command: state(16_385) }],
    ['1.2.3', { commonAddress: 1, state: state(66_051), command: state(66_051) }],
    ['11/100', { commonAddress: 11, state: state(100), command: state(100) }],
    ['M_SP 100', { commonAddress: 1, state: state(100, 'SP'), command: state(100) }],
    ['m_sp_na_1 100', { commonAddress: 1, state: state(100, 'SP'), command: state(100) }],
    ['M_ME_TF_1 11/100', { commonAddress: 11, state: state(100, 'ME_NC'), command: state(100) }],
    ['11/M_ME_NB 100', { commonAddress: 11, state: state(100, 'ME_NB'), command: state(100) }],
    ['100>6000', { commonAddress: 1, state: state(100), command: state(6000) }],
    ['11/M_DP 100 > C_DC 6000', { commonAddress: 11, state: state(100, 'DP'), command: state(6000, 'DC') }],
    ['100>11/C_SE_NC_1 0x6201', { commonAddress: 11, state: state(100), command: state(25_089, 'SE_NC') }],
    ['>6000', { commonAddress: 1, command: state(6000) }],
    ['C_SC 6000', { commonAddress: 1, command: state(6000, 'SC') }],
    ['M_IT_TB_1 25601', { commonAddress: 1, state: state(25_601, 'IT'), command: state(25_601) }],
  ])('%s', (text, expected) => {
    expect(parseTagAddress(text, initialIec104)).toEqual(expected)
  })

  test('of three bytes has the order of the parameters', () => {
    const low = { ...initialIec104, addressOrder: 'low' as const }
    expect(parseTagAddress('1.2.3', low)).toMatchObject({ state: { address: 197_121 } })
    expect(parseTagAddress('7', { ...low, commonAddress: 9 })).toMatchObject({ commonAddress: 9 })
  })

  it.each([
    ...['0', '16777216', '0x1000000', '1.2', '1.2.256', '1.2.3.4', '0/100', '65535/100', '11/12/100', '-1', '1,2'],
    ...[
      'M_XX 100',
      'M_ME 100',
      'C_SE 100',
      '100>',
      '>',
      '100>200>300',
      '100>M_SP 200',
      'C_SC 1>C_SC 2',
      '1/100>2/6000',
    ],
    ...['M_SP100', '100 M_SP', '1/M_SP 2/100', '123456789', 'H', '0x'],
  ])('%s is refused in both languages', (text) => {
    const answer = parseTagAddress(text, initialIec104)
    expect(isRefusal(answer) && answer.reason.en).toBeTruthy()
    expect(isRefusal(answer) && answer.reason['zh-cn']).toMatch(/\p{Script=Han}/u)
  })
})

describe('a variable', () => {
  const check = (address: string, dataType: DataType, access: Point['access'], more: Partial<Point> = {}) =>
    about.checkPoint({ id: 1, address, dataType, access, ...more }, initialIec104)?.field ?? 'valid'

  it.each<[string, DataType, Point['access'], string]>([
    ['100', 'bool', 'rw', 'valid'],
    ['100', 'float64', 'rw', 'valid'],
    ['100', 'uint32', 'rw', 'valid'],
    ['100', 'int64', 'r', 'valid'],
    ['100', 'int64', 'rw', 'access'],
    ['100>C_SE_NB 6000', 'int64', 'rw', 'valid'],
    ['M_ST 100', 'uint8', 'rw', 'valid'],
    ['M_IT 100', 'int32', 'rw', 'access'],
    ['M_IT 100', 'int32', 'r', 'valid'],
    ['C_SC 6000', 'bool', 'w', 'valid'],
    ['C_SC 6000', 'bool', 'rw', 'access'],
    ['M_ME_NC 100', 'int16', 'r', 'dataType'],
    ['M_ME_NB 100', 'bool', 'r', 'dataType'],
    ['M_DP 100', 'bool', 'r', 'valid'],
    ['x', 'bool', 'r', 'address'],
  ])('%s as %s, %s: %s', (address, dataType, access, expected) => {
    expect(check(address, dataType, access)).toBe(expected)
  })

  it('has no settings of registers', () => {
    expect(check('100', 'int32', 'r', { byteOrder: 'CDAB' })).toBe('byteOrder')
    expect(check('100', 'int32', 'r', { prefix: 's7' })).toBe('prefix')
  })
})

describe('the parameters', () => {
  it.each<[field: string, more: object]>([
    ['t2', { t1: 10, t2: 10 }],
    ['w', { k: 4, w: 8 }],
  ])('refuse a wrong %s in both languages', (field, more) => {
    const { error } = Iec104Params.safeParse({ ...initialIec104, ...more })
    const [en, zh] = (['en', 'zh-cn'] as const).map((language) => firstFault(error!, language))
    expect([en!.field, zh!.field]).toEqual([field, field])
    expect(en!.reason).toMatch(/^[ -~]{12,}$/)
    expect(zh!.reason).toMatch(/\p{Script=Han}/u)
  })

  it.each([
    ['UTC', true],
    ['+08:00', true],
    ['-03:30', true],
    ['Asia/Shanghai', true],
    ['+8', false],
    ['+15:00', false],
    ['Moon/Base', false],
    ['', false],
  ])('have the zone %j: %s', (zone, isValid) => {
    expect(Iec104Params.safeParse({ ...initialIec104, zone }).success).toBe(isValid)
  })

  it('lead drivers of several stations behind one address to one connection', () => {
    const key = (more: object) => about.connectionKey({ ...initialIec104, host: 'RTU1', ...more })
    expect(key({ commonAddress: 2, zone: '+08:00' })).toBe(key({ host: 'rtu1' }))
    expect(key({ port: 2405 })).not.toBe(key({}))
  })
})
