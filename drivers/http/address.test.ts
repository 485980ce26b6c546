// Addresses, headers, parameters and bodies of writes.
import { describe, expect, it, test } from 'vitest'
import { firstFault } from '../../contract/input-fault.ts'
import type { DataType, Value } from '../../core/data-type.ts'
import { isRefusal, type Point } from '../driver.ts'
import { about } from './about.ts'
import { type HttpAddress, parseHttpAddress } from './address.ts'
import { parseHeaders } from './headers.ts'
import { HttpParams, urlOf } from './params.ts'
import { readRequest, writeBodyOf } from './request.ts'

it.each<[string, HttpAddress]>([
  ['/status#temp', { path: '/status', json: ['temp'] }],
  ['#data.temp', { path: '', json: ['data', 'temp'] }],
  ['#$', { path: '', json: [] }],
  ['/temp', { path: '/temp', json: undefined }],
  [' /a/b?id=7&x=%20#["room 1"][0] ', { path: '/a/b?id=7&x=%20', json: ['room 1', '0'] }],
  ['/', { path: '/', json: undefined }],
])('%s', (text, address) => expect(parseHttpAddress(text)).toEqual(address))

it.each([
  'status#temp',
  '/status#',
  '#',
  '/a b#c',
  '/a\\b',
  '/ä#a',
  'http://x/#a',
  '/a\r\nX: y#a',
  '?x=1#a',
  '/a#b#c',
  'temp',
])('%j is no address', (text) => expect(isRefusal(parseHttpAddress(text))).toBe(true))

describe('headers', () => {
  it.each([
    ['', {}],
    ['X-Site: 7', { 'x-site': '7' }],
    ['X-Site: 7 | Accept-Language: en, zh;q=0.8 |', { 'x-site': '7', 'accept-language': 'en, zh;q=0.8' }],
    ['X: http://a:1/b', { x: 'http://a:1/b' }],
  ])('%j', (text, headers) => expect(parseHeaders(text)).toEqual({ headers }))

  it.each([
    'X',
    ': 7',
    'X:',
    'X Y: 7',
    'Host: a',
    'content-length: 0',
    'Authorization: Basic x',
    'X: 1 | x: 2',
    'X: ä',
    'X: a\tb',
  ])('%j is refused', (text) => expect(parseHeaders(text)).toHaveProperty('reason'))
})

it.each([
  [{ url: 'http://192.168.1.10/api/' }, 'http://192.168.1.10/api/status?x=1'],
  [{ url: 'HTTPS://Device.Local:8443' }, 'https://device.local:8443/status?x=1'],
  [{ url: 'http://[fd00::1]:80' }, 'http://[fd00::1]/status?x=1'],
])('paths are appended to %j', (more, url) => expect(urlOf(HttpParams.parse(more), '/status?x=1').href).toBe(url))

test('no path leads to another server', () => {
  const params = HttpParams.parse({ url: 'http://192.168.1.10' })
  for (const path of ['//evil/x', '/@evil', '/../..//evil', '/:80@evil/', '/%2f%2fevil'])
    expect(urlOf(params, path).host).toBe('192.168.1.10')
})

it.each([
  [{ url: 'ftp://a' }, 'url'],
  [{ url: 'http://user:pass@a' }, 'url'],
  [{ url: 'http://a/?x=1' }, 'url'],
  [{ url: 'http://a/#x' }, 'url'],
  [{ url: 'http://1.2.3.4.5' }, 'url'],
  [{ auth: 'basic', password: { text: 'x' } }, 'userName'],
  [{ auth: 'bearer' }, 'password'],
  [{ auth: 'basic', userName: 'a:b', password: { text: 'x' } }, 'userName'],
  [{ auth: 'apiKey', password: { text: 'x' }, keyHeader: 'Host' }, 'keyHeader'],
  [{ auth: 'apiKey', password: { text: 'x' }, headers: 'x-api-key: 1' }, 'headers'],
  [{ headers: 'Host: a' }, 'headers'],
  [{ maxAgeS: 60 }, 'maxAgeS'],
  [{ timeField: '..' }, 'timeField'],
  [{ writeBody: '{}' }, 'writeBody'],
  [{ serverFingerprint: '12' }, 'serverFingerprint'],
])('parameters %j are refused, in both languages', (more, field) => {
  const { error } = HttpParams.safeParse({ url: 'http://192.168.1.10', ...more })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
  expect(firstFault(error!, 'zh-cn').reason).toMatch(/\p{Script=Han}/u)
})

