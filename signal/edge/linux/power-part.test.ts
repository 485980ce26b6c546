// Low power together with the agent's own power handling, and a scripted rtcwake.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ScriptedRunner, scriptedRunner } from '../../../testkit/scripted-run.ts'
import type { HardwareEvent } from '../hardware.ts'
import type { LinuxPart } from './part.ts'
import { createPowerPart } from './power-part.ts'

let dataDir: string
let runner: ScriptedRunner
let part: LinuxPart
let events: HardwareEvent[]
let isBusy: boolean

async function open({ hasClock = true } = {}): Promise<void> {
  await part?.stop?.()
  events = []
  part = createPowerPart(
    {
      ...{ run: runner.run, dataDir, now: () => 0, log: () => undefined, emit: (event) => events.push(event) },
      system: { interfaces: () => ({}), read: () => undefined },
    },
    { hasClock: () => hasClock, isBusy: () => isBusy },
  )
  await part.look()
}
const order = (power: { isLowPower: boolean; reportEveryMin: number; sleepDelayS: number }) =>
  part.order({ act: 'power', power })
const on = { isLowPower: true, reportEveryMin: 5, sleepDelayS: 30 }
const kinds = () => events.map(({ kind }) => kind)
const rtcwake = () => runner.lines.filter((line) => line.startsWith('rtcwake -m'))
/** The agent has left the platform: the box may sleep. */
const leave = () => {
  const asleep = events.at(-1)!
  if (asleep.kind === 'sleep') asleep.onAsleep?.()
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'power-'))
  runner = scriptedRunner({ rtcwake: '' })
  isBusy = false
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  await part.stop?.()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  await rm(dataDir, { recursive: true })
})

describe('low power', () => {
  it('sleeps after its delay, once the agent has left, and continues when the clock wakes it', async () => {
    await open()
    expect(await order(on)).toMatchObject({ code: 200 })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(kinds()).toEqual(['change'])
    await vi.advanceTimersByTimeAsync(1)
    expect(events.at(-1)).toMatchObject({ kind: 'sleep', wakeAfterMs: 300_000 })
    expect(rtcwake()).toEqual([])
    leave()
    await vi.advanceTimersByTimeAsync(0)
    expect([rtcwake(), kinds()]).toEqual([['rtcwake -m mem -s 300'], ['change', 'sleep', 'powerOn']])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(kinds().at(-1)).toBe('sleep')
  })

  it('stays awake for orders, for the platform, and while sleep would interrupt something', async () => {
    await open()
    await order(on)
    for (const keep of [() => part.stayAwake?.(), () => part.reached?.()]) {
      await vi.advanceTimersByTimeAsync(20_000)
      keep()
    }
    isBusy = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(kinds()).toEqual(['change'])
    isBusy = false
    await vi.advanceTimersByTimeAsync(30_000)
    expect(kinds()).toEqual(['change', 'sleep'])
  })

  it('is kept over restarts, and does not sleep once it is off', async () => {
    await open()
    await order(on)
    await open()
    expect(part.told?.()).toEqual({ power: on })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(kinds()).toEqual(['sleep'])
    leave()
    await vi.advanceTimersByTimeAsync(0)
    await order({ ...on, isLowPower: false })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(rtcwake()).toHaveLength(1)
  })

  it('leaves the box awake if the system refuses to sleep', async () => {
    runner.answers['rtcwake -m'] = { code: 1, err: 'rtcwake: write error' }
    await open()
    await order(on)
    await vi.advanceTimersByTimeAsync(30_000)
    leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(kinds()).toEqual(['change', 'sleep', 'powerOn'])
  })

  it.each([
    ['no clock', { hasClock: false }, { rtcwake: '' }],
    ['no program to set it', {}, {}],
  ])('is lacking with %s', async (_name, settings, answers) => {
    runner = scriptedRunner(answers)
    await open(settings)
    expect([part.lack(), part.told?.()]).toEqual(['wakeClock', { power: null }])
  })

  it('with a delay as long as the interval is refused with 1350', async () => {
    await open()
    expect(await order({ ...on, sleepDelayS: 300 })).toMatchObject({ code: 1350 })
    expect(await order({ ...on, sleepDelayS: 300, isLowPower: false })).toMatchObject({ code: 200 })
  })
})
