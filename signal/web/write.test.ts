import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type WriteNeeds, type WriteOutcome, writeSignal } from './write.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const waiting = { status: 'waiting', code: 0, msg: '', value: null } as const
const success = { status: 'success', code: 200, msg: '', value: 1480 } as const
const refused = (code: number) => Object.assign(new Error(`refused ${code}`), { code })

function stage(change: Partial<WriteNeeds> = {}) {
  const sent: string[] = []
  const asked: number[] = []
  const needs: WriteNeeds = {
    send: async (uuid) => {
      sent.push(uuid)
      return { online: true, uuid }
    },
    callback: async () => success,
    isLinkFault: (error) => error instanceof Error && error.message === 'link',
    newUuid: () => 'one',
    ...change,
  }
  const { callback } = needs
  needs.callback = (uuid) => {
    asked.push(Date.now())
    return callback(uuid)
  }
  let result: WriteOutcome | undefined
  const done = writeSignal(needs).then((outcome) => {
    result = outcome
  })
  return { sent, asked, done, result: () => result }
}

const run = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('is sent once, with a uuid generated here, and returns the value read back', async () => {
  const { sent, result } = stage()
  await run(500)
  expect(sent).toEqual(['one'])
  expect(result()).toEqual({ status: 'success', code: 200, msg: '', value: 1480 })
})

test('is polled at growing intervals, for at most 60 s', async () => {
  const { asked, result } = stage({ callback: async () => waiting })
  await run(59_999)
  expect(asked).toEqual([500, 1_500, 3_500, 8_500, 18_500, 48_500])
  expect(result()).toBeUndefined()
  await run(1)
  expect(asked.at(-1)).toBe(60_000)
  expect(result()).toMatchObject({ status: 'timeout', code: 1301 })
})

describe('outcomes of the platform', () => {
  test.each(['failure', 'exception', 'timeout', 'cancelled'] as const)('%s is the outcome', async (status) => {
    const { result } = stage({ callback: async () => ({ status, code: 1714, msg: 'text', value: null }) })
    await run(500)
    expect(result()).toEqual({ status, code: 1714, msg: 'text', value: null })
  })

  test('a refused write is a failure with its code, and is not polled', async () => {
    const { asked, result } = stage({ send: () => Promise.reject(refused(1304)) })
    await run(100)
    expect(result()).toEqual({ status: 'failure', code: 1304, msg: 'refused 1304', value: null })
    expect(asked).toEqual([])
  })

  test('an offline gateway is a failure', async () => {
    const { result } = stage({ send: async (uuid) => ({ online: false, uuid }) })
    await run(0)
    expect(result()).toMatchObject({ status: 'failure', code: 1304 })
  })

  test('a refused query is a failure', async () => {
    const { result } = stage({ callback: () => Promise.reject(refused(10002)) })
    await run(500)
    expect(result()).toMatchObject({ status: 'failure', code: 10002 })
  })
})

describe('with connection faults', () => {
  test('a lost answer to the write causes no second write: its uuid is polled', async () => {
    const send = vi.fn(() => Promise.reject(new Error('link')))
    const { asked, result } = stage({ send })
    await run(500)
    expect(send).toHaveBeenCalledTimes(1)
    expect(asked).toEqual([500])
    expect(result()).toMatchObject({ status: 'success' })
  })

  test('a lost query is repeated', async () => {
    const callback = vi.fn().mockRejectedValueOnce(new Error('link')).mockResolvedValue(success)
    const { result } = stage({ callback })
    await run(1_500)
    expect(result()).toMatchObject({ status: 'success' })
  })
})

test('aborting the wait returns "cancelled" immediately and leaves no timer', async () => {
  const leave = new AbortController()
  const { result } = stage({ callback: async () => waiting, signal: leave.signal })
  await run(700)
  leave.abort()
  await run(0)
  expect(result()).toMatchObject({ status: 'cancelled' })
  expect(vi.getTimerCount()).toBe(0)
})

test('a programming error is thrown, not turned into an outcome', async () => {
  const { done } = stage({ send: () => Promise.reject(new TypeError('bug')) })
  await expect(done).rejects.toThrow('bug')
})
