import { describe, expect, it } from 'vitest'
import { readValueTexts, valueTextOf, valueTextsOf } from './value-texts.ts'

describe('labels of values', () => {
  it.each([
    ['0=manual; 1=automatic', ['0 manual', '1 automatic']],
    ['0=停止；1＝运行', ['0 停止', '1 运行']],
    ['-1 = reverse\n2=a=b;', ['-1 reverse', '2 a=b']],
  ])('%j is read', (written, wanted) => {
    expect(valueTextsOf(written).map(({ value, text }) => `${value} ${text}`)).toEqual(wanted)
  })

  it.each([
    ['', 'malformed'],
    [' ; ', 'malformed'],
    ['manual', 'malformed'],
    ['0.5=half', 'malformed'],
    ['0=', 'malformed'],
    ['0=a; 0=b', 'twice'],
    [`0=${'x'.repeat(31)}`, 'tooLong'],
    [Array.from({ length: 51 }, (_, i) => `${i}=t`).join(';'), 'tooMany'],
  ])('%j is refused', (written, fault) => {
    expect(readValueTexts(written)).toEqual({ fault })
    expect(valueTextsOf(written)).toEqual([])
  })

  it.each([
    [0, 'off'],
    [false, 'off'],
    [true, 'on'],
    ['1', 'on'],
    [2, undefined],
    [0.5, undefined],
    ['', undefined],
    ['x', undefined],
    [null, undefined],
  ])('the value %j is %j', (value, text) => expect(valueTextOf(value, '0=off;1=on')).toBe(text))

  it('a variable without labels has none', () => {
    expect(valueTextOf(1, null)).toBeUndefined()
    expect(valueTextsOf(undefined)).toEqual([])
  })
})
