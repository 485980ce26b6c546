import { describe, expect, test } from 'vitest'
import type { BoxTold } from '../../../contract/box.ts'
import { isHolding, nextOf, roomFor, runAfter, type Seen, type UpgradeProgress } from './rules.ts'

const idle: BoxTold['firmware'] = { version: '1', phase: 'idle', target: null, loaded: 0, bytes: 0, failed: null }
const ordered: UpgradeProgress = { state: 'ordered', version: '2', loaded: 0, orderedAt: 100, changedAt: 100 }
const seen: Seen = { isOnline: true, firmware: idle, toldAt: 150, command: { status: 'success', code: 200 }, now: 200 }
const loading = { ...idle, phase: 'loading', target: '2', loaded: 5, bytes: 9 } as const
const failed = { ...idle, failed: { version: '2', reason: 'it ended with 1', at: 1 } }

describe('an upgrade', () => {
  test.each<[string, Partial<UpgradeProgress>, Partial<Seen>, object | undefined]>([
    ['is as it was without news', {}, {}, undefined],
    ['loads', {}, { firmware: loading }, { state: 'loading', loaded: 5 }],
    ['gets on', { state: 'loading', loaded: 3 }, { firmware: loading }, { state: 'loading', loaded: 5 }],
    ['does not get on', { state: 'loading', loaded: 5 }, { firmware: loading }, undefined],
    ['that loads another is not meant', {}, { firmware: { ...loading, target: '3' } }, undefined],
    ['is on trial', { state: 'loading' }, { firmware: { ...idle, phase: 'trial' } }, { state: 'trial' }],
    [
      'is done when the gateway runs it',
      { state: 'trial' },
      { firmware: { ...idle, version: '2' } },
      { state: 'done' },
    ],
    [
      'has failed',
      { state: 'trial' },
      { firmware: failed },
      { state: 'failed', code: 1310, reason: 'it ended with 1' },
    ],
    ['has not failed by an earlier word', {}, { firmware: failed, toldAt: 90 }, undefined],
    ['is not done by an earlier word', {}, { firmware: { ...idle, version: '2' }, toldAt: 90 }, undefined],
    [
      'is skipped where it is not needed',
      {},
      { command: { status: 'failure', code: 1316 } },
      { state: 'skipped', code: 1316 },
    ],
    ['is ordered again after a silence', {}, { command: { status: 'timeout', code: 1301 } }, { state: 'waiting' }],
    ['is ordered again after a sleep', {}, { command: { status: 'failure', code: 1337 } }, { state: 'waiting' }],
    ['is refused', {}, { command: { status: 'failure', code: 1311 } }, { state: 'failed', code: 1311 }],
    ['waits for its answer', {}, { command: { status: 'waiting', code: null } }, undefined],
    ['stalls', {}, { now: 1100 }, { state: 'failed', code: 1310, reason: 'no progress' }],
    ['is waited for while the gateway is away', {}, { now: 1100, isOnline: false }, undefined],
    [
      'has failed where the new version took the gateway away',
      { state: 'trial' },
      { now: 1100, isOnline: false },
      { state: 'failed', code: 1310, reason: 'it did not come back' },
    ],
    ['of a gateway that told nothing waits', {}, { firmware: null, toldAt: null }, undefined],
  ])('%s', (_, upgrade, told, next) => {
    expect(nextOf({ ...ordered, ...upgrade }, { ...seen, ...told }, 1000)).toEqual(next)
  })
})

test.each([
  [{ waiting: 3, active: 2, failed: 0 }, 'running'],
  [{ waiting: 3, active: 2, failed: 2 }, 'paused'],
  [{ waiting: 0, active: 2, failed: 2 }, 'running'],
  [{ waiting: 0, active: 0, failed: 2 }, 'done'],
] as const)('a run with %j is %s', (counts, state) => {
  expect(runAfter({ state: 'running', maxFailures: 2 }, counts)).toBe(state)
  expect(runAfter({ state: 'cancelled', maxFailures: 2 }, counts)).toBe('cancelled')
})

test.each([
  ['loading', true, 5000, true],
  ['loading', false, 10, true],
  ['loading', false, 5000, false],
  ['trial', false, 5000, true],
  ['waiting', true, 10, false],
  ['done', true, 10, false],
] as const)('the next waits for one that is %s (online: %s, for %s ms): %s', (state, isOnline, ms, holds) => {
  expect(isHolding({ state, changedAt: 0 }, { isOnline, now: ms }, 1000)).toBe(holds)
})

test('the number of orders is limited by the room', () => {
  expect([roomFor(5, 2), roomFor(5, 5), roomFor(5, 7)]).toEqual([3, 0, 0])
})
