import { expect, test } from 'vitest'
import { isRefusal } from '../../../drivers/driver.ts'
import { parseAddress } from './address.ts'

test.each([
  ['D0', { area: 'D', start: 0 }],
  [' d100 ', { area: 'D', start: 100 }],
  ['W65535', { area: 'W', start: 65_535 }],
  ['D100.15', { area: 'D', start: 100, bit: 15 }],
])('%j is %j', (text, address) => expect(parseAddress(text)).toEqual(address))

test.each(['D', '100', 'X1', 'D65536', 'D100.16', 'D-1', 'D1.'])('%j is refused', (text) =>
  expect(isRefusal(parseAddress(text))).toBe(true),
)
