import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BoundConfig, GatewayRule } from '../../../contract/gateway-config.ts'
import { createValues, type Values } from '../values.ts'
import { Judging, type SavedAlarms } from './judging.ts'

const level = 11
const above = (limit: number, more: Partial<GatewayRule> = {}): GatewayRule => ({
  id: 7,
  raise: `\${1.${level}} > ${limit}`,
  ...more,
})
const bound = (alarms: GatewayRule[], bindingId = 2): BoundConfig => ({
  equipmentId: 1,
  bindingId,
  hash: 'a'.repeat(64),
  config: { zone: 'UTC', drivers: [], alarms },
})

let values: Values
let judging: Judging
let told: string[]
let saved: SavedAlarms
let drawn: number

function start(): void {
  judging = new Judging({
    values,
    clock: { now: () => Date.now() },
    draw: () => String(++drawn),
    sink: (events, standing) => {
      for (const { kind, alarm, at } of events) told.push(`${at / 1000} ${kind} ${alarm}`)
      saved = standing
    },
    log: (line) => told.push(line),
  })
}
/** Reads a value at this second; null: a fault. */
async function read(s: number, value: number | null): Promise<void> {
  await vi.advanceTimersByTimeAsync(s * 1000 - Date.now())
  if (value === null) values.fault(level, 1714, Date.now())
  else values.put(level, value, Date.now())
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  values = createValues()
  told = []
  saved = []
  drawn = 0
  start()
})
afterEach(() => {
  judging.stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

describe('on a gateway', () => {
  test('readings raise and clear an alarm, and active alarms are saved', async () => {
    judging.apply(bound([above(4)]))
    await read(1, 5)
    expect(told).toEqual(['1 raised 1'])
    expect(saved).toMatchObject([{ ruleId: 7, alarm: '1' }])
    await read(2, 5)
    await read(3, null)
    await read(4, 3)
    expect(told).toEqual(['1 raised 1', '4 cleared 1'])
    expect(saved).toEqual([])
  })

  test('an alarm raised by the platform continues under its id; one of a rule that runs here does not', async () => {
    judging.apply(bound([above(4)]), [{ ruleId: 7, alarm: 'p' }])
    expect(saved).toMatchObject([{ ruleId: 7, alarm: 'p' }])
    await read(1, 5)
    await read(2, 3)
    expect(told).toEqual(['2 cleared p'])
    judging.apply(bound([above(2)]), [{ ruleId: 7, alarm: 'q' }])
    await read(3, 1)
    expect(told).toEqual(['2 cleared p', '2 raised 1', '3 cleared 1'])
  })

  test('a delay ends by the clock, without a reading', async () => {
    judging.apply(bound([above(4, { onMs: 10_000 })]))
    await read(1, 5)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(told).toEqual(['11 raised 1'])
  })

  test('an alarm that was active before a restart keeps its id', async () => {
    judging.apply(bound([above(4)]))
    await read(1, 5)
    const before = saved
    judging.stop()
    start()
    judging.restore(before)
    judging.apply(bound([above(4)]))
    await read(2, 6)
    await read(3, 1)
    expect(told).toEqual(['1 raised 1', '3 cleared 1'])
  })

  test('an alarm of another rule or binding from before a restart is dropped', async () => {
    judging.apply(bound([above(4)]))
    await read(1, 5)
    const before = saved
    for (const next of [bound([above(4.5)]), bound([above(4)], 3)]) {
      judging.stop()
      start()
      judging.restore(before)
      judging.apply(next)
      expect(judging.activeAlarms().map(({ alarm }) => alarm)).not.toContain('1')
    }
  })

  test('a removed or changed rule ends its alarm; an unchanged one continues', async () => {
    judging.apply(bound([above(4), { ...above(4), id: 8 }]))
    await read(1, 5)
    told = []
    judging.apply(bound([above(4), { ...above(4.5), id: 8 }]))
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual(['1 cleared 2', '1 raised 3'])
    told = []
    judging.apply(undefined)
    expect(told).toEqual(['1 cleared 1', '1 cleared 3'])
  })

  test('nothing is evaluated during sleep, and earlier readings do not count afterwards', async () => {
    judging.apply(bound([above(4, { onMs: 5000 })]))
    await read(1, 5)
    judging.pause()
    await vi.advanceTimersByTimeAsync(60_000)
    judging.resume()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual([])
    await read(200, 5)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(told).toEqual(['205 raised 1'])
  })

  test('variables of one block are evaluated together', async () => {
    judging.apply(bound([{ id: 7, raise: `\${1.${level}} > 4 && \${1.12} < 1` }]))
    values.put(level, 5, 0)
    values.put(12, 3, 0)
    await vi.advanceTimersByTimeAsync(0)
    values.put(12, 0, 0)
    values.put(level, 1, 0)
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual([])
  })
})
