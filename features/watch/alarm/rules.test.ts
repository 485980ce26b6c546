import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import {
  type AlarmAct,
  type AlarmFacts,
  after,
  isOpen,
  isResolved,
  median,
  mustSpan,
  raised,
  stateOf,
} from './rules.ts'

const acts: AlarmAct[] = ['cleared', 'acknowledged', 'reset']
const reach = (isLatched: boolean, path: AlarmAct[]) =>
  path.reduce((alarm, act, index) => after(alarm, act, 100 + index), raised(isLatched))
const told = (alarm: AlarmFacts) =>
  `${stateOf(alarm)} ${isResolved(alarm) ? 'acked' : 'unack'} ${isOpen(alarm) ? 'open' : 'over'}`

describe('every state and act', () => {
  test.each([
    // A rule without latching.
    [false, [], 'active unack open'],
    [false, ['acknowledged'], 'active acked open'],
    [false, ['cleared'], 'cleared unack open'],
    [false, ['reset'], 'active unack open'],
    [false, ['acknowledged', 'cleared'], 'cleared acked over'],
    [false, ['cleared', 'acknowledged'], 'cleared acked over'],
    [false, ['cleared', 'reset'], 'cleared unack open'],
    [false, ['acknowledged', 'reset'], 'active acked open'],
    // A rule with latching.
    [true, [], 'active unack open'],
    [true, ['acknowledged'], 'active acked open'],
    [true, ['cleared'], 'latched unack open'],
    [true, ['reset'], 'active unack open'],
    [true, ['cleared', 'acknowledged'], 'latched acked open'],
    [true, ['acknowledged', 'cleared'], 'latched acked open'],
    [true, ['cleared', 'reset'], 'cleared acked over'],
    [true, ['cleared', 'acknowledged', 'reset'], 'cleared acked over'],
    [true, ['acknowledged', 'cleared', 'reset'], 'cleared acked over'],
    [true, ['reset', 'cleared'], 'latched unack open'],
  ] as [boolean, AlarmAct[], string][])('latched %s after %j: %s', (isLatched, path, state) => {
    expect(told(reach(isLatched, path))).toBe(state)
  })
})

test('a closed alarm stays closed, and no act applies twice', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(fc.constantFrom(...acts), { maxLength: 12 }), (isLatched, path) => {
      let alarm = raised(isLatched)
      for (const [index, act] of path.entries()) {
        const next = after(alarm, act, 100 + index)
        if (!isOpen(alarm)) expect(next).toBe(alarm)
        for (const key of ['clearedAt', 'acknowledgedAt', 'resetAt'] as const)
          if (alarm[key] !== null) expect(next[key]).toBe(alarm[key])
        alarm = next
      }
    }),
  )
})

test.each([
  [[], null],
  [[5], 5],
  [[9, 1, 5], 5],
  [[1, 9, 5, 3], 4],
])('the middle of %j is %s', (values, middle) => expect(median(values)).toBe(middle))

const month = limits.querySpanDays * 24 * 3_600_000
const now = 2 * month

test.each([
  [{ from: 0, to: month }, undefined],
  [{ from: 0, to: month + 1 }, 'spanTooLong'],
  [{ from: now - month }, undefined],
  [{ from: now - month - 1 }, 'spanTooLong'],
  [{ from: now - month - 1, to: null }, 'spanTooLong'],
  [{ from: now + 1 }, undefined],
  [{ from: 2, to: 1 }, 'endBeforeStart'],
  [{ to: 0 }, undefined],
  [{}, undefined],
] as const)('a range of at most 30 days is valid, up to its end or to now: %j', (span, fault) => {
  const check = () => mustSpan(span, now)
  fault ? expect(check).toThrow(fault) : expect(check).not.toThrow()
})
