import { expect, test } from 'vitest'
import { compiledOf, expressionOf, inputsOf, resultOf } from './rules.ts'

const known = [
  { equipmentId: 1, signalId: 10 },
  { equipmentId: 2, signalId: 20 },
]
const readings = { 10: { value: 6, code: 200, at: 100 }, 20: { value: 3, code: 200, at: 200 } } as const
const read = ({ signalId }: { signalId: number }) => readings[signalId as 10 | 20]

test.each([
  ['sum', '${1.10}, ${2.20}', 9],
  ['avg', '${1.10},${2.20}', 4.5],
  ['min', '${1.10},${2.20}', 3],
  ['max', '${1.10},${2.20}', 6],
  ['custom', '${1.10} / ${2.20} + 1', 3],
] as const)('%s of %s is %d, as old as its newest reading', (calcType, text, value) => {
  expect('error' in compiledOf({ calcType, text }, known)).toBe(false)
  expect(resultOf({ calcType, text }, read)).toEqual({ value, code: 200, time: 200 })
})

test.each([
  ['custom', '${1.10} +', 'formulaWrong'],
  ['sum', '', 'formulaWrong'],
  ['sum', '${1.10},', 'formulaWrong'],
  ['custom', '1 + 2', 'formulaWrong'],
  ['custom', 'foo(${1.10})', 'formulaWrong'],
  ['sum', '${1.10},${3.30}', 'formulaSignal'],
  // The variable exists, but on another device.
  ['custom', '${2.10}', 'formulaSignal'],
] as const)('%s of “%s” is refused: %s', (calcType, text, error) => {
  expect(compiledOf({ calcType, text }, known)).toMatchObject({ error })
})

test('a fault has the position in the typed text', () => {
  expect(compiledOf({ calcType: 'custom', text: '${1.10} ; 2' }, known)).toMatchObject({ details: { at: 9 } })
  expect(compiledOf({ calcType: 'sum', text: '${1.10} ; 2' }, known)).toMatchObject({ details: { at: 9 } })
})

test('a fault names the typed text, not the added bracket', () => {
  expect(compiledOf({ calcType: 'sum', text: '${1.1' }, known)).toMatchObject({ details: { at: 1, name: '${1.1' } })
  expect(compiledOf({ calcType: 'sum', text: '${1.10},' }, known)).toMatchObject({
    details: { at: 9, name: '' },
    reason: { en: 'the expression is incomplete' },
  })
})

test('a bad reading counts as 0 with its code; without a result the value is 0', () => {
  const bad = () => ({ value: null, code: 1304 })
  expect(resultOf({ calcType: 'sum', text: '${1.10},${2.20}' }, bad)).toEqual({ value: 0, code: 1304, time: null })
  expect(resultOf({ calcType: 'custom', text: '1 / (${1.10} - 6)' }, read)).toMatchObject({ value: 0, code: 2006 })
  expect(resultOf({ calcType: 'custom', text: '${1.10} > 1' }, read)).toMatchObject({ value: 0, code: 1716 })
  expect(resultOf({ calcType: 'custom', text: 'gone(' }, read)).toEqual({ value: 0, code: 2006, time: null })
})

test('each input is listed once', () => {
  expect(inputsOf({ text: '${2.20} + ${1.10} * ${2.20}' })).toEqual([known[1], known[0]])
  expect(expressionOf({ calcType: 'avg', text: '${1.10}' })).toBe('avg(${1.10})')
})
