import { expect, it } from 'vitest'
import type { Bound } from '../../../widgets/binds.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import { showingErrors } from './error-display.ts'

const bound = (signalId: number): Bound => ({ kind: 'signal', binding: { type: 'signal', signalId }, fields: {} })
const reading = (value: number | null, code = 200) => ({ value, code, time: 1, receivedAt: 1, drawnAt: null })

/** Values with code 200 are good, all others are bad. */
const values: ValueSource = {
  cell: () => undefined,
  freshness: (_, { code }) => (code === 200 ? 'good' : 'bad'),
  texts: () => null,
  now: () => 1,
}

it('a custom text replaces a bad value, and an empty one leaves it blank', () => {
  const source = showingErrors(values, { errorValShow: 'custom', errorDefaultVal: '0' })
  expect(source.standIn?.(bound(1))).toBe('0')
  expect(source.freshness(bound(1), reading(4, 1714))).toBe('bad')
  expect(showingErrors(values, { errorValShow: 'custom', errorDefaultVal: '' }).standIn?.(bound(1))).toBeNull()
})

it('the last good value of the same variable replaces a bad one', () => {
  const source = showingErrors(values, { errorValShow: 'last', errorDefaultVal: '0' })
  expect(source.standIn?.(bound(1))).toBeNull()
  source.freshness(bound(1), reading(4.5))
  source.freshness(bound(2), reading(7))
  source.freshness(bound(1), reading(9, 1714))
  expect(source.standIn?.(bound(1))).toBe(4.5)
  expect(source.standIn?.(bound(2))).toBe(7)
})

it('each intermediate variable has its own last value', () => {
  const source = showingErrors(values, { errorValShow: 'last', errorDefaultVal: '0' })
  const calculated = (mvarId: number): Bound => ({ kind: 'mvar', binding: { type: 'mvar', mvarId }, fields: {} })
  source.freshness(calculated(1), reading(4.5))
  source.freshness(calculated(2), reading(7))
  expect([source.standIn?.(calculated(1)), source.standIn?.(calculated(3))]).toEqual([4.5, null])
})
