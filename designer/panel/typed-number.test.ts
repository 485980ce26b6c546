import { expect, test } from 'vitest'
import { numberText, stepped, typedNumber } from './typed-number.ts'

const within = { min: -10, max: 1000 }

test.each([
  ['120', 120],
  [' -4.5 ', -4.5],
  ['120+3*8', 144],
  ['(120 + 80) / 2', 100],
  ['0.1+0.2', 0.3],
  ['１２×２', 24],
  ['12 px', 12],
  ['−3', -3],
])('%s is a number', (text, value) => expect(typedNumber(text, within, 'px')).toEqual({ value }))

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['px', 'empty'],
  ['abc', 'unclear'],
  ['50%', 'unclear'],
  ['1/0', 'unclear'],
  ['12+', 'unclear'],
  ['1e3', 'unclear'],
  ['if(1,2,3)', 'unclear'],
  ['1001', 'range'],
  ['-11', 'range'],
])('%s is not a number', (text, fault) => expect(typedNumber(text, within, 'px')).toEqual({ fault }))

test('arrow keys stay in the range', () => {
  expect(stepped(0.1, 0.2)).toBe(0.3)
  expect(stepped(995, 10, within)).toBe(1000)
  expect(stepped(-9.5, -1, within)).toBe(-10)
})

test('a number is shown without binary rounding errors; other values are empty', () => {
  expect([0.1 + 0.2, 14, undefined, Number.NaN, '5'].map(numberText)).toEqual(['0.3', '14', '', '', ''])
})
