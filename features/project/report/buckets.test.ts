// Buckets of custom reports, including clock changes.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { wallOf } from '../../../core/zone.ts'
import { bucketAt, bucketsOf } from './buckets.ts'
import { bucketUnits, type ReportBucket } from './contract.ts'
import { bucketFault, cannotAsk, tidyBucket } from './rules.ts'

const hourMs = 3_600_000
const at = (text: string) => Date.parse(text)
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const shifts = [
  { name: 'Early', start: '06:00' },
  { name: 'Late', start: '14:00' },
  { name: 'Night', start: '22:00' },
]
const of = (bucket: Partial<ReportBucket>): ReportBucket => ({
  ...{ unit: 'day', every: 1, dayStart: '00:00', shifts: [] },
  ...bucket,
})
const threeShifts = of({ unit: 'shift', shifts })

describe('shifts', () => {
  const hours = (from: string, to: string) =>
    bucketsOf(threeShifts, 'Europe/Berlin', { from: at(from), to: at(to) }, 100)!.map((each) => [
      each.shift,
      iso(each.from),
      (each.to - each.from) / hourMs,
    ])

  test('keep their hours all year; a night with a clock change is one hour shorter or longer', () => {
    expect(hours('2026-03-28T20:00Z', '2026-03-29T05:00Z')).toEqual([
      ['Late', '2026-03-28T13:00', 8],
      ['Night', '2026-03-28T21:00', 7],
      ['Early', '2026-03-29T04:00', 8],
    ])
    expect(hours('2026-10-24T22:00Z', '2026-10-24T22:00Z')).toEqual([['Night', '2026-10-24T20:00', 9]])
  })

  test('a shift that lies in the skipped hour has no bucket', () => {
    const skipped = of({
      unit: 'shift',
      shifts: [
        { name: 'A', start: '01:00' },
        { name: 'B', start: '02:00' },
        { name: 'C', start: '02:30' },
      ],
    })
    const span = { from: at('2026-03-29T00:30Z'), to: at('2026-03-29T02:00Z') }
    expect(bucketsOf(skipped, 'Europe/Berlin', span, 10)!.map(({ shift }) => shift)).toEqual(['A', 'C'])
  })

  test('a single shift lasts a day', () => {
    const [only] = bucketsOf(
      of({ unit: 'shift', shifts: [{ name: 'Day', start: '06:00' }] }),
      'Asia/Shanghai',
      { from: at('2026-05-01T00:00Z'), to: at('2026-05-01T00:00Z') },
      1,
    )!
    expect([iso(only!.from), iso(only!.to)]).toEqual(['2026-04-30T22:00', '2026-05-01T22:00'])
  })
})

test('a day may begin with the first shift', () => {
  const day = bucketAt(of({ dayStart: '06:00' }), 'Asia/Shanghai', at('2026-05-01T21:00Z'))
  expect([iso(day.from), iso(day.to)]).toEqual(['2026-04-30T22:00', '2026-05-01T22:00'])
  const month = bucketAt(of({ unit: 'month', dayStart: '06:00' }), 'Asia/Shanghai', at('2026-05-31T21:00Z'))
  expect([iso(month.from), iso(month.to)]).toEqual(['2026-04-30T22:00', '2026-05-31T22:00'])
})

