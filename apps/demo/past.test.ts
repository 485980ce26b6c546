import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asRead } from '../../plant/as-read.ts'
import { type Plant, startPlant } from '../../plant/plant.ts'
import { beginningOf, begun } from '../../plant/waterworks/beginning.ts'
import { counterSignals, countersOf, daily, totals } from '../../plant/waterworks/counters.ts'
import { findRegister, stationKeys, stationMaps, worksKeys } from '../../plant/waterworks/registers.ts'
import { hourMs, type PastHour, type PastPlan, type PastState, pastHours, startOf } from './past-hours.ts'
import { createRecorder, type PastReport, type Readings } from './past-reports.ts'
import { startKeepingPlant } from './plant-memory.ts'
import { reportPlan } from './report-plan.ts'

const from = Date.UTC(2026, 9, 1)

/** What a report stores of readings at ten-second steps. */
function stored(report: PastReport, readings: readonly Readings[]): [number, unknown][] {
  const rows: [number, unknown][] = []
  const record = createRecorder([report], 'UTC', (at, _, value) => rows.push([(at - from) / 1000, value]))
  for (const [index, reading] of readings.entries()) record(from + index * 10_000, reading)
  return rows
}

const columns = [{ id: 1, signal: 'level' }]
const condition = { signal: 'running', symbol: '==', value: 1 } as const
const levels = [1, 1, 2, 3, 3, 3, 4, 2].map((level, index) => ({ level, running: index >= 2 && index < 5 }))

describe('a past that is made up', () => {
  it.each<[string, PastReport, [number, unknown][]]>([
    [
      'at the borders of a period',
      { type: 'normal', mode: 'periodic', period: { every: 30, unit: 'second' }, columns },
      [
        [0, 1],
        [30, 3],
        [60, 4],
      ],
    ],
    [
      'at a change',
      { type: 'normal', mode: 'change', columns },
      [
        [0, 1],
        [20, 2],
        [30, 3],
        [60, 4],
        [70, 2],
      ],
    ],
    [
      'while a condition holds',
      { type: 'normal', mode: 'conditional', period: { every: 20, unit: 'second' }, condition, columns },
      [
        [20, 2],
        [40, 3],
      ],
    ],
    ['once when it turns true', { type: 'normal', mode: 'single', condition, columns }, [[20, 2]]],
    [
      'the difference of a period, none of it twice',
      {
        ...{ type: 'summary', mode: 'periodic', period: { every: 30, unit: 'second' } },
        columns: [{ id: 1, signal: 'level', aggregation: 'delta' }],
      },
      [
        [30, 1],
        [60, 1],
      ],
    ],
  ])('stores %s', (_, report, rows) => {
    expect(stored(report, levels)).toEqual(rows)
  })

  const plan: PastPlan = {
    ...{ zone: 'UTC', from, to: from + 25.5 * hourMs, hours: 26, seed: 1 },
    sites: [
      {
        station: 'intake',
        reports: [
          {
            ...{ type: 'normal', mode: 'periodic', period: { every: 1, unit: 'minute' } },
            columns: [{ id: 7, signal: 'wellLevel' }],
          },
        ],
      },
    ],
  }

  it('goes on from a whole day as if it had never been cut, and ends when it should', { timeout: 120_000 }, () => {
    const whole = [...pastHours(plan, startOf(plan))]
    expect(whole).toHaveLength(26)
    expect(whole[3]!.sites[0]!.times).toHaveLength(60)
    expect(whole[25]!.sites[0]!.times.at(-1)).toBe(plan.to)
    const day = whole[23]!.next
    expect([...pastHours(plan, day)].map(({ sites }) => sites)).toEqual(whole.slice(24).map(({ sites }) => sites))
  })
})

