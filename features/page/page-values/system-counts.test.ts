import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { createLiveSource } from '../../../signal/web/values.ts'
import { askedFor, pollCounts, systemCell, systemKeys } from './system-counts.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const still = { next: () => () => undefined, painted: () => undefined, visible: () => true }

/** A page with counts of these keys; `ask` replaces the platform. */
function page(keys: string, ask: (key: string) => Promise<number>) {
  const source = createLiveSource({ frames: still })
  const cells = systemKeys.map((key) => source.subscribe(systemCell(key)!))
  const end = pollCounts(4, keys, source, ask)
  return { end, values: () => cells.map((cell) => cell.read().value) }
}
const turns = async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms))

test.each([
  ['equipCount', { kind: 'equip' }],
  ['onlineCount', { kind: 'equip', online: true }],
  ['offlineCount', { kind: 'equip', online: false }],
  ['alarmEquipCount', { kind: 'equip', alarm: true }],
  ['alarmCount', { kind: 'alarm' }],
] as const)('%s asks for %j', (key, asked) => expect(askedFor(key)).toEqual(asked))

test('the counts on the page are requested, and again each minute', async () => {
  let count = 6
  const ask = vi.fn(async (key: string) => (key === 'alarmCount' ? 2 : count))
  const { values, end } = page('onlineCount,alarmCount', ask)
  await turns(0)
  expect(values()).toEqual([null, 6, null, null, 2])
  count = 5
  await turns(59_000)
  expect(values()[1]).toBe(6)
  await turns(1000)
  expect(values()[1]).toBe(5)
  end()
  await turns(600_000)
  expect(ask).toHaveBeenCalledTimes(4)
})

test('a refused count has no value, does not affect the others, and is requested again', async () => {
  let isDown = true
  const { values, end } = page('equipCount,alarmCount', async (key) => {
    if (key === 'alarmCount' && isDown) throw new Error('no permission')
    return 3
  })
  await turns(0)
  expect(values()).toEqual([3, null, null, null, null])
  isDown = false
  await turns(10_000)
  expect(values()[4]).toBe(3)
  end()
})

test('a count that the viewer may not see is marked so, and asked for once a minute', async () => {
  const ask = vi.fn(async (key: string) => {
    if (key === 'alarmCount') throw new ApiError(errorCode('noPermission'), 'no permission')
    return 3
  })
  const { values, end } = page('equipCount,alarmCount', ask)
  await turns(59_000)
  expect(values()).toEqual([3, null, null, null, null])
  expect(ask).toHaveBeenCalledTimes(2)
  await turns(1000)
  expect(ask).toHaveBeenCalledTimes(4)
  end()
})

test('an unknown key has no cell and is not requested', async () => {
  const ask = vi.fn(async () => 1)
  const { end } = page('time,__proto__', ask)
  await turns(120_000)
  expect([systemCell('time'), systemCell('__proto__'), systemCell(undefined), ask.mock.calls.length]).toEqual([
    undefined,
    undefined,
    undefined,
    0,
  ])
  end()
})
