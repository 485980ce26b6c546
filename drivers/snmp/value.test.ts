// Addresses, values, parameters and the security of messages.
import { describe, expect, it, test } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { DriverFault, isRefusal } from '../driver.ts'
import { about } from './about.ts'
import { parseOidAddress } from './address.ts'
import { statusFault } from './faults.ts'
import { namedOid } from './names.ts'
import { SnmpParams } from './params.ts'
import { isUsable } from './security.ts'
import { objectValue, types, varbindOf } from './value.ts'

const attempt = <T>(run: () => T): T | number => {
  try {
    return run()
  } catch (error) {
    if (error instanceof DriverFault) return error.code
    throw error
  }
}

describe('addresses', () => {
  it.each([
    ['1.3.6.1.2.1.1.3.0', '1.3.6.1.2.1.1.3.0', 'auto'],
    ['.1.3.6.1.4.1.318.1', '1.3.6.1.4.1.318.1', 'auto'],
    ['sysUpTime.0', '1.3.6.1.2.1.1.3.0', 'auto'],
    ['SYSUPTIME.0', '1.3.6.1.2.1.1.3.0', 'auto'],
    ['ifHCInOctets.4294967295', '1.3.6.1.2.1.31.1.1.1.6.4294967295', 'auto'],
    ['ifPhysAddress.2', '1.3.6.1.2.1.2.2.1.6.2', 'hex'],
    ['ifPhysAddress.2/text', '1.3.6.1.2.1.2.2.1.6.2', 'text'],
    ['1.3.6.1.4.1.9.1/HEX', '1.3.6.1.4.1.9.1', 'hex'],
  ])('%s', (text, oid, form) => {
    expect(parseOidAddress(text)).toEqual({ oid, form })
  })

  it.each([
    '',
    '1',
    '1.3',
    '3.1.1',
    '1.40.1',
    '1.3.6.',
    '1..3',
    'sysUpTime',
    'noSuchName.1',
    '1.3.6.4294967296',
    '1.3.6/dec',
  ])('refuses %j', (text) => {
    expect(isRefusal(parseOidAddress(text))).toBe(true)
  })

  it.each([
    ['1.3.6.1.2.1.2.2.1.10.3', 'ifInOctets.3'],
    ['1.3.6.1.2.1.2', 'interfaces'],
    ['1.3.6.1.2.1.4.20.1', '1.3.6.1.2.1.4.20.1'],
    ['1.3.6.1.4.1.318.1', '1.3.6.1.4.1.318.1'],
  ])('%s is shown as %s', (oid, name) => {
    expect(namedOid(oid)).toBe(name)
  })

  it('refuses what belongs to registers', () => {
    const one = { id: 1, address: 'sysUpTime.0', dataType: 'uint32', access: 'r' } as const
    expect(about.checkPoint(one, about.initial)).toBeUndefined()
    expect(about.checkPoint({ ...one, byteOrder: 'CDAB' }, about.initial)?.field).toBe('byteOrder')
  })
})

const bytes = (hex: string) => Buffer.from(hex, 'hex')

