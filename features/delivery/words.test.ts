import { describe, expect, test } from 'vitest'
import { type Delivery, deliveryReasons } from './contract.ts'
import { deliveryText } from './text.ts'
import { outcomeWords } from './words.ts'

const of = (more: Partial<Delivery>) =>
  ({ method: 'sms', state: 'sent', reason: null, tries: 1, dueAt: null, readAt: null, ...more }) as Delivery
const clock = (at: number) => `at ${at}`

test.each<[Partial<Delivery>, string]>([
  [{}, 'Sent'],
  [{ method: 'push' }, 'Sent, not opened'],
  [{ method: 'push', readAt: 7 }, 'Sent, opened at 7'],
  [{ state: 'sending' }, 'Being sent'],
  [{ state: 'waiting', reason: 'retry', tries: 2, dueAt: 9 }, 'Waits: try 2 failed, next at 9'],
  [{ state: 'waiting', reason: 'hours', dueAt: 9 }, 'Waits: for the hours of the person, at 9'],
  [{ state: 'failed', reason: 'notTaken', tries: 8 }, 'Failed: not taken in 8 tries'],
  [{ state: 'dropped', reason: 'acknowledged' }, 'Not sent: the alarm was acknowledged before'],
])('%j', (more, expected) => expect(outcomeWords(deliveryText.in('en'), of(more), clock)).toBe(expected))

describe.each(['en', 'zh-cn'] as const)('in %s', (language) => {
  test.each(deliveryReasons)('%s leaves no mark unfilled', (reason) => {
    const words = outcomeWords(deliveryText.in(language), of({ state: 'dropped', reason, dueAt: 5 }), clock)
    expect(words).not.toMatch(/[{}]/)
  })
})