test('drivers share a session only with the same server, user and proof of the server', () => {
  const keyOf = (more: object) => about.connectionKey(HttpParams.parse({ url: 'https://a/x', ...more }))
  expect(keyOf({ url: 'https://A:443/y' })).toBe(keyOf({}))
  const login = { auth: 'basic', userName: 'ops', password: { text: 'x' } }
  const others = [{ url: 'http://a' }, { url: 'https://a:8443' }, { verifyCertificate: false }, login]
  const keys = [{}, ...others, { serverFingerprint: 'A'.repeat(64) }].map(keyOf)
  expect(new Set(keys).size).toBe(keys.length)
})

it.each<[Partial<Point>, object, string | undefined]>([
  [{}, {}, undefined],
  [{ byteOrder: 'ABCD' }, {}, 'byteOrder'],
  [{ prefix: 's7' }, {}, 'prefix'],
  [{ access: 'rw' }, {}, undefined],
  [{ access: 'rw', address: '/a#list[0].x' }, {}, 'access'],
  [{ access: 'rw', address: '/a#list[0].x' }, { writeBody: '{value}' }, undefined],
])('a point with %j and %j: %s', (more, params, field) => {
  const point: Point = { id: 1, address: '/a#b', dataType: 'float32', access: 'r', ...more }
  expect(about.checkPoint(point, HttpParams.parse({ url: 'http://a', ...params }))?.field).toBe(field)
})

it.each<[template: string, type: string, Value, DataType, body: string]>([
  ['', 'application/json', 21.5, 'float64', '{"a":{"b c":21.5}}'],
  ['', 'application/json', '9007199254740993', 'int64', '{"a":{"b c":9007199254740993}}'],
  ['', 'application/json', 'x"y', 'string', '{"a":{"b c":"x\\"y"}}'],
  ['{"{name}": {value}}', 'application/json', true, 'bool', '{"b c": true}'],
  ['{"v": "{value}"}', 'application/json', 7, 'int16', '{"v": "7"}'],
  ['{"v": "{value}"}', 'application/json', '{value}"', 'string', '{"v": "{value}\\""}'],
  ['{"cmd": "SET {name} {value}"}', 'application/json', 'a","b', 'string', '{"cmd": "SET b c a\\",\\"b"}'],
  ['{"cmd": "SET \\"{value}\\""}', 'application/json', 7, 'int16', '{"cmd": "SET \\"7\\""}'],
  ['', 'application/x-www-form-urlencoded', 'a&b=c', 'string', 'b%20c=a%26b%3Dc'],
  ['set={value}&unit=C', 'application/x-www-form-urlencoded', 21.5, 'float64', 'set=21.5&unit=C'],
  ['', 'text/plain', 21.5, 'float64', '21.5'],
  ['v="{value}"', 'text/plain', 7, 'int16', 'v="7"'],
  ['{name} {value}', 'text/plain', '{name}', 'string', 'b c {name}'],
])('the body %j of %s for %j of %s is %s', (writeBody, contentType, value, dataType, body) => {
  const address: HttpAddress = { path: '/x', json: ['a', 'b c'] }
  expect(writeBodyOf(address, value, dataType, { writeBody, contentType: contentType as never })).toBe(body)
})

test('a value without a JSON path is the whole body', () => {
  const address: HttpAddress = { path: '/x', json: undefined }
  const json = { writeBody: '', contentType: 'application/json' } as const
  expect(writeBodyOf(address, 'on', 'string', json)).toBe('"on"')
  expect(writeBodyOf(address, 21.5, 'float64', { ...json, contentType: 'text/plain' })).toBe('21.5')
})

describe('the login', () => {
  const headersOf = (more: object) => readRequest('/', HttpParams.parse({ url: 'http://a', ...more })).headers
  test('is sent in its header', () => {
    const basic = headersOf({ auth: 'basic', userName: '张三', password: { text: 'pä:ss' } })
    expect(basic.authorization).toBe(`Basic ${Buffer.from('张三:pä:ss').toString('base64')}`)
    expect(headersOf({ auth: 'bearer', password: { text: 'abc.def' } }).authorization).toBe('Bearer abc.def')
    expect(headersOf({ auth: 'apiKey', password: { text: 'k1' } })['x-api-key']).toBe('k1')
    expect(headersOf({ password: { text: 'unused' } })).not.toHaveProperty('authorization')
  })

  test('that is missing or impossible is a fault', () => {
    expect(() => headersOf({ auth: 'bearer', password: { secret: 5 } })).toThrow(
      expect.objectContaining({ code: 1750 }),
    )
    expect(() => headersOf({ auth: 'bearer', password: { text: 'a\r\nb' } })).toThrow(
      expect.objectContaining({ code: 1748 }),
    )
  })
})
