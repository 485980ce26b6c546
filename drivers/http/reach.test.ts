// Which addresses a driver may connect to: those of a plant, none of the gateway, none of a cloud's services.
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { scriptedServer } from '../../testkit/peers/silent.ts'
import { opener } from './driver.ts'
import { HttpParams } from './params.ts'
import { isReachable, permitGateway, safeLookup } from './reach.ts'

beforeAll(() => permitGateway(false))
afterAll(() => permitGateway(false))

it.each([
  '192.168.1.10',
  '10.0.0.1',
  '172.16.5.5',
  '8.8.8.8',
  '100.64.0.1',
  'fd00::1',
  '2001:db8::1',
  '::ffff:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '2001:4860:4860::8888',
])('%s is permitted', (address) => expect(isReachable(address)).toBe(true))

it.each([
  ...[
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '2002:7f00:1::',
  ],
  ...['169.254.169.254', '169.254.0.1', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', 'fe80::1', 'fe80::1%eth0'],
  ...['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254'],
  ...['64:ff9b::6464:64c8', '64:ff9b:1::7f00:1', '::ffff:0:7f00:1', '2002:a83f:8110::1', '::100.100.100.200'],
  ...['2001:0:53aa:64c:0:0:80ff:fffe', '192.0.0.192', 'fd20:ce::254', 'fd00:ec2::253', 'fd00:42::42'],
  ...['224.0.0.1', '255.255.255.255', 'ff02::1', 'localhost', '', '1.2.3'],
])('%j is refused', (address) => expect(isReachable(address)).toBe(false))

test('every address of the gateway is refused, also as IPv4 within IPv6', () => {
  const hexOf = (parts: string) => parts.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  expect(own.length).toBeGreaterThan(0)
  for (const { address, family } of own) {
    expect(isReachable(address)).toBe(false)
    if (family !== 'IPv4') continue
    const [a, b, c, d] = hexOf(address)
    for (const within of [`::ffff:${address}`, `64:ff9b::${address}`, `2002:${a}${b}:${c}${d}::1`])
      expect(isReachable(within)).toBe(false)
  }
})

test('a name is refused by any of its addresses', async () => {
  const resolved = (isAll: boolean) =>
    new Promise((resolve) => safeLookup('localhost', { all: isAll }, (error, address) => resolve([error, address])))
  for (const isAll of [true, false])
    expect(await resolved(isAll)).toEqual([expect.objectContaining({ code: 1722 }), []])
})

describe('a driver', () => {
  it.each([
    ...[
      'http://127.0.0.1:PORT',
      'http://localhost:PORT',
      'http://2130706433:PORT',
      'http://0x7f.1:PORT',
      'http://0:PORT',
    ],
    ...['http://[::ffff:127.0.0.1]:PORT', 'http://[::1]:PORT', 'http://127.1:PORT/a/..//'],
  ])('sends nothing to %s', async (url) => {
    const server = await scriptedServer(() => undefined)
    try {
      const params = HttpParams.parse({ url: url.replace('PORT', `${server.port}`) })
      const fault = await opener.open(params, new AbortController().signal, '', []).catch((error: unknown) => error)
      expect(fault).toMatchObject({ code: 1722, broken: true, message: expect.stringContaining('refused') })
      expect(server.accepted()).toBe(0)
    } finally {
      await server.close()
    }
  })

  test('never reaches the metadata service of a cloud, even where the gateway itself is permitted', () => {
    permitGateway(true)
    expect(['127.0.0.1', '169.254.169.254', '100.100.100.200'].map(isReachable)).toEqual([true, false, false])
    permitGateway(false)
  })
})
