import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Aggregation } from '../../../contract/gateway-config.ts'
import { boundOf, reportOf, StoringWorld } from '../../../testkit/storing-world.ts'
import type { Verdict } from './storing-return.ts'

let world: StoringWorld
beforeEach(() => {
  world = new StoringWorld('2026-11-21T10:00:00.500Z')
})
afterEach(() => world.end())

const second = { every: 1, unit: 'second' } as const
const minute = { every: 1, unit: 'minute' } as const

describe('a periodic report', () => {
  it('stores the current values at each period boundary, with the time of the boundary', async () => {
    world.apply({ mode: 'periodic', period: second, signals: [1, 2, 3] })
    await world.read({ 1: 5, 2: { code: 1714 } })
    await world.pass(499)
    expect(world.kept()).toEqual([])
    await world.pass(1)
    expect(world.kept()).toEqual(['+500 10=5', '+500 20!1714'])
    await world.read({ 3: 'on' })
    await world.pass(1000)
    expect(world.kept()).toEqual(['+1500 10=5', '+1500 20!1714', '+1500 30=on'])
    expect(world.samples).toBe(2)
  })

  it('is a summary of the readings of the period, at its end', async () => {
    const aggregations: Aggregation[] = ['delta', 'first', 'last', 'max', 'min', 'average']
    const columns = aggregations.map((aggregation, index) => ({ id: index + 1, signalId: 1, aggregation }))
    world.apply({ mode: 'periodic', type: 'summary', period: minute, columns })
    for (const value of [5, 5, 2, 8]) {
      await world.read({ 1: value })
      await world.pass(10_000)
    }
    await world.pass(20_000)
    const at = '+59500'
    expect(world.kept()).toEqual([`${at} 1=3`, `${at} 2=5`, `${at} 3=8`, `${at} 4=8`, `${at} 5=2`, `${at} 6=5`])
    await world.read({ 1: { code: 1722 } })
    await world.pass(60_000)
    expect(world.kept()).toEqual([1, 2, 3, 4, 5, 6].map((id) => `+119500 ${id}!1722`))
    await world.read({ 1: 10 })
    await world.pass(60_000)
    expect(world.kept()[0]).toBe('+179500 1=2')
    await world.pass(60_000)
    expect(world.kept()).toEqual([])
  })

  it('counts a reading after the boundary for the next period, even if the timer is late', async () => {
    world.apply({ mode: 'periodic', type: 'summary', period: second })
    await world.read({ 1: 5 })
    vi.setSystemTime(world.begin + 700)
    await world.read({ 1: 9 })
    expect(world.kept()).toEqual(['+500 10=5'])
    await world.pass(1000)
    expect(world.kept()).toEqual(['+1500 10=9'])
  })

  it('shares the time of a boundary with other reports', async () => {
    world.apply({ mode: 'periodic', period: second }, { mode: 'periodic', period: second, signals: [2] })
    await world.read({ 1: 1, 2: 2 })
    await world.pass(500)
    expect([world.kept(), world.samples]).toEqual([['+500 10=1', '+500 20=2'], 1])
  })

  it('adds no rows for the time of sleep, but reports what it had counted', async () => {
    world.apply(
      { mode: 'periodic', period: second },
      { mode: 'periodic', type: 'summary', period: second, signals: [2] },
    )
    await world.read({ 1: 1, 2: 2 })
    // The machine is suspended for an hour: timers stop, the clock does not.
    world.aheadMs = 3_600_000
    await world.pass(500)
    expect(world.kept()).toEqual(['+500 10=1', '+-3599500 20=2'])
    await world.pass(1000)
    expect(world.kept()).toEqual(['+1500 10=1'])
  })

  it('stores nothing for a boundary that it noticed much too late', async () => {
    world.apply({ mode: 'periodic', period: { every: 1, unit: 'hour' } })
    await world.read({ 1: 1 })
    world.aheadMs = 3_600_000 + 60_000
    await world.pass(1000)
    expect(world.kept()).toEqual([])
    await world.pass(3_600_000)
    expect(world.kept()).toEqual(['+3539500 10=1'])
  })
})