test.each<[number, unknown, DataType, 'auto' | 'text' | 'hex', Value | number]>([
  [types.integer, -5, 'int8', 'auto', -5],
  [types.integer, -5, 'uint8', 'auto', 1716],
  [types.integer, 1, 'bool', 'auto', true],
  [types.integer, 2, 'bool', 'auto', false],
  [types.integer, 3, 'bool', 'auto', 1716],
  [types.counter, 4_294_967_295, 'uint32', 'auto', 4_294_967_295],
  [types.counter, 4_294_967_295, 'int32', 'auto', 1716],
  [types.counter64, bytes('ffffffffffffffff'), 'uint64', 'auto', '18446744073709551615'],
  [types.counter64, bytes('00ffffffffffffffff'), 'uint64', 'auto', '18446744073709551615'],
  [types.counter64, bytes('01ffffffffffffffff'), 'uint64', 'auto', 1716],
  [types.counter64, bytes('2a'), 'uint64', 'auto', 42],
  [types.counter64, bytes('ffffffffffffffff'), 'float64', 'auto', 1716],
  [types.octets, Buffer.from('机柜'), 'string', 'auto', '机柜'],
  [types.octets, bytes('4100'), 'string', 'auto', 'A'],
  [types.octets, bytes('001a2b'), 'string', 'auto', '00:1a:2b'],
  [types.octets, bytes('ff41'), 'string', 'auto', 'ff:41'],
  [types.octets, bytes('4142'), 'string', 'hex', '41:42'],
  [types.octets, Buffer.alloc(0), 'string', 'auto', ''],
  [types.octets, Buffer.from(' 0.25 '), 'float32', 'auto', 0.25],
  [types.octets, Buffer.from('230'), 'uint16', 'auto', 230],
  [types.octets, Buffer.from('n/a'), 'float64', 'auto', 1716],
  [types.octets, Buffer.from('1'), 'bool', 'auto', 1716],
  [types.opaque, bytes('9f780441accccd'), 'float32', 'auto', 21.6],
  [types.opaque, bytes('9f78047fc00000'), 'float32', 'auto', 1740],
  [types.opaque, bytes('9f79083fd0000000000000'), 'float64', 'auto', 0.25],
  [types.opaque, bytes('0401'), 'float64', 'auto', 1716],
  [types.oid, '1.3.6.1.4.1.9', 'string', 'auto', '1.3.6.1.4.1.9'],
  [types.oid, '1.3.6.1.4.1.9', 'int32', 'auto', 1716],
  [types.ipAddress, '10.0.0.5', 'string', 'auto', '10.0.0.5'],
  [types.noSuchObject, null, 'int32', 'auto', 1715],
  [types.noSuchInstance, null, 'int32', 'auto', 1715],
  [types.endOfMib, null, 'int32', 'auto', 1715],
  [types.none, null, 'int32', 'auto', 1719],
  [99, null, 'int32', 'auto', 1716],
])('type %i, %s as %s (%s) is %s', (type, value, dataType, form, expected) => {
  expect(attempt(() => objectValue({ oid: '1.3.6', type, value }, dataType, form, 'utf-8'))).toEqual(expected)
})

test.each<[number, Value, 'auto' | 'text' | 'hex', unknown]>([
  [types.integer, 5, 'auto', 5],
  [types.integer, true, 'auto', 1],
  [types.integer, false, 'auto', 2],
  [types.integer, 2_147_483_648, 'auto', 2001],
  [types.integer, 1.5, 'auto', 1716],
  [types.gauge, 4_294_967_295, 'auto', 4_294_967_295],
  [types.gauge, -1, 'auto', 2001],
  [types.counter64, '18446744073709551615', 'auto', bytes('ffffffffffffffff')],
  [types.octets, '机柜', 'auto', Buffer.from('机柜')],
  [types.octets, 21.5, 'auto', Buffer.from('21.5')],
  [types.octets, '00:1a:2b', 'hex', bytes('001a2b')],
  [types.octets, '', 'hex', bytes('')],
  [types.octets, '001a2', 'hex', 1716],
  // In other notations reading back would return another text.
  [types.octets, '00:1a:2B', 'hex', 1716],
  [types.octets, '001a2b', 'hex', 1716],
  [types.octets, '00:1a:2b', 'auto', 1716],
  [types.octets, '00:1a:2b', 'text', Buffer.from('00:1a:2b')],
  [types.octets, true, 'auto', 1716],
  [types.opaque, 21.6, 'auto', bytes('9f780441accccd')],
  [types.oid, '1.3.6.1.2', 'auto', '1.3.6.1.2'],
  [types.oid, '.1.3.6.1.2', 'auto', 1716],
  [types.oid, 'sysName.0', 'auto', 1716],
  [types.oid, 'x', 'auto', 1716],
  [types.ipAddress, '10.0.0.5', 'auto', '10.0.0.5'],
  [types.ipAddress, '10.0.0', 'auto', 1716],
])('to type %i, %s (%s) is written as %s', (type, value, form, expected) => {
  const written = attempt(() => varbindOf('1.3.6', type, value, form, 'utf-8'))
  expect(typeof written === 'number' ? written : written.value).toEqual(expected)
})

