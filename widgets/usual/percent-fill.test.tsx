import { expect, test } from 'vitest'
import { readFields } from '../fields.ts'
import type { Mode } from '../widget.ts'
import percentFill, { shareOf } from './percent-fill.tsx'

test.each([
  [2.5, 0, 5, 0.5],
  [0, 0, 5, 0],
  [-1, 0, 5, 0],
  [9, 0, 5, 1],
  ['2.5', 0, 5, 0.5],
  [3, 5, 0, 0.4],
  [null, 0, 5, undefined],
  ['', 0, 5, undefined],
  ['full', 0, 5, undefined],
  [true, 0, 5, undefined],
  [2, 5, 5, undefined],
])('%s between %s and %s', (value, minVal, maxVal, share) => expect(shareOf(value, { minVal, maxVal })).toBe(share))

test('on a running page an unbound vessel shows that it has no value instead of zero', () => {
  const reading = { value: null, standIn: null, quality: 'never', code: 0, time: null, texts: null, title: '' } as const
  const emptyIn = (mode: Mode, isBound: boolean) =>
    percentFill.show!({
      ...{ style: {}, items: [], data: readFields(percentFill.data, {}), size: percentFill.size, mode, now: 0 },
      ...{ read: () => ({ ...reading, isBound }), readAll: () => [], fieldsOf: () => [] },
    }).state?.empty
  expect([emptyIn('run', false), emptyIn('run', true), emptyIn('edit', false)]).toEqual(['', '', null])
})
