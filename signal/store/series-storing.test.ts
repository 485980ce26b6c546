// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of a formula look like placeholders.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregations, type GatewayReport, storageModes } from '../../contract/gateway-config.ts'
import { type Block, inOrder, type SeriesStep, storedLive, storedOver, tell } from '../../testkit/storing-series.ts'
import { boundOf, reportOf, type TestReport } from '../../testkit/storing-world.ts'
import { checkReports } from './check-reports.ts'
import type { KeptValue } from './keeper.ts'
import { createSeriesStoring, type SeriesStoringState } from './series-storing.ts'

const signal = fc.integer({ min: 1, max: 4 })
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 12 }) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom('on', 'off', '9007199254740993', 0.5, -3, 95, 99) },
  { weight: 2, arbitrary: fc.record({ code: fc.constantFrom(1714, 1722) }) },
)
const block: fc.Arbitrary<Block> = fc.array(fc.tuple(signal, value), { minLength: 1, maxLength: 6 })

const condition = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('${1.1} > 5', '${1.1} > 5 or ${1.2} < 4', '${1.3}') },
  { weight: 1, arbitrary: fc.constantFrom('${1.2} > 3 or 1', '1 = 1', '1 / 0 > 1', '0') },
)
const period = fc.oneof(
  fc.record({ every: fc.constantFrom(1, 2, 7, 15, 30), unit: fc.constant('second' as const) }),
  fc.record(
    {
      every: fc.constantFrom(1, 2),
      unit: fc.constantFrom('minute', 'hour', 'day', 'week', 'month'),
      offsetS: fc.constantFrom(1, 20, 61),
    },
    { requiredKeys: ['every', 'unit'] },
  ),
)
const report: fc.Arbitrary<TestReport> = fc.record(
  {
    type: fc.constantFrom('normal', 'summary'),
    mode: fc.constantFrom(...storageModes),
    period,
    condition,
    fluctuation: fc.constantFrom(0, 2, 25),
    isPercent: fc.boolean(),
    minIntervalMs: fc.constantFrom(100, 1500, 20_000),
    triggerSignalId: signal,
    columns: fc
      .array(fc.tuple(signal, fc.constantFrom(...aggregations)), { minLength: 1, maxLength: 4 })
      .map((all) => all.map(([signalId, aggregation], index) => ({ id: index, signalId, aggregation }))),
  },
  { requiredKeys: ['type', 'mode', 'period', 'condition', 'columns'] },
)
const reports = fc.array(report, { minLength: 1, maxLength: 4 }).map((all): GatewayReport[] =>
  all.map((one, index) => {
    const columns = one.columns!.map((column) => ({ ...column, id: (index + 1) * 10 + column.id }))
    return reportOf({ id: index + 1, ...one, columns })
  }),
)

/** Times shortly before boundaries: months, weeks, days of 23 and 25 hours, a clock change of half an hour. */
const places = [
  ['UTC', '2026-11-30T23:59:00Z'],
  ['Asia/Shanghai', '2026-11-22T15:58:30Z'],
  ['Asia/Kathmandu', '2026-12-31T18:14:00Z'],
  ['Europe/Berlin', '2026-10-25T00:58:45Z'],
  ['Europe/Berlin', '2026-10-25T22:59:00Z'],
  ['America/New_York', '2026-03-08T06:59:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T14:59:10Z'],
] as const

const step = fc.record(
  {
    afterMs: fc.constantFrom(1, 10, 250, 999, 1000, 1500, 5000, 20_000, 61_000),
    block,
    act: fc.constantFrom('time', 'time', 'sleep', 'wake'),
    after: block,
  },
  { requiredKeys: ['afterMs', 'block'] },
)

