import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAsking } from './asking.ts'

beforeEach(() => void vi.useFakeTimers({ now: 100_000 }))
afterEach(() => void vi.useRealTimers())

/** A query that the test answers by hand. */
function stage(everyMs?: number) {
  const asked: { end: () => void; fail: () => void; ending: AbortSignal }[] = []
  const ask = (ending: AbortSignal) =>
    new Promise<undefined>((end, fail) =>
      asked.push({ end: () => end(undefined), fail: () => fail(new Error('away')), ending }),
    )
  return { asked, asking: keepAsking({ ask, everyMs }) }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a query repeats at its interval, counted from the last answer, until it is stopped', async () => {
  const { asked, asking } = stage(30_000)
  asked[0]!.end()
  await pass(29_999)
  expect(asked).toHaveLength(1)
  await pass(1)
  expect(asked).toHaveLength(2)
  asking.stop()
  expect(asked[1]!.ending.aborted).toBe(true)
  asked[1]!.end()
  await pass(60_000)
  expect(asked).toHaveLength(2)
})

test('a change during a query repeats it after the answer, which may be older than the change', async () => {
  const { asked, asking } = stage(30_000)
  asking.renew()
  await pass(200)
  expect(asked).toHaveLength(1)
  asked[0]!.end()
  await pass(800)
  expect(asked).toHaveLength(2)
  asked[1]!.end()
  await pass(29_999)
  expect(asked).toHaveLength(2)
})

test('a change after an answer repeats the query immediately, a storm of changes once a second', async () => {
  const { asked, asking } = stage(30_000)
  asked[0]!.end()
  await pass(5_000)
  asking.renew()
  await pass(0)
  expect(asked).toHaveLength(2)
  for (let i = 0; i < 100; i += 1) {
    asking.renew()
    asked.at(-1)!.end()
    await pass(50)
  }
  expect(asked.length).toBeLessThanOrEqual(2 + 6)
})

test('a failed query is repeated after ten seconds, or at its interval if that is shorter', async () => {
  for (const [everyMs, waitMs] of [
    [30_000, 10_000],
    [5_000, 5_000],
    [undefined, 10_000],
  ] as const) {
    const { asked, asking } = stage(everyMs)
    asked[0]!.fail()
    await pass(waitMs - 1)
    expect(asked).toHaveLength(1)
    await pass(1)
    expect(asked).toHaveLength(2)
    asking.stop()
  }
})

test('a manual repeat drops the query under way', async () => {
  const { asked, asking } = stage()
  asking.again()
  expect([asked.length, asked[0]!.ending.aborted]).toEqual([2, true])
  asked[0]!.end()
  asked[1]!.end()
  await pass(60_000)
  expect(asked).toHaveLength(2)
})

test('a final answer is only queried again by a manual repeat', async () => {
  const ask = vi.fn(() => Promise.resolve('final' as const))
  const asking = keepAsking({ ask, everyMs: 30_000 })
  await pass(120_000)
  expect(ask).toHaveBeenCalledTimes(1)
  asking.again()
  await pass(0)
  expect(ask).toHaveBeenCalledTimes(2)
})
