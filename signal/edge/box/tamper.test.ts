// The time without the platform after which the tamper-proof function stops its answers, by a fake clock.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Own } from './own.ts'
import type { BoxDeps } from './part.ts'
import { createTamperGuard } from './tamper.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const second = 1000
const cutAt = 10 * second
const tamper = { formula: 'X+1', readId: 1, writeId: 2, everyS: 1, offlineMin: 1, hash: '0'.repeat(64) }

/** A guard whose platform answers until `cutAt`; the cut is noticed `noticedS` later. */
function stage({
  noticedS,
  heardAt = cutAt,
  offlineMs = 0,
}: {
  noticedS: number
  heardAt?: number
  offlineMs?: number
}) {
  let own: Own = { mqtt: null, tamper, mappings: [], offlineMs, traffic: null }
  const writes: number[] = []
  const deps: BoxDeps = {
    own: {
      get: () => own,
      async change(part) {
        own = { ...own, ...part }
      },
    },
    values: { get: () => ({ value: 1, code: 200, at: 0 }), listen: () => () => undefined },
    now: Date.now,
    instant: () => Date.now(),
    isOnline: () => heardAt >= 0 && Date.now() < cutAt + noticedS * second,
    heardAt: () => (heardAt < 0 ? undefined : Math.min(Date.now(), heardAt)),
    isPaused: () => false,
    write: async () => {
      writes.push(Date.now())
      return { status: 'success', code: 200 }
    },
    changed: () => undefined,
    log: (message) => expect.unreachable(message),
    secondMs: second,
  }
  const guard = createTamperGuard(deps)
  guard.start()
  return { guard, writes, own: () => own }
}

it.each([0, 5, 22, 45])(
  'ends a minute after the platform last answered, if the cut is noticed after %i s',
  async (noticedS) => {
    const { guard, writes } = stage({ noticedS })
    await vi.advanceTimersByTimeAsync(300 * second)
    guard.stop()
    expect(writes.at(-1)).toBe(cutAt + 59 * second)
    expect(guard.told()?.state).toBe('stopped')
  },
)

it('ends as soon as the cut is noticed, if that takes more than the minute', async () => {
  const { guard, writes } = stage({ noticedS: 82 })
  await vi.advanceTimersByTimeAsync(300 * second)
  guard.stop()
  expect(writes.at(-1)).toBe(cutAt + 81 * second)
})

it('without an answer since its start counts on from the time offline before', async () => {
  const { guard, writes } = stage({ noticedS: 0, heardAt: -1, offlineMs: 40 * second })
  await vi.advanceTimersByTimeAsync(300 * second)
  guard.stop()
  expect(writes.at(-1)).toBe(19 * second)
})
