import { expect, test } from 'vitest'
import { faultOf, limitsOf, numberTyped, typedOf } from './input.tsx'

const number = { valueType: 'number', minVal: 0, maxVal: 0 } as const
const bounded = { ...number, minVal: -5, maxVal: 10 }

test.each([
  ['5', number, undefined],
  [' 5.5 ', number, undefined],
  ['５．５', number, undefined],
  ['5,5', number, 'number'],
  ['1,000', number, 'number'],
  ['1，000', number, 'number'],
  ['-1e3', number, undefined],
  ['five', number, 'number'],
  ['5;', number, 'number'],
  ['NaN', number, 'number'],
  ['Infinity', number, 'number'],
  ['-5', bounded, undefined],
  ['10', bounded, undefined],
  ['10.01', bounded, 'between'],
  ['-5.01', bounded, 'between'],
  ['4', { ...number, minVal: 5 }, 'atLeast'],
  ['6', { ...number, minVal: 5 }, undefined],
  ['-4', { ...number, maxVal: -5 }, 'atMost'],
  ['-6', { ...number, maxVal: -5 }, undefined],
  ['five', { ...number, valueType: 'text' } as const, undefined],
])('%s under the rule %j has the fault %s', (typed, rule, fault) => expect(faultOf(typed, rule)).toBe(fault))

test.each([
  [0, 0, {}],
  [0, 10, { min: 0, max: 10 }],
  [-5, 0, { min: -5, max: 0 }],
  [5, 0, { min: 5 }],
  [0, -5, { max: -5 }],
  [10, 5, { min: 5, max: 10 }],
])('at least %s, at most %s is %j', (minVal, maxVal, limits) => expect(limitsOf({ minVal, maxVal })).toEqual(limits))

test('full-width digits are converted', () => expect(numberTyped(' １２．５ ')).toBe('12.5'))

test.each([
  [4.82, 'number', -1, '4.82'],
  [1234.5678, 'number', 1, '1234.6'],
  ['18446744073709551615', 'number', -1, '18446744073709551615'],
  [true, 'number', -1, '1'],
  ['a,b', 'number', -1, 'a,b'],
  ['a,b', 'text', -1, 'a,b'],
  [null, 'number', -1, ''],
] as const)('%j for a %s of %s decimals is typed %s', (value, valueType, decimals, text) =>
  expect(typedOf(value, { valueType, decimals })).toBe(text),
)
