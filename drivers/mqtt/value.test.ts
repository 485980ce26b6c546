// Values in payloads, exactly, and the times in them.
import { describe, expect, test } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import { DriverFault, isRefusal } from '../driver.ts'
import { parseJson } from '../json-text.ts'
import { parseTopicAddress } from './address.ts'
import { SourceClock, timeOf } from './source-clock.ts'
import { Payload, payloadValue } from './value.ts'

const plain = { textNumbers: false, trueText: '', falseText: '' }
function valueIn(text: string | Buffer, path: string, dataType: DataType, more: object = {}): unknown {
  const address = parseTopicAddress(`a/b#${path}`)
  if (isRefusal(address)) throw new Error(path)
  try {
    return payloadValue(new Payload(Buffer.from(text as string)), address, dataType, { ...plain, ...more })
  } catch (error) {
    if (error instanceof DriverFault) return error.code
    throw error
  }
}

const words = { trueText: 'ON', falseText: 'OFF' }
test.each<[payload: string, path: string, dataType: DataType, expected: unknown, more?: object]>([
  ['{"t":{"v":21.5}}', 't.v', 'float64', 21.5],
  ['{"t":{"v":21.5}}', 't.v', 'float32', 21.5],
  ['{"t":{"v":21.5}}', 't.v', 'int16', 1716],
  ['{"t":21}', 't', 'int8', 21],
  ['{"t":21.0}', 't', 'int8', 21],
  ['{"t":2.1e1}', 't', 'uint8', 21],
  ['{"t":-0}', 't', 'int32', 0],
  ['{"t":-0.0}', 't', 'int32', 0],
  ['{"t":300}', 't', 'uint8', 1716],
  ['{"t":-1}', 't', 'uint64', 1716],
  ['{"t":9007199254740993}', 't', 'int64', '9007199254740993'],
  ['{"t":9007199254740993}', 't', 'float64', 1716],
  ['{"t":-9223372036854775808}', 't', 'int64', '-9223372036854775808'],
  ['{"t":18446744073709551615}', 't', 'uint64', '18446744073709551615'],
  ['{"t":18446744073709551616}', 't', 'uint64', 1716],
  ['{"t":1.8446744073709551615e19}', 't', 'uint64', '18446744073709551615'],
  ['{"t":1e999}', 't', 'float64', 1741],
  ['{"t":1e300}', 't', 'float32', 1716],
  ['{"t":1e999999999}', 't', 'int64', 1716],
  ['{"t":1e-5}', 't', 'float64', 0.00001],
  ['{"t":true}', 't', 'bool', true],
  ['{"t":0}', 't', 'bool', false],
  ['{"t":2}', 't', 'bool', 1716],
  ['{"t":"ON"}', 't', 'bool', 1716],
  ['{"t":"ON"}', 't', 'bool', true, words],
  ['{"t":"on"}', 't', 'bool', 1716, words],
  ['{"t":true}', 't', 'bool', 1716, words],
  ['{"t":"12"}', 't', 'int16', 1716],
  ['{"t":"12"}', 't', 'int16', 12, { textNumbers: true }],
  ['{"t":"12 C"}', 't', 'int16', 1716, { textNumbers: true }],
  ['{"t":"0x12"}', 't', 'int16', 1716, { textNumbers: true }],
  ['{"t":""}', 't', 'int16', 1716, { textNumbers: true }],
  ['{"t":" 12"}', 't', 'int16', 1716, { textNumbers: true }],
  ['{"t":true}', 't', 'int16', 1716],
  ['{"t":"机柜 \\u4e00"}', 't', 'string', '机柜 一'],
  ['{"t":5}', 't', 'string', 1716],
  ['{"t":null}', 't', 'float64', 1739],
  ['{"t":{}}', 't', 'float64', 1716],
  ['{"t":[1]}', 't', 'float64', 1716],
  ['{"t":[1,2,{"x":3}]}', 't[2].x', 'int32', 3],
  ['{"t":[1]}', 't[1]', 'int32', 1715],
  ['{"t":[1]}', 't.length', 'int32', 1715],
  ['{"t":"abc"}', 't.length', 'int32', 1715],
  ['{"t":1}', 'u', 'int32', 1715],
  ['{"t":1}', 'constructor', 'string', 1715],
  ['{"__proto__":7}', '__proto__', 'int32', 7],
  ['{"t":1,"t":2}', 't', 'int32', 1716],
  ['{"t":{"v":1},"t":{"v":2}}', 't.v', 'int32', 1716],
  ['{"t":[1]}', 't.0', 'int32', 1715],
  ['{"t":{"0":1}}', 't[0]', 'int32', 1715],
  ['{"t":9007199254740993.0}', 't', 'float64', 1716],
  [`{"t":${'9'.repeat(500)}}`, 't', 'float64', 1716],
  [`{"t":${'9'.repeat(500)}}`, 't', 'int64', 1716],
  ['{"t":-0}', 't', 'bool', 1716],
  ['{"t":true}', 't', 'string', 1716],
  ['{"t":1,"u":-Infinity}', 't', 'int32', 1728],
  ['{"t":1', 't', 'int32', 1728],
  ['{"t":01}', 't', 'int32', 1728],
  ['{"t":NaN}', 't', 'float64', 1728],
  ['{"t":1} x', 't', 'int32', 1728],
  ['21.5', 't', 'float64', 1715],
  ['', 't', 'int32', 1739],
  ['21.5', '', 'float64', 21.5],
  [' 21\n', '', 'int16', 21],
  ['21.5 C', '', 'float64', 1716],
  ['1234\u0000', '', 'int32', 1716],
  ['', '', 'float64', 1739],
  ['', '', 'string', ''],
  ['on', '', 'string', 'on'],
  ['true', '', 'bool', true],
  ['0', '', 'bool', false],
  ['ON', '', 'bool', true, words],
  ['ON', '', 'bool', 1716],
])('%s at %j as %s is %j', (payload, path, dataType, expected, more = {}) => {
  expect(valueIn(payload, path, dataType, more)).toEqual(expected)
})

