import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GatewayWrites } from '../../contract/gateway-writes.ts'
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'
import { createWriteSums } from './write-sums.ts'

const [minute, hour] = [60_000, 3_600_000]
beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

function stage() {
  const sent: Omit<Up['writes'], 'session'>[] = []
  const state = { arrives: true, bindingId: 7 as number | undefined }
  const sums = createWriteSums({
    instant: Date.now,
    bound: () => (state.bindingId === undefined ? undefined : { equipmentId: 3, bindingId: state.bindingId }),
    send: async (writes) => {
      sent.push(writes)
      return state.arrives
    },
  })
  const script = (value: number, status: 'success' | 'failure' = 'success', id = 5) =>
    void sums.noted(
      { by: 'script', id },
      11,
      value,
      Promise.resolve({ status, code: status === 'success' ? 200 : 2001 }),
    )
  return { sums, sent, state, script }
}
const told = (sent: Omit<Up['writes'], 'session'>[]) =>
  sent.map(({ seq, writes }) => [
    seq,
    ...writes.map(({ id, isFirst, count, failed, value }) => [id, isFirst, count, failed, value]),
  ])

test('the first write is sent soon, then sums, and nothing without writes', async () => {
  const { sums, sent, script } = stage()
  script(1)
  await vi.advanceTimersByTimeAsync(1000)
  for (const value of [2, 3, 4]) script(value)
  expect(told(sent)).toEqual([[1, [5, true, 1, 0, 1]]])
  await vi.advanceTimersByTimeAsync(hour + minute)
  expect(told(sent)).toEqual([
    [1, [5, true, 1, 0, 1]],
    [2, [5, false, 3, 0, 4]],
  ])
  await vi.advanceTimersByTimeAsync(2 * hour)
  expect(sent).toHaveLength(2)
  for (const message of sent)
    expect(GatewayWrites.safeParse({ session: 'a'.repeat(16), ...message }).success).toBe(true)
  sums.stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a failed write is sent within a minute, and so is the next success', async () => {
  const { sent, script } = stage()
  script(1)
  await vi.advanceTimersByTimeAsync(1000)
  for (const value of [2, 3]) script(value, 'failure')
  await vi.advanceTimersByTimeAsync(minute)
  script(4, 'failure')
  await vi.advanceTimersByTimeAsync(5 * minute)
  script(5)
  await vi.advanceTimersByTimeAsync(minute)
  expect(told(sent)).toEqual([
    [1, [5, true, 1, 0, 1]],
    [2, [5, false, 2, 2, 3]],
    [3, [5, false, 2, 1, 5]],
  ])
})

test('a report that did not arrive is sent again under its number, newer writes under the next', async () => {
  const { sent, state, script } = stage()
  state.arrives = false
  script(1)
  await vi.advanceTimersByTimeAsync(1000)
  script(2)
  state.arrives = true
  await vi.advanceTimersByTimeAsync(hour + 2 * minute)
  expect(told(sent)).toEqual([
    [1, [5, true, 1, 0, 1]],
    [1, [5, true, 1, 0, 1]],
    [2, [5, false, 1, 0, 2]],
  ])
})

test('writes of an ended binding are not sent under the next one', async () => {
  const { sent, state, script } = stage()
  script(1)
  await vi.advanceTimersByTimeAsync(0)
  script(1)
  // The write ends after the next binding has started.
  state.bindingId = 8
  await vi.advanceTimersByTimeAsync(minute)
  expect(sent).toEqual([])
  script(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toMatchObject([{ bindingId: 8, writes: [{ isFirst: true, value: 2 }] }])
  state.bindingId = undefined
  script(3)
  await vi.advanceTimersByTimeAsync(minute)
  expect(sent).toHaveLength(1)
})

test('the number of writers is bounded', async () => {
  const { sent, script } = stage()
  for (let id = 1; id <= limits.writersTold + 50; id += 1) script(1, 'success', id)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent.map(({ writes }) => writes.length)).toEqual([limits.writersTold])
})
