import { expect, test } from 'vitest'
import { mostUrgentFirst, nextOf, silencePauseMs } from './urgency.ts'

const item = (name: string, dueAt: number, periodMs: number) => ({ name, dueAt, periodMs })
const dueAt = ({ dueAt }: { dueAt: number }) => dueAt

test.each([
  ['nothing', [], undefined],
  ['the one that becomes ready first, if none is', [item('late', 300, 10), item('early', 200, 1000)], 'early'],
  ['the ready one, not a frequent one that is not', [item('fast', 101, 1), item('slow', 100, 60_000)], 'slow'],
  ['of ready ones the one whose period ends first', [item('slow', 10, 60_000), item('fast', 90, 100)], 'fast'],
  ['of ready ones the longest overdue, with equal periods', [item('b', 60, 100), item('a', 50, 100)], 'a'],
])('next: %s', (_, items, expected) => {
  expect(nextOf(items, dueAt, 100)?.name).toBe(expected)
})

test('ready items come in the order in which their periods end', () => {
  const items = [item('slow', 10, 60_000), item('later', 101, 1), item('fast', 90, 100), item('first', 0, 100)]
  expect(mostUrgentFirst(items, dueAt, 100).map(({ name }) => name)).toEqual(['first', 'fast', 'slow'])
})

test.each([
  // silences, silent units, pause with the largest jitter
  [1, 1, 0],
  [2, 1, 100],
  [3, 1, 200],
  [20, 1, 2000],
  [20, 2, 4000],
  [20, 9, 10_000],
])('after %i silences, with %i silent devices, the pause is at most %i ms', (silences, silentUnits, expected) => {
  const pace = { backOffMs: 100, backOffMaxMs: 2000, refusedRetryMs: 0 }
  expect(silencePauseMs({ silences, silentUnits, timeoutMs: 1000 }, pace, () => 1)).toBe(expected)
})
