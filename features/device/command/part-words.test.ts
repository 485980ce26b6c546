import { describe, expect, test } from 'vitest'
import { choicesOf, isUnknown, limitsWords, readInput, reasonWords, sentWords, type WriteTarget } from './part-words.ts'

const speed: WriteTarget = {
  id: 1,
  name: 'pump1Speed',
  title: 'Pump 1 speed',
  dataType: 'uint16',
  access: 'rw',
  unit: 'rpm',
  decimals: 0,
  min: 0,
  max: 1500,
}
const flag: WriteTarget = { ...speed, dataType: 'bool', unit: null, min: null, max: null }
const label: WriteTarget = {
  ...speed,
  dataType: 'string',
  length: 8,
  encoding: 'gbk',
  unit: null,
  min: null,
  max: null,
}

describe('limits', () => {
  test('with two bounds and unit', () => expect(limitsWords(speed, 'en')).toBe('0 – 1,500 rpm'))
  test('default to those of the type', () =>
    expect(limitsWords({ ...speed, min: null, max: null }, 'en')).toBe('0 – 65,535 rpm'))
  test('for 64 bits have every digit', () =>
    expect(limitsWords({ ...speed, dataType: 'uint64', min: null, max: null }, 'en')).toBe(
      '0 – 18,446,744,073,709,551,615 rpm',
    ))
  test('without a unit are no amounts: their digits are not grouped', () => {
    const clock: WriteTarget = { ...speed, dataType: 'bcd16', unit: null, decimals: null, max: 2359 }
    expect(limitsWords(clock, 'en')).toBe('0 – 2359')
    expect(limitsWords({ ...clock, dataType: 'int16', decimals: 1, min: 0.5 }, 'en')).toBe('0.5 – 2,359.0')
  })
  test('have the same decimals for both bounds', () =>
    expect(limitsWords({ ...speed, dataType: 'float32', unit: 'm', decimals: 2, min: 1, max: 4.5 }, 'en')).toBe(
      '1.00 – 4.50 m',
    ))
  test('with one bound', () =>
    expect(limitsWords({ ...speed, dataType: 'float32', min: null }, 'en')).toBe('at most 1,500 rpm'))
  test('absent', () => expect(limitsWords({ ...speed, dataType: 'float32', min: null, max: null }, 'en')).toBe('none'))
  test('for a text', () => expect(limitsWords(label, 'zh-cn')).toBe('最多 8 字节'))
})

test('a value to send is not rounded to the shown decimals', () => {
  const level: WriteTarget = { ...speed, dataType: 'float32', unit: 'm', decimals: 2 }
  expect(sentWords(level, 3.305)).toBe('3.305 m')
  expect(sentWords(level, 3.3)).toBe('3.30 m')
})

describe('an input', () => {
  test('in range is the value to send', () => expect(readInput(speed, ' 1480 ', 'en')).toEqual({ value: 1480 }))
  test('that is empty asks for a value', () => expect(readInput(speed, ' ', 'en')).toEqual({ reason: 'Enter a value' }))
  test('out of range names the range', () =>
    expect(readInput(speed, '1501', 'en')).toEqual({ reason: 'The value must be between 0 and 1500' }))
  test('that is not a number, or not an integer, says what is needed', () => {
    expect(readInput(speed, 'fast', 'zh-cn')).toEqual({ reason: '请输入数字' })
    expect(readInput(speed, '1480.5', 'en')).toEqual({ reason: 'Enter a whole number' })
  })
  test('with a scale may have decimals', () =>
    expect(readInput({ ...speed, scale: 0.1, offset: 0 }, '4.5', 'en')).toEqual({ value: 4.5 }))
  test('between two steps becomes the nearest value, shown beside the input', () =>
    expect(readInput({ ...speed, scale: 0.1, offset: 0 }, ' 4.56 ', 'en')).toEqual({ value: 4.6, asked: '4.56' }))
  test('with more digits than a double keeps them', () =>
    expect(readInput({ ...speed, dataType: 'int64', scale: 0.001, max: null }, '9007199254740.993', 'en')).toEqual({
      value: '9007199254740.993',
    }))
  test('NaN is named', () =>
    expect(readInput(speed, 'NaN', 'en')).toEqual({ reason: 'NaN and infinity cannot be written' }))
  test('on and off', () => expect(readInput(flag, false, 'en')).toEqual({ value: false }))
  test('a text keeps its blanks, and its length is limited', () => {
    expect(readInput(label, ' a ', 'en')).toEqual({ value: ' a ' })
    expect(readInput(label, '123456789', 'en')).toEqual({
      reason: 'The text needs 9 bytes and can have at most 8',
    })
    expect(readInput(label, '水泵一二三', 'zh-cn')).toEqual({ reason: '文本需要 10 字节，最多 8 字节' })
    expect(readInput(label, '😀', 'en')).toEqual({ reason: 'The text encoding of the variable has no character "😀"' })
  })
})

describe('an outcome', () => {
  const outcome = { code: 1714, msg: '', value: null }
  test('shows the text of its code', () =>
    expect(reasonWords({ ...outcome, status: 'failure' }, 'en')).toBe('The PLC did not answer in time'))
  test('prefers the text of the platform', () =>
    expect(reasonWords({ ...outcome, msg: 'told', status: 'failure' }, 'en')).toBe('told'))
  test('without a fault shows no reason', () => expect(reasonWords({ ...outcome, status: 'success' }, 'en')).toBe(''))
  test('may be unknown', () => {
    const statuses = ['success', 'failure', 'exception', 'timeout', 'cancelled'] as const
    expect(statuses.map((status) => isUnknown({ ...outcome, status }))).toEqual([false, false, true, true, true])
  })
})

describe('values with texts', () => {
  const mode: WriteTarget = { ...speed, unit: null, min: 0, max: 2, texts: '0=manual; 1=automatic; 2=service; 3=never' }
  test('are offered with their number, if they may be written', () =>
    expect(choicesOf(mode)).toEqual([
      { value: '0', label: 'manual (0)' },
      { value: '1', label: 'automatic (1)' },
      { value: '2', label: 'service (2)' },
    ]))
  test('are confirmed with both', () => expect(sentWords(mode, 1)).toBe('automatic (1)'))
  test('for on and off are shown as limits', () =>
    expect(limitsWords({ ...flag, texts: '0=closed; 1=open' }, 'en')).toBe('closed (0) / open (1)'))
  test('do not exist for other types', () => {
    expect(choicesOf(speed)).toEqual([])
    expect(choicesOf({ ...label, texts: '0=a' })).toEqual([])
  })
})
