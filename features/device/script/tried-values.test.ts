import { describe, expect, it } from 'vitest'
import { scriptValue, typedValue } from './tried-values.ts'

const of = (dataType: string, access = 'rw') => ({ dataType, access }) as never

describe('typed values', () => {
  it.each([
    ['float32', '4.5', 4.5],
    ['int16', ' -3 ', -3],
    ['int16', '', null],
    ['int16', 'x', null],
    ['bool', 'true', true],
    ['bool', '0', false],
    ['bool', 'maybe', null],
    ['string', ' as is ', ' as is '],
  ])('%s %j is %j', (dataType, text, value) => {
    expect(typedValue(of(dataType), text)).toBe(value)
  })
})

describe('values for a script', () => {
  it('have value and code', () => {
    expect(scriptValue(of('int16'), { text: '3', code: 200 }, 5)).toEqual({
      value: 3,
      code: 200,
      time: 5,
      canWrite: true,
    })
    expect(scriptValue(of('int16', 'r'), { text: '3', code: 1714 }, 5)).toMatchObject({
      value: 3,
      code: 1714,
      canWrite: false,
    })
  })

  it('are bad without a value', () => {
    expect(scriptValue(of('int16'), undefined, 5)).toMatchObject({ value: null, code: 1713, time: null })
    expect(scriptValue(of('int16'), { text: 'x', code: 200 }, 5)).toMatchObject({ value: null, code: 1713 })
    expect(scriptValue(of('int16', 'w'), { text: '3', code: 200 }, 5)).toMatchObject({ value: null, code: 1713 })
  })
})
