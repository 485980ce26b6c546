import { expect, test } from 'vitest'
import type { Operation } from '../../frame/operation.ts'
import { inChainOrder, toldBy } from './rules.ts'

const operation: Operation = { act: 'edit', object: { type: 'equipment', id: 1, name: 'Pump' }, before: { name: 'P' } }

test('an action of the account itself is logged unchanged', () => {
  expect(toldBy({ keyName: null }, operation)).toBe(operation)
})

test.each([
  ['nothing more', {}, { apiKey: 'Bridge' }],
  ['fields', { after: { name: 'Pump' } }, { name: 'Pump', apiKey: 'Bridge' }],
  ['a plain value', { after: 5 }, { value: 5, apiKey: 'Bridge' }],
  ['a list', { after: [1] }, { value: [1], apiKey: 'Bridge' }],
  ['that it is gone', { after: null }, { value: null, apiKey: 'Bridge' }],
])('an action of a program is logged with its key beside %s', (_, told, after) => {
  expect(toldBy({ keyName: 'Bridge' }, { ...operation, ...told })).toEqual({ ...operation, after })
})

test('lines of the same moment are in the order of their numbers; a line without one keeps its place', () => {
  const numbers = (...seqs: (number | null)[]) => inChainOrder(seqs.map((seq) => ({ seq }))).map(({ seq }) => seq)
  expect(numbers(232, 230, 231, 229)).toEqual([232, 231, 230, 229])
  expect(numbers(230, null, 231)).toEqual([231, null, 230])
  expect(numbers()).toEqual([])
})