test('every error of an agent has a code and words', () => {
  const codes = Array.from({ length: 20 }, (_, status) => statusFault(status).code)
  expect(codes.slice(1, 7)).toEqual([1718, 1715, 1718, 1717, 1721, 1717])
  expect(statusFault(17).message).toMatch(/^SNMP error 17, notWritable: /)
})

test('a user of v3 needs a name and the passwords of the protocols', () => {
  const text = { text: 'secret' }
  const parse = (more: object) => SnmpParams.safeParse({ host: '10.0.0.5', version: 'v3', ...more }).success
  expect(parse({})).toBe(false)
  expect(parse({ userName: 'ops', authPassword: text })).toBe(false)
  expect(parse({ userName: 'ops', authPassword: text, privPassword: text })).toBe(true)
  expect(parse({ userName: 'ops', authPassword: text, privProtocol: 'none' })).toBe(true)
  expect(parse({ userName: 'ops', authProtocol: 'none', privPassword: text })).toBe(false)
  expect(parse({ userName: 'ops', authProtocol: 'none', privProtocol: 'none' })).toBe(true)
})

test('the key of a connection has no secret', () => {
  const key = (more: object) => about.connectionKey(SnmpParams.parse({ host: 'UPS7', ...more }))
  expect(key({ community: { text: 'hidden' } })).toBe('snmp:ups7:161 v2c')
  const password = { text: 'hidden' }
  const user = { version: 'v3', userName: 'ops', authPassword: password, privPassword: password }
  expect(key(user)).toBe('snmp:ups7:161 v3 ops  sha aes')
})

describe('the security of an answer of v3', () => {
  const tlv = (tag: number, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts)
    return Buffer.concat([Buffer.of(tag, content.length), content])
  }
  const message = (flags: number, pdu: number) =>
    tlv(
      0x30,
      tlv(2, Buffer.of(3)),
      tlv(0x30, tlv(2, Buffer.of(1)), tlv(2, Buffer.of(0x40, 0)), tlv(4, Buffer.of(flags)), tlv(2, Buffer.of(3))),
      tlv(4, Buffer.alloc(5)),
      flags & 2 ? tlv(4, Buffer.alloc(9)) : tlv(0x30, tlv(4, Buffer.alloc(3)), tlv(4), tlv(pdu, Buffer.alloc(4))),
    )
  const text = { text: 'secret' }
  const paramsOf = (more: object) => SnmpParams.parse({ host: 'a', version: 'v3', userName: 'ops', ...more })
  const [response, report] = [0xa2, 0xa8]

  it.each<[string, object, number, number, boolean]>([
    ['an encrypted response', {}, 3, response, true],
    ['an authenticated response that is not encrypted', {}, 1, response, false],
    ['a bare response', {}, 0, response, false],
    ['a report without security', {}, 0, report, true],
    ['an authenticated response to a user without encryption', { privProtocol: 'none' }, 1, response, true],
    ['a bare response to a user without encryption', { privProtocol: 'none' }, 0, response, false],
    ['a bare response to a user without security', { authProtocol: 'none', privProtocol: 'none' }, 0, response, true],
  ])('%s', (_name, more, flags, pdu, isAccepted) => {
    const params = paramsOf({ authPassword: text, privPassword: text, ...more })
    expect(isUsable(message(flags, pdu), params)).toBe(isAccepted)
  })

  it('a message of v2c with bytes behind its end is not used', () => {
    const params = SnmpParams.parse({ host: 'a' })
    expect(isUsable(tlv(0x30, tlv(2, Buffer.of(1))), params)).toBe(true)
    expect(isUsable(Buffer.concat([tlv(0x30, tlv(2, Buffer.of(1))), Buffer.of(0)]), params)).toBe(false)
  })

  it('is not assumed of a message that is cut anywhere', () => {
    const whole = message(0, report)
    const params = paramsOf({ authPassword: text, privPassword: text })
    for (let length = 0; length < whole.length; length++)
      expect(isUsable(whole.subarray(0, length), params), String(length)).toBe(false)
  })
})

test('a write that the agent could not undo is no refusal', () => {
  expect(statusFault(15)).toMatchObject({ code: 1721, broken: true })
  expect(statusFault(14)).toMatchObject({ code: 1721, broken: false })
})
