import { expect, test } from 'vitest'
import { setLanguage } from './language.ts'
import { amountWords, setLabelTranslation, stateWords, valueAndRaw, valueWords } from './value-words.ts'

test('numbers have separators and the decimals asked for', () => {
  expect(valueWords(1462)).toBe('1,462')
  expect(valueWords(4.8, { decimals: 2 })).toBe('4.80')
  expect(valueWords(-18.4)).toBe('−18.4')
})

test('a 32-bit float is not written with the noise of its conversion', () => {
  expect(valueWords(4.820000171661377, { dataType: 'float32' })).toBe('4.82')
  expect(valueWords(4.820000171661377, { dataType: 'float64' })).toBe('4.82000017166138')
})

test('64-bit integers keep every digit, text stays what it is', () => {
  expect(valueWords('18446744073709551615')).toBe('18,446,744,073,709,551,615')
  expect(valueWords('0042', { dataType: 'string' })).toBe('0042')
})

test('on and off follow the language', () => {
  setLanguage('en')
  expect(valueWords(true)).toBe('On')
  setLanguage('zh-cn')
  expect(valueWords(false)).toBe('否')
})

test('value texts are shown in the language of the viewer', () => {
  setLabelTranslation((label) => (label === 'fault' ? '故障' : label))
  expect(valueWords(true, { texts: '0=normal; 1=fault' })).toBe('故障')
  expect(valueAndRaw(true, { texts: '0=normal; 1=fault' })).toBe('故障 (1)')
  expect(valueWords(false, { texts: '0=normal; 1=fault' })).toBe('normal')
  setLabelTranslation((label) => label)
})

test('nothing is a dash', () => {
  expect(valueWords(null)).toBe('—')
})

test('a whole number without a unit keeps its digits together, a quantity and a fraction do not', () => {
  expect(valueWords(20261121, { dataType: 'bcd32', unit: null })).toBe('20261121')
  expect(valueWords('9962243850720248087', { dataType: 'uint64', unit: null })).toBe('9962243850720248087')
  expect(valueWords(1462, { dataType: 'uint16', unit: 'rpm' })).toBe('1,462')
  expect(valueWords(7.4, { dataType: 'int16', unit: null, decimals: 2 })).toBe('7.40')
})

test('a value with a text of its own is shown by it, any other unchanged', () => {
  setLanguage('en')
  const texts = '0=manual; 1=automatic'
  expect(valueWords(1, { dataType: 'uint16', unit: null, texts })).toBe('automatic')
  expect(valueWords(false, { dataType: 'bool', texts: '0=closed;1=open' })).toBe('closed')
  expect(valueWords('1', { dataType: 'uint64', unit: null, texts })).toBe('automatic')
  expect(valueWords(2, { dataType: 'uint16', unit: null, texts })).toBe('2')
  expect(valueWords(null, { texts })).toBe('—')
  expect(valueWords(true, { texts: null })).toBe('On')
})

test('the value of the PLC is beside its text', () => {
  setLanguage('en')
  expect(valueAndRaw(1, { texts: '1=automatic' })).toBe('automatic (1)')
  expect(valueAndRaw(true, { texts: '1=open' })).toBe('open (1)')
  expect(valueAndRaw(1462, { texts: '1=automatic' })).toBe('1,462')
  expect(valueAndRaw(null, { texts: '0=manual' })).toBe('—')
})

test('a state of a condition has its value text, else a word for a Boolean variable, else its number', () => {
  const t = (key: string) => (key === 'stateOn' ? 'on' : 'off')
  expect([1, 0].map((value) => stateWords(t, value, { dataType: 'bool' }))).toEqual(['on', 'off'])
  expect(stateWords(t, 1, { dataType: 'bool', texts: '1=running' })).toBe('running')
  expect([stateWords(t, 3, { dataType: 'uint16' }), stateWords(t, 3, undefined)]).toEqual(['3', '3'])
})

test('an amount has the unit of its variable, and keeps its decimals', () => {
  expect(amountWords(0.25, { unit: 'm' })).toBe('0.25 m')
  expect(amountWords(1200, undefined)).toBe('1,200')
})
