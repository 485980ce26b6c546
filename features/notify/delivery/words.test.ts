import { beforeAll, describe, expect, test } from 'vitest'
import { setLanguage } from '../../../ui/language.ts'
import { type Delivery, deliveryReasons } from './contract.ts'
import { deliveryText } from './text.ts'
import { outcomeWords, toldLines } from './words.ts'

beforeAll(() => setLanguage('en'))

const of = (more: Partial<Delivery>) =>
  ({ method: 'sms', state: 'sent', reason: null, tries: 1, dueAt: null, readAt: null, ...more }) as Delivery
const clock = (at: number) => `at ${at}`

test.each<[Partial<Delivery>, string]>([
  [{}, 'sent'],
  [{ method: 'push' }, 'sent, not opened'],
  [{ method: 'push', readAt: 7 }, 'sent, opened at 7'],
  [{ state: 'sending' }, 'being sent'],
  [{ state: 'waiting', reason: 'retry', tries: 2, dueAt: 9 }, 'waits: try 2 failed, next at 9'],
  [{ state: 'waiting', reason: 'hours', dueAt: 9 }, 'waits: for the hours of the person, at 9'],
  [{ state: 'failed', reason: 'notTaken', tries: 8 }, 'failed: not accepted in 8 tries'],
  [{ state: 'dropped', reason: 'acknowledged' }, 'not sent: the alarm was acknowledged before'],
])('%j', (more, expected) => expect(outcomeWords(deliveryText.in('en'), of(more), clock)).toBe(expected))

describe.each(['en', 'zh-cn'] as const)('in %s', (language) => {
  test.each(deliveryReasons)('%s leaves no placeholder', (reason) => {
    const words = outcomeWords(deliveryText.in(language), of({ state: 'dropped', reason, dueAt: 5 }), clock)
    expect(words).not.toMatch(/[{}]/)
  })
})

test('recipients with the same channel and outcome share a line', () => {
  const told = [
    of({ id: 4, accountName: 'Li', createdAt: 1, method: 'push' }),
    of({ id: 3, accountName: 'Chen', createdAt: 1, method: 'push' }),
    of({ id: 2, accountName: 'Zhang', createdAt: 1, method: 'push', readAt: 9 }),
    of({ id: 1, accountName: 'Li', createdAt: 1 }),
  ]
  const named = (name: string) => (name === 'Chen' ? '陈' : name)
  expect(toldLines(deliveryText.in('en'), told, clock, named).map(({ words }) => words)).toEqual([
    'Li, 陈, push: sent, not opened',
    'Zhang, push: sent, opened at 9',
    'Li, SMS: sent',
  ])
})