const told = fc
  .tuple(fc.constantFrom(...places), fc.integer({ min: 0, max: 3000 }), reports, fc.array(step, { maxLength: 40 }))
  .map(([[zone, begin], lateMs, given, steps]) => {
    const beginAt = Date.parse(begin) + lateMs
    let at = beginAt
    let isAsleep = false
    const found = steps.map(({ afterMs, act, block, after }): SeriesStep => {
      at += afterMs
      // A sleeping gateway does not fall asleep, and an awake one does not wake. Readings in the ms of waking count as
      // after it.
      const acts = (act === 'sleep' && isAsleep) || (act === 'wake' && !isAsleep) ? 'time' : act
      if (acts && acts !== 'time') isAsleep = acts === 'sleep'
      const isBefore = block && acts !== 'wake'
      return { at, ...(isBefore ? { block } : {}), ...(acts ? { act: acts } : {}), ...(acts && after ? { after } : {}) }
    })
    const bound = boundOf(given, { zone })
    bound.config.drivers[0]!.signals[0]!.rollover = 100
    return { bound, beginAt, steps: [...found, { at: at + 5000, act: 'time' as const }] }
  })
  .filter(({ bound }) => checkReports(bound).length === 0)

describe('a stored series', () => {
  it('equals that of a gateway with the same readings', { timeout: 60_000 }, async () => {
    const kinds = new Set<string>()
    let stored = 0
    await fc.assert(
      fc.asyncProperty(told, async (given) => {
        const live = inOrder(await storedLive(given))
        expect(inOrder(storedOver(given))).toEqual(live)
        stored += live.length
        for (const { mode, type } of given.bound.config.reports!) kinds.add(`${mode} ${type}`)
      }),
      { numRuns: 250 },
    )
    expect([kinds.size, stored > 500]).toEqual([10, true])
  })

  it('continues from a copy of its state without a difference', () => {
    fc.assert(
      fc.property(told, fc.nat(), (given, cut) => {
        const { bound, beginAt, steps } = given
        const [first, rest] = [steps.slice(0, cut % steps.length), steps.slice(cut % steps.length)]
        const stored: KeptValue[] = []
        const store = (kept: KeptValue) => void stored.push(kept)
        const open = (begin: number | SeriesStoringState) => createSeriesStoring({ bound, begin, store })
        const before = open(beginAt)
        if (first.length > 0) tell(before, first)
        tell(open(structuredClone(before.state())), rest)
        expect(stored).toEqual(storedOver({ bound, beginAt, steps }))
      }),
    )
  })
})

it('starts again for a changed report, and continues for the others', () => {
  const at = Date.parse('2026-11-21T10:00:00.000Z')
  const stored: string[] = []
  const store = ({ columnId, value }: KeptValue) => void stored.push(`${columnId}=${value}`)
  const hourly = { type: 'summary', mode: 'periodic', period: { every: 1, unit: 'hour' } } as const
  const sums = (...ids: number[]) => ids.map((id) => ({ id, signalId: id, aggregation: 'max' }) as const)
  const open = (begin: number | SeriesStoringState, ...reports: TestReport[]) =>
    createSeriesStoring({
      bound: boundOf(reports.map((one, index) => reportOf({ id: index + 1, ...one }))),
      begin,
      store,
    })
  const before = open(at, { ...hourly, columns: sums(1) }, { ...hourly, columns: sums(2) })
  for (const id of [1, 2]) before.reading(id, 50, 200, at + 1000)
  const after = open(
    structuredClone(before.state()),
    { ...hourly, columns: sums(1, 3) },
    { ...hourly, columns: sums(2) },
  )
  for (const id of [1, 2, 3]) after.reading(id, 5, 200, at + 2000)
  after.time(at + 3_600_000)
  expect(stored).toEqual(['1=5', '3=5', '2=50'])
})

const at = Date.parse('2026-11-21T10:00:00.500Z')
const secondly = { mode: 'periodic', period: { every: 1, unit: 'second' } } as const

function open(...given: TestReport[]) {
  const stored: string[] = []
  const bound = boundOf(given.map((one, index) => reportOf({ id: index + 1, ...one })))
  const store = ({ moment, columnId, value, code }: KeptValue) =>
    void stored.push(`+${moment - at} ${columnId}${code === 200 ? `=${value}` : `!${code}`}`)
  return { stored, series: createSeriesStoring({ bound, begin: at, store }) }
}

