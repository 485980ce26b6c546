import { expect, test } from 'vitest'
import { isValueOf, usable } from './options.ts'

test.each([
  [1, '1', true],
  [1, '1.0', true],
  ['1', '1', true],
  [true, '1', true],
  [true, 'True', true],
  [false, '0', true],
  [false, '1', false],
  [2, '1', false],
  ['auto', 'auto', true],
  ['auto', 'AUTO', false],
  [null, '', false],
  [null, '0', false],
  ['', '', false],
])('%j matches the option %j: %s', (value, option, is) => expect(isValueOf(value, option)).toBe(is))

test('options without a value, and repeated ones, cannot be chosen', () =>
  expect(
    usable([
      { label: 'Auto', value: '1' },
      { label: '', value: '2' },
      { label: 'Again', value: '1' },
      { label: 'None', value: '' },
    ]),
  ).toEqual([
    { label: 'Auto', value: '1' },
    { label: '2', value: '2' },
  ]))