describe('for every kind, zone and span', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe', 'America/Havana', 'UTC']
  const clock = fc
    .integer({ min: 0, max: 95 })
    .map(
      (quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
    )
  const bucket = fc
    .record({
      unit: fc.constantFrom(...bucketUnits),
      every: fc.constantFrom(1, 2, 3, 4, 6, 12, 15, 30),
      dayStart: clock,
      starts: fc.uniqueArray(clock, { minLength: 1, maxLength: 6 }),
    })
    .map(({ unit, every, dayStart, starts }) =>
      tidyBucket({ unit, every, dayStart, shifts: starts.map((start) => ({ name: start, start })) }),
    )
    .filter((each) => bucketFault(each) === undefined)
  const changes = [
    '2026-03-08T07:00Z',
    '2026-03-29T01:00Z',
    '2026-04-04T15:00Z',
    '2026-10-25T01:00Z',
    '2026-11-01T05:30Z',
  ]
  const moment = fc
    .tuple(fc.constantFrom(...changes.map(at)), fc.integer({ min: -40 * hourMs, max: 40 * hourMs }))
    .map(([change, off]) => change + off)

  it('buckets follow each other without a gap, and every instant lies in one', () => {
    fc.assert(
      fc.property(
        bucket,
        fc.constantFrom(...zones),
        moment,
        fc.integer({ min: 0, max: 60 * hourMs }),
        (each, zone, from, length) => {
          const span = { from, to: from + length }
          const found = bucketsOf(each, zone, span, 10_000)!
          expect(found[0]!.from).toBeLessThanOrEqual(span.from)
          expect(found[0]!.to).toBeGreaterThan(span.from)
          expect(found.at(-1)!.from).toBeLessThanOrEqual(span.to)
          expect(found.at(-1)!.to).toBeGreaterThan(span.to)
          const isBroken = ({ from: begin, to }: (typeof found)[number], place: number) =>
            to <= begin || (place > 0 && begin !== found[place - 1]!.to)
          expect(found.find(isBroken)).toBeUndefined()
          for (const one of [found[0]!, found.at(-1)!]) {
            expect(bucketAt(each, zone, one.from)).toEqual(one)
            expect(bucketAt(each, zone, one.to - 1)).toEqual(one)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('a shift begins when the clock shows its time, or after the skipped hour', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.uniqueArray(clock, { minLength: 1, maxLength: 4 }),
        moment,
        (zone, starts, from) => {
          const own = tidyBucket(of({ unit: 'shift', shifts: starts.map((start) => ({ name: start, start })) }))
          for (const { from: begin, shift } of bucketsOf(own, zone, { from, to: from + 30 * hourMs }, 100)!) {
            const shown = new Date(wallOf(zone, begin)).toISOString().slice(11, 16)
            const isSkipped = wallOf(zone, begin) - wallOf(zone, begin - 1) > 1
            expect(shown === shift || (isSkipped && shown > shift!)).toBe(true)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('invalid buckets and spans', () => {
  it.each([
    [of({ unit: 'minute', every: 7 }), 'bucket.every'],
    [of({ unit: 'hour', every: 5 }), 'bucket.every'],
    [of({ unit: 'day', every: 2 }), 'bucket.every'],
    [of({ unit: 'shift' }), 'bucket.shifts'],
    [of({ unit: 'shift', shifts: [shifts[0]!, shifts[0]!] }), 'bucket.shifts.1.start'],
    [of({ unit: 'minute', every: 15 }), undefined],
    [threeShifts, undefined],
  ])('%j', (bucket, field) => expect(bucketFault(bucket)?.field).toBe(field))

  const fault = (unit: ReportBucket['unit'], from: string, to: string, zone = 'Europe/Berlin') =>
    cannotAsk({ from: Date.parse(from), to: Date.parse(to) }, { bucket: of({ unit }), zone })
  const tooLong = (days: number) => ({ error: 'spanTooLong', details: { days } })

  it.each([
    ['hour', '2026-06-01T00:00Z', '2026-07-01T00:00Z'],
    // 30 days by the clock after the end of summer time, and 30 × 24 h over its start
    ['day', '2026-10-22T00:00+02:00', '2026-11-20T23:30+01:00'],
    ['day', '2026-10-22T00:00+02:00', '2026-11-21T00:00+01:00'],
    ['day', '2026-03-20T12:00Z', '2026-04-19T12:00Z'],
    ['month', '2026-01-01T00:00+01:00', '2026-02-01T00:00+01:00'],
    ['month', '2026-10-01T00:00+02:00', '2026-11-01T00:00+01:00'],
  ] as const)('allows rows by %s from %s to %s', (unit, from, to) => expect(fault(unit, from, to)).toBeUndefined())

  it.each([
    ['hour', '2026-06-01T00:00Z', '2026-07-01T00:00:00.001Z', tooLong(30)],
    ['week', '2026-10-22T00:00+02:00', '2026-11-21T00:00:00.001+01:00', tooLong(30)],
    ['month', '2026-01-01T00:00+01:00', '2026-02-01T00:00:00.001+01:00', tooLong(31)],
    ['day', '2026-01-02T00:00Z', '2026-01-01T00:00Z', { error: 'endBeforeStart' }],
  ] as const)('refuses rows by %s from %s to %s', (unit, from, to, expected) =>
    expect(fault(unit, from, to)).toEqual(expected),
  )

  test('refuses more buckets than the maximum', () =>
    expect(bucketsOf(of({ unit: 'minute' }), 'UTC', { from: 0, to: hourMs }, 60)).toBeUndefined())
})
