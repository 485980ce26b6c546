import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayReport } from '../../contract/gateway-config.ts'
import { asRead } from '../../plant/as-read.ts'
import { type Plant, startPlant } from '../../plant/plant.ts'
import { beginningOf, worksAtEnd } from '../../plant/waterworks/beginning.ts'
import { initialCommands } from '../../plant/waterworks/commands.ts'
import { counterSignals, countersOf, daily, totals } from '../../plant/waterworks/counters.ts'
import type { WaterworksState } from '../../plant/waterworks/model.ts'
import {
  findRegister,
  type Reading,
  type StationKey,
  stationKeys,
  stationMaps,
  worksKeys,
} from '../../plant/waterworks/registers.ts'
import { pastSite } from '../../testkit/past-site.ts'
import { type Block, inOrder, type SeriesStep, storedLive } from '../../testkit/storing-series.ts'
import { hourMs, type PastHour, type PastPlan, type PastState, pastHours, runner, startOf } from './past-hours.ts'
import type { PastSite } from './past-reports.ts'
import { startKeepingPlant } from './plant-memory.ts'
import { reportPlan } from './report-plan.ts'
import { isAwakeAt } from './sleeper.ts'

/** Every variable of a station, as its gateway reads it. */
function blockOf({ station, signalIds }: PastSite, { readings }: WaterworksState): Block {
  const shown: { [key: string]: Reading } = { ...readings[station], ...initialCommands[station] }
  return stationMaps[station].registers.flatMap((register) => {
    const value = shown[register.key]
    return value === undefined ? [] : [[signalIds[register.key]!, asRead(register, value)] as const]
  })
}

/** The gateway of a station reads step by step; that of the tower only while it is awake. */
function stepsOf(plan: PastPlan, site: PastSite): SeriesStep[] {
  const isOnBattery = site.station === 'tower'
  const steps: SeriesStep[] = []
  let wasAwake = true
  let { works } = startOf(plan)
  const run = runner(plan, 0, undefined)
  for (let hour = 0; hour < plan.hours; hour += 1) works = run(hour, works, look)
  return [...steps, { at: plan.to }]

  function look(now: WaterworksState): void {
    const isAwake = !isOnBattery || isAwakeAt(now.atMs)
    const block = isAwake ? blockOf(site, now) : []
    const change = isAwake ? ({ act: 'wake', after: block } as const) : ({ act: 'sleep' } as const)
    steps.push({ at: now.atMs, ...(isAwake === wasAwake ? { block } : change) })
    wasAwake = isAwake
  }
}

/** The generated readings, value by value. */
const keptOf = (hours: readonly PastHour[], index: number) =>
  hours.flatMap(({ sites }) => {
    const { ids, times, values, codes } = sites[index]!
    return ids.map((columnId, i) => ({ columnId, moment: times[i]!, value: values[i]!, code: codes[i]! }))
  })

const minute = { every: 1, unit: 'minute' } as const

describe('a generated past', () => {
  // The test runs over midnight; the low pressure of the night begins ten minutes later.
  const begin = Date.UTC(2026, 9, 1, 14, 50)
  const over = { from: begin, to: begin + 1.25 * hourMs, hours: 2, seed: 1 }
  const once = {
    ...({ type: 'normal', mode: 'single' } as const),
    condition: { signal: 'nightMode', symbol: '==', value: 1 } as const,
    columns: [{ signal: 'supplyPressure' }],
  }
  const paced = { type: 'normal', mode: 'interval', period: minute, columns: [{ signal: 'supplyFlow' }] } as const

  it.each<[StationKey, PastSite, number]>([
    ['distribution', pastSite('distribution', [...reportPlan('distribution'), once, paced]), 1],
    ['treatment', pastSite('treatment'), 2],
    ['tower', pastSite('tower'), 1],
  ])('is what the gateway of %s stores that reads the same', { timeout: 60_000 }, async (_, site, silent) => {
    const plan = { ...over, sites: [site] }
    const { equipmentId, config } = site
    const bound = { equipmentId, bindingId: 1, hash: '', config }
    const live = await storedLive({ bound, beginAt: begin, steps: stepsOf(plan, site) })
    expect(inOrder(keptOf([...pastHours(plan, startOf(plan))], 0))).toEqual(inOrder(live))
    const stored = new Set(live.map(({ columnId }) => columnId))
    const isSilent = ({ columns }: GatewayReport) => !columns.some(({ id }) => stored.has(id))
    // In such a short time no fault occurs, and no filter is washed.
    expect(config.reports!.filter(isSilent).length).toBeLessThanOrEqual(silent)
  })

  const from = Date.UTC(2026, 9, 1)
  const plan: PastPlan = {
    ...{ from, to: from + 25.5 * hourMs, hours: 26, seed: 1 },
    sites: [
      pastSite('intake', [
        { type: 'normal', mode: 'periodic', period: minute, columns: [{ signal: 'wellLevel' }] },
        ...reportPlan('intake').slice(2),
      ]),
      pastSite('tower'),
    ],
  }

  it('resumes from a whole day as if never interrupted, and ends when it should', { timeout: 120_000 }, () => {
    const whole = [...pastHours(plan, startOf(plan))]
    expect(whole).toHaveLength(26)
    const first = plan.sites[0]!.config.reports![0]!.columns[0]!.id
    expect(whole[3]!.sites[0]!.ids.filter((id) => id === first)).toHaveLength(60)
    expect(whole[25]!.sites[0]!.times.at(-1)).toBe(plan.to)
    const day = whole[23]!.next
    expect([...pastHours(plan, day)].map(({ sites }) => sites)).toEqual(whole.slice(24).map(({ sites }) => sites))
  })
})

