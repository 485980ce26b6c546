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
  test('with both ends and unit', () => expect(limitsWords(speed, 'en')).toBe('0 – 1,500 rpm'))
  test('of the type, where the variable has none', () =>
    expect(limitsWords({ ...speed, min: null, max: null }, 'en')).toBe('0 – 65,535 rpm'))
  test('of 64 bits, with every digit', () =>
    expect(limitsWords({ ...speed, dataType: 'uint64', min: null, max: null, unit: null }, 'en')).toBe(
      '0 – 18,446,744,073,709,551,615',
    ))
  test('with the same decimals at both ends', () =>
    expect(limitsWords({ ...speed, dataType: 'float32', unit: 'm', decimals: 2, min: 1, max: 4.5 }, 'en')).toBe(
      '1.00 – 4.50 m',
    ))
  test('of one end', () =>
    expect(limitsWords({ ...speed, dataType: 'float32', min: null }, 'en')).toBe('at most 1,500 rpm'))
  test('of none', () => expect(limitsWords({ ...speed, dataType: 'float32', min: null, max: null }, 'en')).toBe('none'))
  test('of a text', () => expect(limitsWords(label, 'zh-cn')).toBe('最多 8 字节'))
})

test('what is sent is not rounded to the decimals shown', () => {
  const level: WriteTarget = { ...speed, dataType: 'float32', unit: 'm', decimals: 2 }
  expect(sentWords(level, 3.305)).toBe('3.305 m')
  expect(sentWords(level, 3.3)).toBe('3.30 m')
})

describe('an input', () => {
  test('in range is the value to send', () => expect(readInput(speed, ' 1480 ', 'en')).toEqual({ value: 1480 }))
  test('empty is asked for', () => expect(readInput(speed, ' ', 'en')).toEqual({ reason: 'Enter a value' }))
  test('out of range says the range', () =>
    expect(readInput(speed, '1501', 'en')).toEqual({ reason: 'The value must be between 0 and 1500' }))
  test('that is no number, or not a whole one, says what is wanted', () => {
    expect(readInput(speed, 'fast', 'zh-cn')).toEqual({ reason: '请输入数字' })
    expect(readInput(speed, '1480.5', 'en')).toEqual({ reason: 'Enter a whole number' })
  })
  test('with a scale may have decimals', () =>
    expect(readInput({ ...speed, scale: 0.1, offset: 0 }, '4.5', 'en')).toEqual({ value: 4.5 }))
  test('between two steps is the nearest value, told beside what was typed', () =>
    expect(readInput({ ...speed, scale: 0.1, offset: 0 }, ' 4.56 ', 'en')).toEqual({ value: 4.6, asked: '4.56' }))
  test('of more digits than a double holds keeps them', () =>
    expect(readInput({ ...speed, dataType: 'int64', scale: 0.001, max: null }, '9007199254740.993', 'en')).toEqual({
      value: '9007199254740.993',
    }))
  test('that is NaN says so', () =>
    expect(readInput(speed, 'NaN', 'en')).toEqual({ reason: 'NaN and infinity cannot be written' }))
  test('on and off', () => expect(readInput(flag, false, 'en')).toEqual({ value: false }))
  test('a text keeps its blanks, and its length is held', () => {
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
  test('says the words of its code', () =>
    expect(reasonWords({ ...outcome, status: 'failure' }, 'en')).toBe('The PLC did not answer in time'))
  test("prefers the platform's words", () =>
    expect(reasonWords({ ...outcome, msg: 'told', status: 'failure' }, 'en')).toBe('told'))
  test('of success says nothing more', () => expect(reasonWords({ ...outcome, status: 'success' }, 'en')).toBe(''))
  test('may be unknown', () => {
    const statuses = ['success', 'failure', 'exception', 'timeout', 'cancelled'] as const
    expect(statuses.map((status) => isUnknown({ ...outcome, status }))).toEqual([false, false, true, true, true])
  })
})

describe('values with words of their own', () => {
  const mode: WriteTarget = { ...speed, unit: null, min: 0, max: 2, texts: '0=manual; 1=automatic; 2=service; 3=never' }
  test('are offered with what the PLC gets, as far as they may be written', () =>
    expect(choicesOf(mode)).toEqual([
      { value: '0', label: 'manual (0)' },
      { value: '1', label: 'automatic (1)' },
      { value: '2', label: 'service (2)' },
    ]))
  test('are confirmed with both', () => expect(sentWords(mode, 1)).toBe('automatic (1)'))
  test('of on and off stand in the limits', () =>
    expect(limitsWords({ ...flag, texts: '0=closed; 1=open' }, 'en')).toBe('closed (0) / open (1)'))
  test('are offered by nothing else', () => {
    expect(choicesOf(speed)).toEqual([])
    expect(choicesOf({ ...label, texts: '0=a' })).toEqual([])
  })
})
