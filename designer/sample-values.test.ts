import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dataTypes } from '../core/data-type.ts'
import type { Bound } from '../widgets/binds.ts'
import { type Ranged, sampleSource, sampleValue } from './sample-values.ts'

const texts = '0=off; 1=automatic; 2=on'

test.each([
  ['the middle of the normal range', { dataType: 'float32', decimals: 2, normalLow: 2, normalHigh: 5, max: 90 }, 3.51],
  ['without one, the middle of the limits', { dataType: 'float32', decimals: 1, min: 10, max: 25 }, 17.5],
  ['without limits, about 50 with all decimals', { dataType: 'float32', decimals: 2 }, 50.01],
  ['of a number without fixed decimals, two', { dataType: 'float64', decimals: null }, 50.01],
  ['of a whole number, a whole one', { dataType: 'int16', decimals: 1, min: 0, max: 9 }, 5],
  ['of texts, the value of the longest', { dataType: 'uint16', decimals: null, texts }, 1],
  ['of a flag with texts, a flag', { dataType: 'bool', decimals: null, texts: '0=closed valve; 1=open' }, false],
  ['of a flag, on', { dataType: 'bool', decimals: null }, true],
  ['of a text, a short one', { dataType: 'string', decimals: null }, 'Abc'],
] as const)('a sample is %s', (_, of, value) => expect(sampleValue(of as Ranged)).toBe(value))

test('every type has a sample that fits it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...dataTypes), fc.integer({ min: 0, max: 10 }), (dataType, decimals) => {
      const value = sampleValue({ dataType, decimals })
      const types = { bool: 'boolean', string: 'string' } as Record<string, string>
      expect(typeof value).toBe(types[dataType] ?? 'number')
      if (typeof value === 'number') expect(value).toBeCloseTo(50, -1)
    }),
  )
})

const bound = (kind: Bound['kind'], binding: Bound['binding']): Bound => ({ kind, binding, fields: {} })

test('variables of a page have their samples and texts, counts have one; reports show their names', () => {
  const source = sampleSource(new Map([[7, { dataType: 'uint16', decimals: null, texts }]]))
  const seven = bound('signal', { type: 'signal', signalId: 7 })
  expect([source.cell(seven)?.read().value, source.texts(seven)]).toEqual([1, texts])
  expect(source.cell(seven)).toBe(source.cell(seven))
  const unknown = bound('signal', { type: 'signal', signalId: 8 })
  expect([source.cell(unknown)?.read().value, source.texts(unknown)]).toEqual([50.1, null])
  expect(source.cell(bound('mvar', { type: 'mvar', mvarId: 7 }))?.read().value).toBe(50.1)
  expect(source.cell(bound('system', { type: 'system', systemKey: 'online' }))?.read().value).toBe(12)
  expect(source.cell(bound('report', { type: 'report', reportId: 7 }))).toBeUndefined()
})
