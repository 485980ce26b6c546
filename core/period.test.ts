import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClockPeriod, nextPeriodStart, periodEdges, periodStart } from './period.ts'
import { wallOf, zoneOffset } from './zone.ts'

const at = (text: string) => Date.parse(text)
const iso = (moment: number) => new Date(moment).toISOString().replace(/:00\.000Z$/, 'Z')
const edges = (period: ClockPeriod, zone: string, from: string, to: string) =>
  periodEdges(period, zone, { from: at(from), to: at(to) }, 1000)!.map(iso)
const hourMs = 3_600_000

const day = { every: 1, unit: 'day' } as const
const hour = { every: 1, unit: 'hour' } as const

describe('a day', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29T12:00Z', '2026-03-28T23:00Z', 23],
    ['Europe/Berlin', '2026-10-25T12:00Z', '2026-10-24T22:00Z', 25],
    ['America/New_York', '2026-03-08T12:00Z', '2026-03-08T05:00Z', 23],
    ['America/New_York', '2026-11-01T12:00Z', '2026-11-01T04:00Z', 25],
    ['Australia/Lord_Howe', '2026-04-04T18:00Z', '2026-04-04T13:00Z', 24.5],
    ['Australia/Lord_Howe', '2026-10-03T18:00Z', '2026-10-03T13:30Z', 23.5],
    ['Asia/Shanghai', '2026-10-25T12:00Z', '2026-10-24T16:00Z', 24],
    ['UTC', '2026-10-25T12:00Z', '2026-10-25T00:00Z', 24],
  ])('in %s at %s begins %s and has %d hours', (zone, moment, begin, hours) => {
    const start = periodStart(day, zone, at(moment))
    expect(iso(start)).toBe(begin)
    expect((nextPeriodStart(day, zone, at(moment)) - start) / hourMs).toBe(hours)
  })

  it('starts after midnight where midnight is skipped, and once where midnight occurs twice', () => {
    expect(edges(day, 'America/Santiago', '2026-09-05T12:00Z', '2026-09-06T12:00Z')).toEqual([
      '2026-09-05T04:00Z',
      '2026-09-06T04:00Z',
      '2026-09-07T03:00Z',
    ])
    expect(edges(day, 'America/Havana', '2026-11-01T12:00Z', '2026-11-01T12:00Z')).toEqual([
      '2026-11-01T04:00Z',
      '2026-11-02T05:00Z',
    ])
  })

  it('a day that the calendar of a country skipped does not exist', () => {
    expect(edges(day, 'Pacific/Apia', '2011-12-29T12:00Z', '2011-12-31T12:00Z')).toEqual([
      '2011-12-29T10:00Z',
      '2011-12-30T10:00Z',
      '2011-12-31T10:00Z',
      '2012-01-01T10:00Z',
    ])
  })

  it('from 08:00 to 08:00 begins at 08:00 all year, and from 02:30 once or after the gap', () => {
    const shift = { ...day, offsetS: 8 * 3600 }
    expect(edges(shift, 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-29T12:00Z')).toEqual([
      '2026-03-28T07:00Z',
      '2026-03-29T06:00Z',
      '2026-03-30T06:00Z',
    ])
    const night = { ...day, offsetS: 2.5 * 3600 }
    expect(edges(night, 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-29T12:00Z')).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ])
    expect(edges(night, 'Europe/Berlin', '2026-10-24T12:00Z', '2026-10-25T12:00Z')).toEqual([
      '2026-10-24T00:30Z',
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ])
    expect(iso(periodStart(night, 'Europe/Berlin', at('2026-10-25T01:29Z')))).toBe('2026-10-25T00:30Z')
    expect(iso(periodStart(night, 'Europe/Berlin', at('2026-10-25T01:40Z')))).toBe('2026-10-25T00:30Z')
  })
})