describe('what the plant counts', () => {
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
  const sites = stationsSeen.map((station, index) => ({
    station,
    reports: [
      {
        ...({ type: 'normal', mode: 'periodic', period } as const),
        columns: worksKeys.flatMap((key) =>
          key === station ? counted[key].map((signal, n) => ({ id: index * 10 + n, signal })) : [],
        ),
      },
      {
        ...({ type: 'normal', mode: 'periodic', period: { every: 10, unit: 'minute' } } as const),
        columns: stored.filter((each) => each.station === station),
      },
    ],
  }))
  let plant: Plant
  let plan: PastPlan
  let hours: (PastHour & { next: PastState })[]
  beforeAll(async () => {
    const clock = { now: () => to }
    const meets = beginningOf(1, to)
    plant = await startPlant({ host: '127.0.0.1', clock, seed: 1, begin: begun(meets) })
    plan = { ...{ zone: 'Asia/Shanghai', from: begin, to, hours: 36, seed: 20, meets }, sites, ends: plant.counters() }
    hours = [...pastHours(plan, startOf(plan))]
  }, 120_000)
  afterAll(() => plant.stop())

  it('goes on over the border of past and present as if there were none', () => {
    const ended = countersOf(hours.at(-1)!.next.works)
    for (const counter of [...totals, ...daily]) expect(ended[counter], counter).toBeCloseTo(plan.ends![counter], 3)
    for (const [index, station] of worksKeys.entries())
      for (const [n, signal] of counted[station].entries()) {
        const told = hours.flatMap(({ sites }) => {
          const { ids, values } = sites[index]!
          return values.filter((_, i) => ids[i] === index * 10 + n).map(Number)
        })
        const steps = told.slice(1).map((value, i) => Math.abs(value - told[i]!))
        const present = Number(plant.peek(station, signal))
        // not further than it ever moves in two of its steps; a counter of the day falls at midnight
        const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length * 0.99)]!
        expect(Math.abs(present - told.at(-1)!), `${station} ${signal}`).toBeLessThanOrEqual(2 * usual + 0.2)
      }
  })

  it('and so does every signal that is stored: the last that was made up is the first that is live', () => {
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
      // Ten litres are an eighth of a second's flow.
      else
        expect(Math.abs(Number(told!.value) - live), `${station} ${signal}`).toBeLessThan(
          live > 1e6 || /Balance$/.test(signal) ? 10 : 0.05,
        )
    }
  })

  it('is led over to the live works without a jump', () => {
    // From hour to hour no tank moves faster than its pumps can fill it, the hours of the leading-over included.
    const levels = ({ next: { works } }: (typeof hours)[number]) => [
      ...[works.treatment.clearM, works.distribution.levelM, works.outstations.tower.levelM, works.treatment.settlerM],
    ]
    for (const [index, hour] of hours.slice(1, plan.hours).entries())
      for (const [n, level] of levels(hour).entries())
        expect(Math.abs(level - levels(hours[index]!)[n]!), `hour ${index} tank ${n}`).toBeLessThan(1.2)
  })

  it('is told on from a whole day of either pass as if it had never been cut', () => {
    expect(hours.map(({ isWhole }, hour) => (isWhole ? hour : -1)).filter((hour) => hour >= 0)).toEqual([23, 59])
    const [cut] = hours.slice(59)
    expect([...pastHours(plan, cut!.next)].map(({ sites }) => sites)).toEqual(hours.slice(60).map(({ sites }) => sites))
  })

  it('never goes back but at midnight', () => {
    const falls: number[] = []
    const again = hours.slice(plan.hours)
    let last = countersOf(again[0]!.next.works)
    for (const { hour, next } of again.slice(1)) {
      const now = countersOf(next.works)
      for (const counter of totals) expect(now[counter], counter).toBeGreaterThanOrEqual(last[counter])
      if (now['intake.todayM3'] < last['intake.todayM3']) falls.push(hour - plan.hours)
      last = now
    }
    // from half past one in the night to the next day's afternoon
    expect(falls).toEqual([22])
  })

  it('stands where it stood after a restart, that of the day on the same day only', async () => {
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
