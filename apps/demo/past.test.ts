import { describe, expect, it } from 'vitest'
import { hourMs, type PastPlan, pastHours, startOf } from './past-hours.ts'
import { createRecorder, type PastReport, type Readings } from './past-reports.ts'

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