describe("the plant's counters", () => {
  // Half past one in the afternoon at the works, in UTC+8, and a day and a half before.
  const to = Date.UTC(2026, 9, 3, 5, 30)
  const begin = to - 36 * hourMs
  const counted = {
    intake: ['intakeVolume', 'intakeToday', 'pump1Hours', 'pump2Hours', 'energyTotal', 'energyToday'],
    treatment: ['producedVolume', 'washVolume', 'energyTotal', 'energyToday'],
    distribution: [
      'suppliedVolume',
      'storageBalance',
      'pump1Hours',
      'pump2Hours',
      'pump3Hours',
      'energyTotal',
      'energyToday',
    ],
  } as const
  const period = { every: 10, unit: 'second' } as const
  /** Every signal that a report stores, of every station whose PLC has power; their columns have ids of their own. */
  const stored = stationKeys
    .filter((station) => !stationMaps[station].isSwitchedOff)
    .flatMap((station) =>
      [...new Set(reportPlan(station).flatMap(({ columns }) => columns.map(({ signal }) => signal)))].map((signal) => ({
        station,
        signal,
      })),
    )
    .map((each, index) => ({ ...each, id: 1000 + index }))
  const stationsSeen = [...worksKeys, ...stationKeys.filter((key) => !worksKeys.some((each) => each === key))]
  const sites = stationsSeen.map((station, index) => {
    const own = worksKeys.flatMap((key) => (key === station ? counted[key] : []))
    const all = stored.filter((each) => each.station === station)
    return pastSite(
      station,
      [
        {
          type: 'normal',
          mode: 'periodic',
          period,
          columns: own.map((signal, n) => ({ id: index * 10 + n + 1, signal })),
        },
        { type: 'normal', mode: 'periodic', period: { every: 10, unit: 'minute' }, columns: all },
      ].filter(({ columns }) => columns.length > 0) as never,
    )
  })
  let plant: Plant
  let plan: PastPlan
  let hours: (PastHour & { next: PastState })[]
  beforeAll(async () => {
    const clock = { now: () => to }
    const meets = beginningOf(1, to)
    plant = await startPlant({ host: '127.0.0.1', clock, seed: 1, begin: worksAtEnd(meets) })
    plan = { ...{ from: begin, to, hours: 36, seed: 20, meets }, sites, ends: plant.counters() }
    hours = [...pastHours(plan, startOf(plan))]
  }, 120_000)
  afterAll(() => plant.stop())

  it('continue across the border of past and present without a jump', () => {
    const ended = countersOf(hours.at(-1)!.next.works)
    for (const counter of [...totals, ...daily]) expect(ended[counter], counter).toBeCloseTo(plan.ends![counter], 3)
    for (const [index, station] of worksKeys.entries())
      for (const [n, signal] of counted[station].entries()) {
        const told = hours.flatMap(({ sites }) => {
          const { ids, values } = sites[index]!
          return values.filter((_, i) => ids[i] === index * 10 + n + 1).map(Number)
        })
        const steps = told.slice(1).map((value, i) => Math.abs(value - told[i]!))
        const present = Number(plant.peek(station, signal))
        // A step is at most the largest usual change of two steps; a daily counter falls at midnight.
        const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length * 0.99)]!
        expect(Math.abs(present - told.at(-1)!), `${station} ${signal}`).toBeLessThanOrEqual(2 * usual + 0.2)
      }
  })

  it('and so does every stored signal: the last generated value is the first live one', () => {
    const last = new Map(
      hours.flatMap(({ sites }) =>
        sites.flatMap(({ ids, times, values }) =>
          ids.map((id, i) => [id, { at: times[i]!, value: values[i]! }] as const).filter(([id]) => id >= 1000),
        ),
      ),
    )
    expect(stored.length).toBeGreaterThan(250)
    for (const { id, station, signal } of stored) {
      const told = last.get(id)
      expect(told?.at, `${station} ${signal}`).toBe(to)
      const live = asRead(findRegister(station, signal)!, plant.peek(station, signal)!)
      if (typeof live !== 'number' || !counterSignals.has(signal)) expect([signal, told!.value]).toEqual([signal, live])
      // A counter may be off by ten litres, which is the flow of an eighth of a second.
      else
        expect(Math.abs(Number(told!.value) - live), `${station} ${signal}`).toBeLessThan(
          live > 1e6 || /Balance$/.test(signal) ? 10 : 0.05,
        )
    }
  })

  it('lead over to the live works without a jump', () => {
    // From hour to hour no tank fills faster than its pumps allow, also in the hours of the transition.
    const levels = ({ next: { works } }: (typeof hours)[number]) => [
      ...[works.treatment.clearM, works.distribution.levelM, works.outstations.tower.levelM, works.treatment.settlerM],
    ]
    for (const [index, hour] of hours.slice(1, plan.hours).entries())
      for (const [n, level] of levels(hour).entries())
        expect(Math.abs(level - levels(hours[index]!)[n]!), `hour ${index} tank ${n}`).toBeLessThan(1.2)
  })

  it('resume from a whole day of either pass as if never interrupted', () => {
    expect(hours.map(({ isWhole }, hour) => (isWhole ? hour : -1)).filter((hour) => hour >= 0)).toEqual([23, 59])
    const [cut] = hours.slice(59)
    expect([...pastHours(plan, cut!.next)].map(({ sites }) => sites)).toEqual(hours.slice(60).map(({ sites }) => sites))
  })

  it('never decrease except at midnight', () => {
    const falls: number[] = []
    const again = hours.slice(plan.hours)
    let last = countersOf(again[0]!.next.works)
    for (const { hour, next } of again.slice(1)) {
      const now = countersOf(next.works)
      for (const counter of totals) expect(now[counter], counter).toBeGreaterThanOrEqual(last[counter])
      if (now['intake.todayM3'] < last['intake.todayM3']) falls.push(hour - plan.hours)
      last = now
    }
    // The period is from 1:30 at night to the afternoon of the next day.
    expect(falls).toEqual([22])
  })

  it('continue after a restart, the daily one on the same day only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-plant-'))
    const options = { host: '127.0.0.1' }
    const start = () => startKeepingPlant(options, folder, (line) => expect.unreachable(line))
    try {
      const first = await start()
      first.advance(3600)
      expect(first.poke('distribution', 'pressureSp', 0.39)).toBe(true)
      const stood = first.counters()
      const level = Number(first.peek('distribution', 'reservoirLevel'))
      await first.stop()
      const second = await start()
      const now = second.counters()
      expect(Number(second.peek('distribution', 'reservoirLevel'))).toBeCloseTo(level, 1)
      expect(second.peek('distribution', 'pressureSp')).toBeCloseTo(0.39, 6)
      await second.stop()
      for (const counter of totals) {
        expect(now[counter], counter).toBeGreaterThanOrEqual(stood[counter])
        expect(now[counter] - stood[counter], counter).toBeLessThan(60)
      }
      await writeFile(
        join(folder, 'plant.json'),
        JSON.stringify({ day: 1, counters: { ...stood, 'intake.todayM3': 1e9 } }),
      )
      const third = await start()
      expect(third.counters()['intake.todayM3']).toBeLessThan(1e6)
      expect(third.counters()['intake.volumeM3']).toBeGreaterThanOrEqual(stood['intake.volumeM3'])
      await third.stop()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
