// Addresses, source networks and parameters of webhooks.
import { describe, expect, it, test } from 'vitest'
import { firstFault } from '../../contract/input-fault.ts'
import { isRefusal, type Point } from '../driver.ts'
import { about } from './about.ts'
import { type HookAddress, parseHookAddress } from './address.ts'
import { isAllowed, parseAllowed } from './allowed.ts'
import { WebhookParams } from './params.ts'

it.each<[string, HookAddress]>([
  ['temp', { path: '', json: ['temp'] }],
  ['#temp', { path: '', json: ['temp'] }],
  [' $.data.sensors[0].value ', { path: '', json: ['data', 'sensors', '0', 'value'] }],
  ['["a#b"].c', { path: '', json: ['a#b', 'c'] }],
  ['/dev1#temp', { path: '/dev1', json: ['temp'] }],
  ['/hall/AA:BB:01#["room 1"].temp', { path: '/hall/AA:BB:01', json: ['room 1', 'temp'] }],
  ['/dev1#$', { path: '/dev1', json: [] }],
])('%s', (text, address) => expect(parseHookAddress(text)).toEqual(address))

it.each(['/dev1', '/dev1#', '#', '/#a', '//a#b', '/a b#c', '/a?x=1#c', '/a/b/c/d/e#x', 'dev1#', '/..%2f#a', 'temp..x'])(
  '%j is no address',
  (text) => expect(isRefusal(parseHookAddress(text))).toBe(true),
)

it.each<[Partial<Point>, string | undefined]>([
  [{}, undefined],
  [{ access: 'rw' }, 'access'],
  [{ access: 'w' }, 'access'],
  [{ byteOrder: 'ABCD' }, 'byteOrder'],
  [{ prefix: 's7' }, 'prefix'],
  [{ address: '' }, 'address'],
])('a point with %j: %s', (more, field) => {
  const point: Point = { id: 1, address: 'temp', dataType: 'float32', access: 'r', ...more }
  expect(about.checkPoint(point, about.initial)?.field).toBe(field)
})

describe('permitted sources', () => {
  it.each([
    ['192.168.1.0/24', '192.168.1.7', true],
    ['192.168.1.0/24', '192.168.2.7', false],
    ['192.168.1.7', '::ffff:192.168.1.7', true],
    ['::ffff:10.0.0.1', '10.0.0.1', true],
    ['10.0.0.0/8, 192.168.0.0/16', '192.168.9.9', true],
    ['10.0.0.0/8;192.168.0.0/16', '11.0.0.1', false],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', 'fd00::1', false],
    ['fd00::/8', 'fd12:3456::1', true],
    ['fd00::/8', 'fe80::1%eth0', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['192.168.1.7/32', '192.168.1.8', false],
    ['', '8.8.8.8', true],
  ])('%s: %s %s', (list, address, isIn) => {
    expect(isAllowed(parseAllowed(list)!, address)).toBe(isIn)
  })

  it.each([
    '192.168.1',
    '192.168.1.0/33',
    'a.b',
    '1.2.3.4/-1',
    'fd00::/129',
    '::1::',
    '1:2:3:4:5:6:7:8:9',
    '10.0.0.0/8/8',
  ])('%s is no network', (text) => expect(parseAllowed(text)).toBeUndefined())

  test('an address that cannot be read is in no network', () => {
    expect(isAllowed(parseAllowed('0.0.0.0/0, ::/0')!, '')).toBe(false)
  })
})

test.each([
  [{ allowedFrom: '' }, 'allowedFrom'],
  [{ allowedFrom: ' ,; ' }, 'allowedFrom'],
  [{ allowedFrom: 'everybody' }, 'allowedFrom'],
  [{ port: 80 }, 'port'],
  [{ path: 'hook' }, 'path'],
  [{ path: '/a b' }, 'path'],
  [{ timeField: 'a..b' }, 'timeField'],
  [{ maxKib: 100_000 }, 'maxKib'],
])('parameters %j are refused, in both languages', (more, field) => {
  const { error } = WebhookParams.safeParse(more)
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
  expect(firstFault(error!, 'zh-cn').reason).toMatch(/\p{Script=Han}/u)
})

test('a token permits any source', () => {
  expect(WebhookParams.safeParse({ allowedFrom: '', token: { text: 'x' } }).success).toBe(true)
})
