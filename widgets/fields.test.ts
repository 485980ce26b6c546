import { describe, expect, test } from 'vitest'
import {
  bindField,
  choiceField,
  colourField,
  expressionField,
  flagField,
  imageField,
  isShown,
  listField,
  numberField,
  readFields,
  textField,
  wordsField,
} from './fields.ts'

const label = { en: 'Field', 'zh-cn': '字段' }
const options = [
  { value: 'a', label },
  { value: 'b', label },
] as const
const fields = {
  text: textField('t', { label }),
  words: wordsField('w', { label }),
  number: numberField(5, { min: 0, max: 10, label }),
  flag: flagField(true, { label }),
  colour: colourField('', { label }),
  choice: choiceField('a', { label, options }),
  image: imageField({ label }),
  expression: expressionField({ label }),
  bind: bindField({ label, kinds: ['signal'] }),
  list: listField({ at: numberField(1, { min: 0, max: 9, label }) }, { label, most: 2 }),
}
const initial = readFields(fields, {})

describe('reading', () => {
  test('a missing value becomes the initial value', () => {
    const nothing = { text: 't', words: 'w', number: 5, flag: true, colour: '', choice: 'a' }
    expect(initial).toEqual({ ...nothing, image: '', expression: '', bind: {}, list: [] })
    for (const stored of [undefined, null, 5, 'x', []]) expect(readFields(fields, stored)).toEqual(initial)
  })

  test('valid values are used', () => {
    const stored = { text: 'x', words: 'y', number: 0, flag: false, colour: 'steel', choice: 'b' }
    const more = {
      image: '/userimg/a.png',
      expression: 'max(1, 2)',
      bind: { signalId: 7, more: 1 },
      list: [{ at: 3 }],
    }
    expect(readFields(fields, { ...stored, ...more })).toEqual({ ...stored, ...more })
  })

  test.each([
    ['number', 11],
    ['number', '5'],
    ['number', Number.NaN],
    ['flag', 'true'],
    ['colour', 'url(http://x)'],
    ['colour', 'red; background: url(x)'],
    ['colour', 'var(--x)'],
    ['choice', 'c'],
    ['image', 'https://elsewhere/a.png'],
    ['image', '/userimg/"onerror='],
    ['text', { toString: 'x' }],
    ['list', 'x'],
  ])('rejects %s: %j', (field, value) => expect(readFields(fields, { [field]: value })).toEqual(initial))

  test('a list replaces invalid fields entry by entry, up to its maximum length', () => {
    const { list } = readFields(fields, { list: [{ at: 3 }, { at: 'x' }, { at: 4 }] })
    expect(list).toEqual([{ at: 3 }, { at: 1 }])
    expect(readFields(fields, { list: [null] }).list).toEqual([{ at: 1 }])
  })

  test('inherited properties do not count as stored', () => {
    expect(readFields({ constructor: textField('', { label }) }, {})).toEqual({ constructor: '' })
  })
})

test('a field with a condition is shown while the condition holds', () => {
  const field = flagField(true, { label, when: { field: 'mode', is: ['a', 'b'] } })
  expect([isShown(field, { mode: 'a' }), isShown(field, { mode: 'c' }), isShown(field, {})]).toEqual([
    true,
    false,
    false,
  ])
  expect(isShown(fields.text, {})).toBe(true)
})
