import { expect, test } from 'vitest'
import type { Operation } from '../../frame/operation.ts'
import { toldBy } from './rules.ts'

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