test('bytes that are no UTF-8 are a fault, also as text', () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x7d])
  expect([valueIn(bytes, 't', 'int32'), valueIn(bytes, '', 'string')]).toEqual([1728, 1728])
})

test.each([
  '[1,]',
  '{"a":}',
  '{a:1}',
  "{'a':1}",
  '[1 2]',
  '"\u0001"',
  '"\\x"',
  '+1',
  '.5',
  '1.',
  '--1',
  'tru',
  '',
  '[',
  '"',
])('JSON refuses %j', (text) => expect(() => parseJson(text)).toThrow(DriverFault))

test('JSON that is nested without end is refused, not followed', () => {
  expect(() => parseJson('['.repeat(100_000))).toThrow(DriverFault)
  expect(() => parseJson('{"a":'.repeat(100_000))).toThrow(DriverFault)
})

test('a text of JSON may be long', () => {
  expect(parseJson(`"${'x'.repeat(1_000_000)}"`)).toHaveLength(1_000_000)
})

test.each<[string, 'ms' | 's' | 'iso', number | undefined]>([
  ['1767225600000', 'ms', 1_767_225_600_000],
  ['1767225600', 's', 1_767_225_600_000],
  ['1767225600.25', 's', 1_767_225_600_250],
  ['2026-01-01T00:00:00Z', 'iso', 1_767_225_600_000],
  ['2026-01-01 08:00:00.000+08:00', 'iso', 1_767_225_600_000],
  ['2026-01-01T00:00:00', 'iso', undefined],
  ['2026-13-01T00:00:00Z', 'iso', undefined],
  ['yesterday', 'iso', undefined],
  ['-5', 'ms', undefined],
  ['1e12', 'ms', undefined],
  ['9999999999999999', 's', undefined],
])('time %s as %s is %s', (text, format, expected) => {
  expect(timeOf(text, format)).toBe(expected)
})

describe('the clock of a device', () => {
  const now = 1_767_225_600_000
  const away = 600_000

  test('that is behind by a constant time does not make values older', () => {
    const clock = new SourceClock()
    expect(clock.ageOf(now - 5000, now, away)).toEqual({ agoMs: 0 })
    expect(clock.ageOf(now - 4000, now + 1000, away)).toEqual({ agoMs: 0 })
    expect(clock.state).toEqual({ aheadMs: -5000, isDoubtful: false })
  })

  test('dates values that arrive late', () => {
    const clock = new SourceClock()
    clock.ageOf(now, now, away)
    const { agoMs } = clock.ageOf(now + 1000, now + 31_000, away)
    expect(agoMs).toBeGreaterThan(29_900)
    expect(agoMs).toBeLessThanOrEqual(30_000)
  })

  test('makes a value uncertain whose time is before that of the last one, and recovers', () => {
    const clock = new SourceClock()
    clock.ageOf(now, now, away)
    expect(clock.ageOf(now - 1, now + 10, away)).toMatchObject({ agoMs: 0, doubt: { code: 1747 } })
    expect(clock.state?.isDoubtful).toBe(true)
    expect(clock.ageOf(now + 20, now + 20, away)).toEqual({ agoMs: 0 })
  })

  test('makes values uncertain that are far from the clock of the gateway', () => {
    const clock = new SourceClock()
    expect(clock.ageOf(0, now, away)).toMatchObject({ agoMs: 0, doubt: { code: 1747 } })
    expect(clock.ageOf(now + 2 * away, now, away).doubt?.message).toContain('1200 s ahead of')
  })
})
