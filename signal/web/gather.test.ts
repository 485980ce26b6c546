import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherer, spaceOut } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls of one turn form one request, and those of another turn another', async () => {
  const asked: (readonly number[])[] = []
  const of = gatherer(async (keys: readonly number[]) => {
    asked.push(keys)
    return new Map(keys.filter((key) => key !== 3).map((key) => [key, `v${key}`]))
  })
  const first = Promise.all([of(1), of(2), of(1), of(3)])
  await vi.runAllTimersAsync()
  expect(await first).toEqual(['v1', 'v2', 'v1', undefined])
  const second = of(2)
  await vi.runAllTimersAsync()
  expect(await second).toBe('v2')
  expect(asked).toEqual([[1, 2, 3], [2]])
})

test('a failed request fails for all its callers, and the next call repeats it', async () => {
  let isDown = true
  const of = gatherer(async (keys: readonly number[]) => {
    if (isDown) throw new Error('down')
    return new Map(keys.map((key) => [key, key]))
  })
  const results = Promise.allSettled([of(1), of(2)])
  await vi.runAllTimersAsync()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  const again = of(1)
  await vi.runAllTimersAsync()
  expect(await again).toBe(1)
})

test('acts are started at the minimum interval, also after one that failed', async () => {
  const begun: number[] = []
  const inTurn = spaceOut(100)
  const start = performance.now()
  const act = (fails: boolean) =>
    inTurn(async () => {
      begun.push(performance.now() - start)
      if (fails) throw new Error('refused')
    }).catch(() => undefined)
  const all = Promise.all([act(false), act(true), act(false)])
  await vi.runAllTimersAsync()
  await all
  await vi.advanceTimersByTimeAsync(1000)
  await act(false)
  expect(begun.slice(0, 3)).toEqual([0, 100, 200])
  expect(begun[3]).toBeGreaterThanOrEqual(1200)
})