describe('an hour and shorter', () => {
  it('occurs twice when the clock is set back and is skipped when it is set forward', () => {
    expect(edges(hour, 'Europe/Berlin', '2026-10-24T23:30Z', '2026-10-25T01:30Z')).toEqual([
      '2026-10-24T23:00Z',
      '2026-10-25T00:00Z',
      '2026-10-25T01:00Z',
      '2026-10-25T02:00Z',
    ])
    expect(edges(hour, 'Europe/Berlin', '2026-03-29T00:30Z', '2026-03-29T01:30Z')).toEqual([
      '2026-03-29T00:00Z',
      '2026-03-29T01:00Z',
      '2026-03-29T02:00Z',
    ])
  })

  it('in a zone whose clock changes by half an hour', () => {
    const half = { every: 30, unit: 'minute' } as const
    expect(edges(half, 'Australia/Lord_Howe', '2026-04-04T14:10Z', '2026-04-04T15:40Z')).toEqual([
      '2026-04-04T14:00Z',
      '2026-04-04T14:30Z',
      '2026-04-04T15:00Z',
      '2026-04-04T15:30Z',
      '2026-04-04T16:00Z',
    ])
    // 01:30 occurs twice, 02:00 half an hour late, and the hour from 01:00 is an hour and a half.
    expect(edges(hour, 'Australia/Lord_Howe', '2026-04-04T14:10Z', '2026-04-04T15:40Z')).toEqual([
      '2026-04-04T14:00Z',
      '2026-04-04T15:30Z',
      '2026-04-04T16:30Z',
    ])
    // The hour from 02:00 is skipped by summer time: its boundary is at 02:30.
    expect(edges(hour, 'Australia/Lord_Howe', '2026-10-03T15:10Z', '2026-10-03T15:40Z')).toEqual([
      '2026-10-03T14:30Z',
      '2026-10-03T15:30Z',
      '2026-10-03T16:00Z',
    ])
  })

  it.each([
    [{ every: 15, unit: 'minute' }, '2026-10-25T01:52Z', '2026-10-25T01:45Z', '2026-10-25T02:00Z'],
    [{ every: 7, unit: 'hour' }, '2026-01-05T22:30Z', '2026-01-05T20:00Z', '2026-01-05T23:00Z'],
    [{ every: 6, unit: 'hour', offsetS: 3600 }, '2026-01-05T23:30Z', '2026-01-05T18:00Z', '2026-01-06T00:00Z'],
    [{ every: 1, unit: 'hour', offsetS: 600 }, '2026-01-05T12:09Z', '2026-01-05T11:10Z', '2026-01-05T12:10Z'],
    [{ every: 36, unit: 'hour' }, '1970-01-02T00:00Z', '1969-12-31T23:00Z', '1970-01-02T11:00Z'],
  ] as const)('%j at %s', (period, moment, start, next) => {
    expect(iso(periodStart(period, 'Europe/Berlin', at(moment)))).toBe(start)
    expect(iso(nextPeriodStart(period, 'Europe/Berlin', at(moment)))).toBe(next)
  })

  it('may be as short as a second', () => {
    expect(nextPeriodStart({ every: 5, unit: 'second' }, 'Asia/Shanghai', 12_345)).toBe(15_000)
    expect(periodStart({ every: 5, unit: 'second' }, 'Asia/Shanghai', 15_000)).toBe(15_000)
    expect(nextPeriodStart({ every: 1, unit: 'second' }, 'Asia/Shanghai', 12_345.6)).toBe(13_000)
  })
})

describe('weeks and months', () => {
  it.each([
    [{ every: 1, unit: 'week' }, '2026-11-22T22:59Z', '2026-11-15T23:00Z', '2026-11-22T23:00Z'],
    [{ every: 2, unit: 'week' }, '1970-01-04T12:00Z', '1969-12-28T23:00Z', '1970-01-11T23:00Z'],
    [{ every: 3, unit: 'day' }, '1970-01-02T12:00Z', '1969-12-31T23:00Z', '1970-01-03T23:00Z'],
    [{ every: 1, unit: 'month' }, '2024-02-29T12:00Z', '2024-01-31T23:00Z', '2024-02-29T23:00Z'],
    [{ every: 3, unit: 'month' }, '2026-12-31T22:59Z', '2026-09-30T22:00Z', '2026-12-31T23:00Z'],
    [{ every: 5, unit: 'month' }, '2026-12-15T00:00Z', '2026-10-31T23:00Z', '2026-12-31T23:00Z'],
    [{ every: 24, unit: 'month' }, '2027-06-01T00:00Z', '2025-12-31T23:00Z', '2027-12-31T23:00Z'],
    [{ every: 1, unit: 'month', offsetS: 86_400 }, '2026-03-01T12:00Z', '2026-02-01T23:00Z', '2026-03-01T23:00Z'],
  ] as const)('%j at %s', (period, moment, start, next) => {
    expect(iso(periodStart(period, 'Europe/Berlin', at(moment)))).toBe(start)
    expect(iso(nextPeriodStart(period, 'Europe/Berlin', at(moment)))).toBe(next)
  })
})