describe('a series', () => {
  it('treats readings of one instant as one block, before actions due at that instant', () => {
    const { stored, series } = open(
      { ...secondly, signals: [1, 2] },
      { mode: 'single', condition: '${1.1} > 5', columns: [{ id: 21, signalId: 2 }] },
    )
    series.reading(1, 1, 200, at)
    series.reading(2, 7, 200, at)
    series.reading(1, 6, 200, at + 500)
    series.reading(2, 8, 200, at + 500)
    expect(stored).toEqual([])
    series.time(at + 500)
    expect(stored).toEqual(['+500 21=8', '+500 10=6', '+500 20=8'])
  })

  it('processes due actions before readings that follow `time`', () => {
    const { stored, series } = open(secondly)
    series.reading(1, 1, 200, at)
    series.time(at + 500)
    series.reading(1, 2, 200, at + 500)
    series.time(at + 1500)
    expect(stored).toEqual(['+500 10=1', '+1500 10=2'])
  })

  it('continues with the last readings during silence, but not during sleep', () => {
    const { stored, series } = open(secondly)
    series.reading(1, 1, 200, at)
    series.time(at + 1500)
    series.sleep(at + 1600)
    series.reading(1, 9, 200, at + 2000)
    series.wake(at + 60_000)
    series.time(at + 60_500)
    series.reading(1, 2, 200, at + 61_000)
    series.time(at + 61_500)
    expect(stored).toEqual(['+500 10=1', '+1500 10=1', '+61500 10=2'])
  })

  it('skips variables without a report, and stores bad values as bad', () => {
    const { stored, series } = open({ ...secondly, signals: [1] })
    series.reading(9, 5, 200, at)
    series.reading(1, 77, 1714, at)
    series.time(at + 500)
    expect([[...series.signalIds], stored]).toEqual([[1], ['+500 10!1714']])
  })

  it.each<[string, number]>([
    ['before the one told last', at + 999],
    ['between two whole ms', at + 1000.5],
    ['that is none', Number.NaN],
    ['without end', Number.POSITIVE_INFINITY],
    ['beyond all calendars', Date.UTC(20_000, 0)],
  ])('rejects an instant %s, and continues unchanged', (_, wrong) => {
    const { stored, series } = open(secondly, { signals: [2], minIntervalMs: 100 })
    series.reading(1, 1, 200, at + 1000)
    expect(() => series.reading(2, 2, 200, wrong)).toThrow(RangeError)
    for (const act of ['time', 'sleep', 'wake'] as const) expect(() => series[act](wrong)).toThrow(RangeError)
    expect(() => series.reading(2, null, 200, at + 1000)).toThrow('variable 2 is good and has no value')
    expect(stored).toEqual([])
    series.time(at + 1500)
    expect(stored).toEqual(['+1500 10=1'])
  })

  it('does not start at an invalid instant, nor with reports that cannot run', () => {
    const bound = boundOf([reportOf(secondly)])
    const begun = (begin: number) => () => createSeriesStoring({ bound, begin, store: () => undefined })
    for (const begin of [-1, 0.5, Number.NaN, Date.UTC(20_000, 0)]) expect(begun(begin)).toThrow(RangeError)
    expect(() => open({ mode: 'single', condition: '1 +' }, { mode: 'periodic', signals: [2] })).toThrow(
      /^these reports cannot run: report 1: the condition is wrong at character \d+.*; report 2: it has no period$/,
    )
  })

  it('rethrows errors of the store', () => {
    const store = () => {
      throw new Error('full')
    }
    const series = createSeriesStoring({ bound: boundOf([reportOf(secondly)]), begin: at, store })
    series.reading(1, 1, 200, at)
    expect(() => series.time(at + 500)).toThrow('full')
  })
})
