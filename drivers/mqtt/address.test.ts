// Addresses of topics with JSON paths, and the commands that write them.
import { expect, test } from 'vitest'
import { isRefusal, type Point } from '../driver.ts'
import { about } from './about.ts'
import { parseTopicAddress } from './address.ts'
import { commandPayload, commandTopic } from './command.ts'
import { MqttParams } from './params.ts'

test.each<[address: string, topic: string, path: unknown]>([
  ['plant/line1/sensors#temperature.value', 'plant/line1/sensors', ['temperature', 'value']],
  ['a/b#values[3]', 'a/b', ['values', 3]],
  ['a/b#[0][12].x', 'a/b', [0, 12, 'x']],
  ['a/b#["x.y"].z', 'a/b', ['x.y', 'z']],
  ['a/b#["a#[\\"b"]', 'a/b', ['a#["b']],
  ['a/b#温度.当前 值', 'a/b', ['温度', '当前 值']],
  [' /a//b # v ', '/a//b', ['v']],
  ['a/b', 'a/b', undefined],
  ['a/b#', 'a/b', undefined],
  ['status#', 'status', undefined],
  ['$SYS/broker/uptime', '$SYS/broker/uptime', undefined],
])('%s is topic %s with path %j', (address, topic, path) => {
  expect(parseTopicAddress(address)).toMatchObject({ topic, path })
})

test.each([
  ...['', '#', '#v', 'status', 'a/+/b#v', 'a/b\u0000c', '$share/g/a#v', `a/${'x'.repeat(500)}`],
  ...['a/b#.v', 'a/b#v.', 'a/b#v..w', 'a/b#[x]', 'a/b#[1', 'a/b#v[123456]', 'a/b#["v]', 'a/b#v w ', 'a/b#v#w'].filter(
    (each) => each !== 'a/b#v w ',
  ),
  `a/b#${Array.from({ length: 33 }, () => 'x').join('.')}`,
])('%j is refused with a reason', (address) => {
  const answer = parseTopicAddress(address)
  expect(isRefusal(answer) && answer.reason['zh-cn']).toMatch(/\p{Script=Han}/u)
})

const paramsOf = (more: object = {}) => MqttParams.parse({ host: '10.0.0.5', ...more })
const written = (address: string, dataType: Point['dataType'], value: never, more: object = {}) => {
  const parsed = parseTopicAddress(address)
  if (isRefusal(parsed)) throw new Error(address)
  const params = paramsOf(more)
  return [commandTopic(parsed, params), commandPayload(parsed, { dataType }, value, params)]
}

test.each<[string, Point['dataType'], unknown, object, string | undefined, string]>([
  ['a/b#x.y', 'int32', 5, {}, 'a/b/set', '{"x":{"y":5}}'],
  ['a/b#["x.y"]', 'string', 'say "hi"', {}, 'a/b/set', '{"x.y":"say \\"hi\\""}'],
  ['a/b', 'string', '{value} as is', {}, 'a/b/set', '{value} as is'],
  ['a/b', 'bool', true, {}, 'a/b/set', 'true'],
  ['a/b', 'bool', false, { trueText: 'ON', falseText: 'OFF' }, 'a/b/set', 'OFF'],
  ['a/b#on', 'bool', true, { trueText: 'ON', falseText: 'OFF' }, 'a/b/set', '{"on":"ON"}'],
  ['a/b#n', 'uint64', '18446744073709551615', {}, 'a/b/set', '{"n":18446744073709551615}'],
  ['a/b#n', 'float32', 21.5, { writeTopic: 'cmd/{topic}/{path}' }, 'cmd/a/b/n', '{"n":21.5}'],
  ['a/b#v[2]', 'int16', 7, { writePayload: '{"id":"{path}","v":{value}}' }, 'a/b/set', '{"id":"v[2]","v":7}'],
  [
    'a/b#t',
    'string',
    '{topic}"',
    { writePayload: '{"t":"{topic}","v":{value}}' },
    'a/b/set',
    '{"t":"a/b","v":"{topic}\\""}',
  ],
  ['a/b#t', 'string', 'x y', { writePayload: 'SET {path}={value}' }, 'a/b/set', 'SET t=x y'],
  ['a/b#["a+b"]', 'int8', 1, { writeTopic: 'c/{path}' }, undefined, '{"a+b":1}'],
])('%s as %s, value %j with %j is sent to %s as %s', (address, dataType, value, more, topic, payload) => {
  expect(written(address, dataType, value as never, more)).toEqual([topic, payload])
})

test.each<[string, Point['dataType'], unknown, number]>([
  ['a/b#v[2]', 'int16', 7, 1716],
  ['a/b#v', 'int16', 40_000, 2001],
  ['a/b#v', 'int16', 1.5, 1716],
  ['a/b#v', 'string', 5, 1716],
  ['a/b#v', 'bool', 'x', 1716],
  ['a/b#v', 'float32', 1e300, 2001],
])('%s as %s refuses to write %j with %i', (address, dataType, value, code) => {
  expect(() => written(address, dataType, value as never)).toThrow(expect.objectContaining({ code }))
})

test.each<[object, string]>([
  [{ writeTopic: '{topic}' }, 'writeTopic'],
  [{ writeTopic: 'cmd/#' }, 'writeTopic'],
  [{ writePayload: 'no value' }, 'writePayload'],
  [{ trueText: 'ON' }, 'falseText'],
  [{ timePath: 'a..b' }, 'timePath'],
  [{ password: { text: 'x' } }, 'userName'],
  [{ clientKey: { text: 'x' } }, 'clientCertificate'],
  [{ host: '999.1.1.1' }, 'host'],
])('parameters with %j are refused at %s', (more, field) => {
  const { error } = MqttParams.safeParse({ host: '10.0.0.5', ...more })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})

test('a variable is refused for writing where its command would be read back as its value', () => {
  const point: Point = { id: 1, address: 'a/b#v', dataType: 'int16', access: 'rw' }
  expect(about.checkPoint(point, paramsOf())).toBeUndefined()
  expect(about.checkPoint(point, paramsOf({ writeTopic: 'a/b' }))).toMatchObject({ field: 'access' })
  expect(about.checkPoint({ ...point, address: 'a/b#v[1]' }, paramsOf())).toMatchObject({ field: 'access' })
  expect(about.checkPoint({ ...point, byteOrder: 'ABCD' }, paramsOf())).toMatchObject({ field: 'byteOrder' })
})

test('drivers of one client share a connection, others do not', () => {
  const key = (more: object = {}) => about.connectionKey(paramsOf(more))
  expect(key({ qos: 2, timePath: 't', staleAfterS: 5 })).toBe(key())
  const others = [{ port: 1884 }, { tls: true }, { version: '5' }, { clientId: 'x' }, { userName: 'x' }].map(key)
  expect(new Set([key(), ...others]).size).toBe(6)
  expect(key({ userName: 'ops', password: { text: 'hidden' } })).not.toContain('hidden')
})
