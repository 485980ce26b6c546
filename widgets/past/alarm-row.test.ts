import { beforeAll, describe, expect, test } from 'vitest'
import { setLanguage } from '../../ui/language.ts'
import type { AlarmLine } from '../services.ts'
import { asOf, newestFirst, raisedBy } from './alarm-row.ts'

beforeAll(() => setLanguage('en'))

const line = (change: Partial<AlarmLine> = {}): AlarmLine => ({
  ...{ id: 1, equipmentId: 2, equipmentName: 'Intake', name: 'High', content: 'High level', kind: 'limit' },
  ...{ level: 'severe', value: 4.816, unit: 'm', decimals: 2, raisedAt: 100, clearedAt: 300 },
  ...{ acknowledgedAt: 200, acknowledgedName: 'Wang Fang', state: 'cleared', isHeard: false },
  ...change,
})

describe('at a moment of the past', () => {
  test('an alarm that was cleared and acknowledged later is still active and unacknowledged', () => {
    expect(asOf(line(), 150)).toMatchObject({
      state: 'active',
      clearedAt: null,
      acknowledgedAt: null,
      acknowledgedName: null,
    })
  })

  test('earlier events are unchanged', () => {
    expect(asOf(line(), 250)).toMatchObject({ state: 'active', acknowledgedAt: 200, acknowledgedName: 'Wang Fang' })
    expect(asOf(line(), 300)).toEqual(line())
  })

  test('now, the alarm is unchanged', () => expect(asOf(line(), null)).toEqual(line()))
})

test('the value has its unit and decimals', () => {
  expect(raisedBy(line())).toBe('4.82 m')
  expect(raisedBy(line({ value: null }))).toBe('—')
  expect(raisedBy(line({ value: true, unit: null }))).toBe('On')
})

test('the newest alarm is first', () => {
  const of = [line({ id: 1, raisedAt: 5 }), line({ id: 3, raisedAt: 9 }), line({ id: 2, raisedAt: 9 })]
  expect(of.sort(newestFirst).map(({ id }) => id)).toEqual([3, 2, 1])
})
