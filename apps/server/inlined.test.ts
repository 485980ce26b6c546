import { expect, test } from 'vitest'
import { inlined } from './inlined.ts'

test('a schema replaces each reference to it, a recursive one once', () => {
  const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/tree' } } } }
  const leaf = { type: 'object', properties: { children: { type: 'array', items: { type: 'object' } } } }
  const schema = { type: 'object', properties: { root: { $ref: '#/$defs/tree' }, name: { type: 'string' } } }
  expect(inlined({ ...schema, $defs: { tree } })).toEqual({
    type: 'object',
    properties: { root: leaf, name: { type: 'string' } },
  })
})

test('a schema without definitions is unchanged', () => {
  const schema = { anyOf: [{ const: 1 }, { type: 'null' }], required: ['a'] }
  expect(inlined(schema)).toEqual(schema)
})
