import { expect, test } from 'vitest'
import { asInteger, asNumber } from './data-type.ts'

test.each<[unknown, number | undefined]>([
  [1.5, 1.5],
  [Number.NaN, undefined],
  ['12', 12],
  [' -0.5 ', -0.5],
  ['12.', 12],
  ['.5', 0.5],
  ['1e3', 1000],
  ['1e999', undefined],
  ['1e1234', undefined],
  ['', undefined],
  ['.', undefined],
  ['0x10', undefined],
  ['1,5', undefined],
  [true, undefined],
])('%j as a number is %j', (raw, expected) => expect(asNumber(raw)).toBe(expected))

test('a text of very many digits is refused without trying each division of them', () => {
  expect(asNumber(`${'9'.repeat(200_000)}x`)).toBeUndefined()
  expect(asInteger('9'.repeat(200_000))).toBeUndefined()
})