describe('for any period, zone and time', () => {
  const zone = fc.constantFrom(
    ...['Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe', 'UTC', 'America/Havana'],
    ...['America/Santiago', 'Asia/Kathmandu', 'Pacific/Chatham', 'Africa/Casablanca'],
  )
  const period = fc.oneof(
    fc.record({
      every: fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 10, 12, 15, 20, 30),
      unit: fc.constantFrom('second', 'minute', 'hour', 'day', 'week', 'month'),
      offsetS: fc.constantFrom(0, 0, 600, 5400, 9000, 28_800),
    }),
  ) as fc.Arbitrary<ClockPeriod>
  // Instants near the clock changes of two years, or at any other time.
  const changes = ['2026-03-08T07:00Z', '2026-03-29T01:00Z', '2026-04-04T15:00Z', '2026-09-06T04:00Z']
  changes.push('2026-10-03T15:30Z', '2026-10-25T01:00Z', '2026-11-01T05:00Z', '2026-11-01T06:00Z', '2026-02-15T02:00Z')
  const moment = fc.oneof(
    fc.integer({ min: 0, max: at('2035-01-01T00:00Z') }),
    fc
      .tuple(fc.constantFrom(...changes.map(at)), fc.integer({ min: -30 * hourMs, max: 30 * hourMs }))
      .map(([change, off]) => change + off),
  )

  it('a time is in exactly one period, and borders strictly increase', () => {
    fc.assert(
      fc.property(period, zone, moment, (period, zone, moment) => {
        const start = periodStart(period, zone, moment)
        const next = nextPeriodStart(period, zone, moment)
        expect(start).toBeLessThanOrEqual(moment)
        expect(next).toBeGreaterThan(moment)
        expect([periodStart(period, zone, start), nextPeriodStart(period, zone, start)]).toEqual([start, next])
        expect([periodStart(period, zone, next - 1), periodStart(period, zone, next)]).toEqual([start, next])
      }),
      { numRuns: 2000 },
    )
  })

  it('the clock shows a full period at each border, or has just skipped one', () => {
    const clock = (zone: string, moment: number) =>
      new Date(moment).toLocaleTimeString('sv-SE', { timeZone: zone, hour12: false }).split(':').map(Number)
    fc.assert(
      fc.property(period, zone, moment, (period, zone, moment) => {
        // Hours beyond a day count from 1970, not from midnight.
        fc.pre(period.unit !== 'hour' || period.every < 24)
        const start = periodStart(period, zone, moment)
        const [hours, minutes, seconds] = clock(zone, start - (period.offsetS ?? 0) * 1000) as [number, number, number]
        const shown = { second: hours * 3600 + minutes * 60 + seconds, minute: hours * 60 + minutes, hour: hours }
        const isFull = period.unit in shown ? shown[period.unit as 'hour'] % period.every === 0 : hours + minutes === 0
        const isUneven = zoneOffset(zone, start) !== zoneOffset(zone, start - 31 * hourMs)
        expect(isFull || isUneven).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('no border is missing: every minute at which the clock shows one is a border', () => {
    const short = { every: 2, unit: 'hour', offsetS: 0 } as const
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Havana']) {
      for (const change of changes.map(at)) {
        const found = new Set(periodEdges(short, zone, { from: change - 6 * hourMs, to: change + 6 * hourMs }, 100))
        for (let moment = change - 6 * hourMs; moment < change + 6 * hourMs; moment += 60_000) {
          if (wallOf(zone, moment) % (2 * hourMs) === 0) expect([zone, iso(moment), found.has(moment)]).toContain(true)
        }
      }
    }
  })
})

describe('borders of a span', () => {
  it('are undefined if there are too many', () => {
    const span = { from: at('2026-01-01T00:00Z'), to: at('2026-01-10T12:00Z') }
    expect(periodEdges(day, 'UTC', span, 9)).toBeUndefined()
    expect(periodEdges(day, 'UTC', span, 10)).toHaveLength(11)
  })

  it('throw for an unknown zone', () => {
    expect(() => periodStart(day, 'Europe/Atlantis', 0)).toThrow(RangeError)
  })

  it.each([1, 12, 86_400])('end at the last date, with no period of %i months beyond it', (every) => {
    const last = 8.64e15
    const span = { from: last, to: last }
    expect(() => periodEdges({ every, unit: 'month' }, 'UTC', span, 10)).toThrow(RangeError)
  })
})