describe('the clock of periods', () => {
  it('never repeats a boundary when it is set back', async () => {
    world.apply({ mode: 'periodic', period: minute })
    await world.read({ 1: 1 })
    await world.pass(60_000)
    expect(world.kept()).toEqual(['+59500 10=1'])
    world.aheadMs = -150_000
    await world.pass(150_000)
    expect(world.kept()).toEqual([])
    await world.pass(60_000)
    expect(world.kept()).toEqual(['+269500 10=1'])
  })

  it('starts again when it was wrong by more than an hour', async () => {
    world.aheadMs = 86_400_000
    world.apply({ mode: 'periodic', period: minute })
    await world.read({ 1: 1 })
    await world.pass(1000)
    world.aheadMs = 0
    await world.pass(59_000)
    expect(world.kept()).toEqual(['+59500 10=1'])
  })

  it("is the box's own until the first welcome", async () => {
    world.aheadMs = undefined
    world.wallAheadMs = 30_000
    world.apply(
      { mode: 'periodic', period: minute },
      { mode: 'periodic', type: 'summary', period: minute, signals: [2] },
    )
    await world.read({ 1: 1, 2: 2 })
    await world.pass(29_500)
    expect(world.kept()).toEqual(['+29500 10=1', '+29500 20=2'])
    await world.read({ 2: 3 })
    world.aheadMs = 0
    await world.pass(10_000)
    expect(world.kept()).toEqual([])
    await world.pass(20_000)
    expect(world.kept()).toEqual(['+59500 10=1', '+59500 20=3'])
  })

  it('follows the zone over daylight saving: a day of 25 hours is one', async () => {
    world.end()
    world = new StoringWorld('2026-10-24T21:59:50.000Z')
    const bound = boundOf([reportOf({ mode: 'periodic', period: { every: 1, unit: 'day' } })], {
      zone: 'Europe/Berlin',
    })
    world.storing.apply(bound)
    await world.read({ 1: 1 })
    await world.pass(10_000)
    expect(world.kept()).toEqual(['+10000 10=1'])
    await world.pass(25 * 3_600_000 - 1)
    expect(world.kept()).toEqual([])
    await world.pass(1)
    expect(world.kept()).toEqual([`+${10_000 + 25 * 3_600_000} 10=1`])
  })
})

