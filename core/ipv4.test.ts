import { describe, expect, test } from 'vitest'
import { ipv4Number, isHost, isMask, isSameSegment, maskLength, maskOf } from './ipv4.ts'

test.each([
  ['0.0.0.0', 0],
  ['192.168.1.1', 3_232_235_777],
  ['255.255.255.255', 4_294_967_295],
  ['192.168.1', undefined],
  ['192.168.1.256', undefined],
  ['192.168.01.1', undefined],
  [' 192.168.1.1', undefined],
  ['::1', undefined],
])('%s is the number %s', (text, number) => expect(ipv4Number(text)).toBe(number))

describe('a mask', () => {
  test('is ones, then at least two zeros', () => {
    for (let ones = 0; ones <= 32; ones += 1) {
      const number = ones === 0 ? 0 : (0xffffffff << (32 - ones)) >>> 0
      const text = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
      expect([ones, isMask(text)]).toEqual([ones, ones >= 1 && ones <= 30])
    }
  })
  test.each(['255.0.255.0', '255.255.255.1', '0.255.255.0', '255.255.254.1', 'mask'])('%s is no mask', (text) =>
    expect(isMask(text)).toBe(false),
  )
})

test.each([
  ['192.168.1.10', '192.168.1.254', '255.255.255.0', true],
  ['192.168.1.10', '192.168.2.254', '255.255.255.0', false],
  ['192.168.1.10', '192.168.2.254', '255.255.252.0', true],
  ['10.0.0.1', 'x', '255.0.0.0', false],
])('%s and %s under %s share a segment: %s', (one, other, mask, is) => {
  expect([isSameSegment(one, other, mask), isSameSegment(other, one, mask)]).toEqual([is, is])
})

test.each([
  ['192.168.1.10', true],
  ['192.168.1.0', false],
  ['192.168.1.255', false],
  ['127.0.0.1', false],
  ['224.0.0.1', false],
  ['0.0.0.1', false],
])('%s may be a host: %s', (ip, may) => expect(isHost(ip, '255.255.255.0')).toBe(may))

test('a mask and its length convert to each other', () => {
  for (let ones = 0; ones <= 32; ones += 1) expect(maskLength(maskOf(ones)!)).toBe(ones)
  expect([maskOf(0), maskOf(20), maskOf(32)]).toEqual(['0.0.0.0', '255.255.240.0', '255.255.255.255'])
  expect([maskOf(-1), maskOf(33), maskOf(Number.NaN), maskOf(8.5)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
