import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { online, run, stage } from './fake-monitoring.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

test('the gateway of a project is refreshed within the hour, in economy mode only for an active user', async () => {
  const hour = async (change: Parameters<typeof stage>[0]) => {
    const { times, monitoring } = stage(change)
    await run(3_569_999)
    const before = [times('gateway'), times('open')] as const
    await run(1)
    monitoring.close()
    return [times('gateway') - before[0], times('open') - before[1]]
  }
  const moving = { activity: { idleMs: () => 0, stop: () => undefined } }
  expect(await hour(moving)).toEqual([0, 0])
  expect(await hour({ ...moving, refreshMs: limits.projectRefreshMs })).toEqual([1, 1])
  const still = { activity: { idleMs: () => 200_000, stop: () => undefined } }
  const economy = async () => ({ ...online, economizeOpen: true })
  expect(await hour({ ...still, gatewayInfo: economy, refreshMs: limits.projectRefreshMs })).toEqual([0, 0])
})