describe('a configuration that changes while it runs', () => {
  const hourly = { mode: 'periodic', type: 'summary', period: { every: 1, unit: 'hour' } } as const

  it('leaves unchanged reports as they are', async () => {
    world.apply(hourly, { signals: [2] })
    await world.read({ 1: 5, 2: 1 })
    await world.pass(10_000)
    world.kept()
    world.apply(hourly, { signals: [2], fluctuation: 3 })
    await world.read({ 2: 1 })
    expect(world.kept()).toEqual(['+10000 20=1'])
    world.apply(hourly, { signals: [2], fluctuation: 3 })
    await world.read({ 2: 1 })
    expect(world.kept()).toEqual([])
    await world.pass(3_600_000)
    expect(world.kept()).toEqual(['+3599500 10=5'])
  })

  it.each([
    ['for another owner', { bindingId: 2 }],
    ['in another zone', { zone: 'Europe/Berlin' }],
  ])('starts again %s', async (_, more) => {
    world.apply({ ...hourly })
    await world.read({ 1: 5 })
    world.storing.apply(boundOf([reportOf({ ...hourly })], more))
    await world.pass(3_600_000)
    expect(world.kept()).toEqual([])
  })

  it('starts again when a variable means something else', async () => {
    const bound = boundOf([reportOf({ ...hourly })])
    world.storing.apply(bound)
    await world.read({ 1: 5 })
    const scaled = structuredClone(bound)
    scaled.config.drivers[0]!.signals[0]!.scale = 0.1
    world.storing.apply(scaled)
    await world.pass(3_600_000)
    expect(world.kept()).toEqual([])
  })

  it('may have no reports, or be absent', async () => {
    world.apply({ mode: 'interval', period: second })
    await world.read({ 1: 5 })
    world.storing.apply(boundOf([]))
    await world.pass(5000)
    world.storing.apply(undefined)
    await world.read({ 1: 6 })
    await world.pass(5000)
    expect(world.kept()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('runs without a report that cannot run', async () => {
    world.apply({ mode: 'single', condition: '1 +' }, { mode: 'periodic' }, { signals: [2] })
    await world.read({ 2: 1 })
    expect(world.kept()).toEqual(['+0 20=1'])
    expect(world.logged).toHaveLength(2)
  })
})

describe('a pause', () => {
  it('stores nothing, and afterwards only readings since then', async () => {
    world.apply({ mode: 'periodic', period: second, signals: [1, 2] })
    await world.read({ 1: 1, 2: 2 })
    world.storing.pause()
    await world.read({ 1: 9 })
    await world.pass(60_000)
    expect([world.kept(), vi.getTimerCount()]).toEqual([[], 0])
    world.storing.resume()
    await world.pass(1)
    await world.read({ 1: 3 })
    await world.pass(1000)
    expect(world.kept()).toEqual(['+60500 10=3'])
  })

  it('that was planned keeps the sums of a summary; the period may have ended meanwhile', async () => {
    const hourly = { mode: 'periodic', type: 'summary', period: { every: 1, unit: 'hour' } } as const
    const restart = async (ms: number) => {
      const saved = JSON.parse(JSON.stringify(world.storing.save()))
      world.storing.stop()
      await world.pass(ms)
      world.storing = world.create()
      world.storing.restore(saved, () => 'goOn')
      world.apply({ ...hourly, columns: [{ id: 1, signalId: 1, aggregation: 'max' }] })
    }
    world.apply({ ...hourly, columns: [{ id: 1, signalId: 1, aggregation: 'max' }] })
    await world.read({ 1: 5 })
    await restart(60_000)
    await world.read({ 1: 4 })
    await world.pass(3_600_000)
    expect(world.kept()).toEqual(['+3599500 1=5'])
    await world.read({ 1: 3 })
    await restart(7_200_000)
    await world.pass(1000)
    expect(world.kept()).toEqual(['+7199500 1=3'])
  })

  it('that was not planned restores sums that are safe, and waits while that is unknown', async () => {
    const hourly = { mode: 'periodic', type: 'summary', period: { every: 1, unit: 'hour' } } as const
    const columns = (['max', 'first', 'delta'] as const).map((aggregation, index) => {
      return { id: index + 1, signalId: 1, aggregation }
    })
    const restart = async (...verdicts: Verdict[]) => {
      const saved = JSON.parse(JSON.stringify(world.storing.save()))
      world.storing.stop()
      world.storing = world.create()
      const asked: number[] = []
      world.storing.restore(saved, (endsAt) => {
        asked.push(endsAt)
        return verdicts[Math.min(asked.length, verdicts.length) - 1]!
      })
      world.apply({ ...hourly, columns })
      return asked
    }
    world.apply({ ...hourly, columns })
    await world.read({ 1: 5 })
    await world.read({ 1: 2 })
    expect(await restart('goOn')).toEqual([world.begin + 3_599_500])
    await world.read({ 1: 3 })
    await restart('wait', 'wait', 'wait', 'goOn')
    await world.read({ 1: 4 })
    await world.pass(3_600_000)
    expect(world.kept()).toEqual(['+3599500 1=5', '+3599500 2=5', '+3599500 3=-1'])
    await world.read({ 1: 9 })
    await restart('forget')
    await world.read({ 1: 1 })
    await world.pass(3_600_000)
    expect(world.kept()).toEqual(['+7199500 1=1', '+7199500 2=1', '+7199500 3=0'])
  })

  it('restores nothing any more once the summary was stored', async () => {
    const minutely = { mode: 'periodic', type: 'summary', period: minute } as const
    const columns = [{ id: 1, signalId: 1, aggregation: 'max' as const }]
    world.apply({ ...minutely, columns })
    await world.read({ 1: 5 })
    const saved = world.storing.save()
    world.storing.stop()
    world.storing = world.create()
    let verdict: Verdict = 'wait'
    world.storing.restore(saved, () => verdict)
    world.apply({ ...minutely, columns })
    await world.read({ 1: 1 })
    await world.pass(60_000)
    verdict = 'goOn'
    await world.read({ 1: 2 })
    await world.pass(60_000)
    expect(world.kept()).toEqual(['+59500 1=1', '+119500 1=2'])
  })

  it('without end leaves no timer and no listener', async () => {
    world.apply({ mode: 'periodic', period: second }, {})
    await world.read({ 1: 1 })
    world.storing.stop()
    await world.read({ 1: 2 })
    await world.pass(5000)
    expect([world.kept(), vi.getTimerCount()]).toEqual([['+0 10=1'], 0])
  })
})

it('a failing sink is logged, and later values are stored', async () => {
  world.end()
  world = new StoringWorld()
  world.apply({})
  const push = vi.spyOn(world, 'samples', 'set').mockImplementationOnce(() => {
    throw new Error('full')
  })
  await world.read({ 1: 1 })
  expect(world.logged).toEqual(['1 values to store are lost: Error: full'])
  push.mockRestore()
  await world.pass(2000)
  await world.read({ 1: 2 })
  expect(world.kept()).toEqual(['+2000 10=2'])
})
