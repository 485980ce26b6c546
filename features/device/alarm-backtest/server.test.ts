// Backtests over HTTP and a real database: the same events as those of the live evaluator, remedies for chattering
// rules, refusals.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { InputOf } from '../../../contract/endpoint.ts'
import type { GatewayRule } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { good } from '../../../core/data-type.ts'
import { type AlarmEvent, createJudgedRule } from '../../../signal/judge/rule.ts'
import type { Reading } from '../../../signal/store/reading.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { gatewayConfigOf } from '../../frame/config.ts'
import { saveAlarmRule } from '../alarm-rules/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { referenceTo } from '../open/config-condition.ts'
import { maxBacktestMs, tryAlarmRule } from './contract.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const start = Date.UTC(2026, 2, 10)
const stepMs = 10 * second

/**
 * Six hours in steps of 10 s: the level swings around 4.2 for ten minutes after each full hour, and is low otherwise.
 */
const levelAt = (at: number): number => {
  const into = (at - start) % hour
  if (into >= 10 * minute || at - start < hour) return 2
  return (into / stepMs) % 6 < 3 ? 4.3 : 4.1
}
const samples = Array.from({ length: 6 * 360 }, (_, i) => start + i * stepMs).filter(
  // Readings are missing in the fourth hour.
  (at) => at < start + 3 * hour + 2 * minute || at >= start + 3 * hour + 30 * minute,
)

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await testServer()
  site = await liveSite(server, 'Clear well')
  const report = await addReport(server.admin, site.equipmentId, { name: 'Levels', columns: ['Level', 'Pump'] })
  const [level, pump] = report.columnIds.map(Number) as [number, number]
  let sent = 0
  for (let from = 0; from < samples.length; from += 180) {
    const part = samples.slice(from, from + 180)
    const ids = part.flatMap(() => [level, pump])
    const values = part.flatMap((at) => [levelAt(at), levelAt(at) > 4])
    const times = part.flatMap((at) => [at - part[0]!, at - part[0]!])
    await site.box.record({}, { at: part[0]!, ids, values, times, codes: ids.map(() => good) })
    sent += 1
  }
  await eventually(() => expect(site.box.acked()).toBe(sent))
})
afterAll(async () => {
  await site.box[Symbol.asyncDispose]()
  await server.stop()
})

type Draft = InputOf<typeof tryAlarmRule>['rule']
const above = (change: object = {}) => ({
  kind: 'limit',
  signalId: site.id('Level'),
  is: 'above',
  limit: 4.2,
  ...change,
})
const draft = (change: object = {}): Draft =>
  ({ name: 'High', level: 'important', condition: above(), ...change }) as Draft
const asked = (rule: Draft, span: object = {}) => ({
  ...{ equipmentId: site.equipmentId, rule, from: start, to: start + 6 * hour },
  ...span,
})
const run = (rule: Draft, span: object = {}) => server.admin.call(tryAlarmRule, asked(rule, span))

/** Events of the live evaluator for the same samples, with the timer ticks of a gateway. */
function live(rule: GatewayRule, readAt: (signalId: number, at: number) => number | boolean) {
  const events: AlarmEvent[] = []
  const standing = new Map<number, Reading>()
  let drawn = 0
  const judged = createJudgedRule(rule, {
    equipmentId: site.equipmentId,
    read: (id) => standing.get(id),
    draw: () => String(++drawn),
    tell: (event) => events.push(event),
  })
  let before = start
  for (const at of samples) {
    // The timer fires between readings, as on a gateway.
    for (let due = judged.nextAt(); due < at && before < at; due = judged.nextAt()) {
      before = Math.max(before, due)
      judged.look(before)
    }
    for (const id of judged.signalIds) standing.set(id, { value: readAt(id, at), code: good, at })
    judged.look(at)
    before = at
  }
  return events
}

describe('a backtest', () => {
  test('counts alarms and durations, and finds the worst hour', async () => {
    const { edited, unstored, stepMs: step, readings, columnId } = await run(draft())
    expect([unstored, step, readings]).toEqual([[], stepMs, samples.length])
    expect(columnId).toBeGreaterThan(0)
    const expected = samples.filter((at, i) => levelAt(at) > 4.2 && levelAt(samples[i - 1] ?? start) <= 4.2)
    expect(edited.alarms.map(({ raisedAt }) => raisedAt)).toEqual(expected)
    expect(edited).toMatchObject({ raised: expected.length, worst: { from: start + hour, count: 10 } })
    expect(edited.short).toBe(
      expected.length - edited.alarms.filter(({ clearedAt, raisedAt }) => clearedAt! - raisedAt >= 5 * minute).length,
    )
    expect(edited.alarms[0]).toEqual({ raisedAt: start + hour, clearedAt: start + hour + 30 * second, value: 4.3 })
    expect(edited.longestMs).toBe(Math.max(...edited.alarms.map(({ raisedAt, clearedAt }) => clearedAt! - raisedAt)))
  })

  it.each([
    ['a limit', {}],
    ['a dead band', { condition: { deadBand: 0.15 } }],
    ['delays', { onDelayS: 20, offDelayS: 45 }],
    ['both', { condition: { deadBand: 0.05 }, onDelayS: 10, offDelayS: 20 }],
    ['a state', { condition: { kind: 'state', is: 'equal', value: 1 }, of: 'Pump' }],
    ['a movement', { condition: { kind: 'rate', is: 'rising', change: 1, overS: 60 } }],
    ['an expression', { expression: true, onDelayS: 10 }],
  ] as const)('equals the events of the live evaluator: %s', async (_, change) => {
    const {
      condition,
      of = 'Level',
      expression,
      ...rest
    } = { condition: {}, expression: false, ...change } as {
      condition: object
      of?: string
      expression: boolean
    }
    const formula = `${referenceTo(site.equipmentId, site.id('Level'))} > 4.2 && ${referenceTo(site.equipmentId, site.id('Pump'))}`
    const whole = expression
      ? { kind: 'expression', expression: formula }
      : 'kind' in condition
        ? { ...condition, signalId: site.id(of) }
        : above(condition)
    const rule = draft({ ...rest, condition: whole })
    // The rule that the gateway receives after saving.
    const { config } = await server.admin.call(saveAlarmRule, {
      ...{ equipmentId: site.equipmentId, version: await newest(), rule: { ...rule, name: `Live ${_}` } },
    })
    const sent = gatewayConfigOf(config, 'UTC', site.equipmentId).alarms!.at(-1)!
    const readAt = (id: number, at: number) => (id === site.id('Level') ? levelAt(at) : levelAt(at) > 4)
    const events = live(sent, readAt).filter(({ at }) => at < start + 3 * hour)
    const { edited } = await run(rule, { to: start + 3 * hour - 1 })
    const told = edited.alarms.flatMap(({ raisedAt, clearedAt }) => [
      ['raised', raisedAt] as const,
      ...(clearedAt === null ? [] : [['cleared', clearedAt] as const]),
    ])
    expect(told).toEqual(events.map(({ kind, at }) => [kind, at]))
    expect(told.length).toBeGreaterThan(1)
  })

  test('keeps the state of the alarm in a gap', async () => {
    const { edited, curve } = await run(draft({ condition: above({ deadBand: 1 }) }))
    const across = edited.alarms.find(({ raisedAt }) => raisedAt === start + 3 * hour)
    expect(across).toMatchObject({ clearedAt: start + 3 * hour + 30 * minute })
    const holes = curve.values.filter((value) => value === null)
    expect(holes).toHaveLength(1)
    // A delay does not run during a gap.
    const delayed = await run(draft({ condition: above({ deadBand: 1 }), onDelayS: 600 }))
    expect(delayed.edited.alarms.map(({ raisedAt }) => raisedAt)).not.toContain(start + 3 * hour + 10 * minute)
  })

  test('leaves an alarm active at the end open', async () => {
    const { edited } = await run(draft({ condition: above({ limit: 1 }) }), { to: start + hour })
    expect(edited.alarms).toEqual([{ raisedAt: start, clearedAt: null, value: 2 }])
    expect(edited.activeMs).toBe(hour)
  })

  test('returns the curve of its variable, reduced to lows and highs for a screen', async () => {
    const { curve, worstCurve } = await run(draft())
    expect(curve.times.length).toBeLessThan(1300)
    expect(Math.max(...curve.values.map((value) => value ?? 0))).toBe(4.3)
    expect([...curve.times].sort((a, b) => a - b)).toEqual(curve.times)
    // The curve has the value at the start of the hour, and every reading within the hour.
    expect(worstCurve!.times.length).toBe(361)
    expect(worstCurve!.times[0]).toBe(start + hour)
  })
})

test('a variable stored on change has no typical distance between readings', async () => {
  const own = await liveSite(server, 'Outlet')
  const report = await addReport(server.admin, own.equipmentId, { name: 'Runs', mode: 'change', columns: ['Pump'] })
  const [pump] = report.columnIds.map(Number) as [number]
  const values = [true, false, true]
  const times = values.map((_, i) => i * hour)
  await own.box.record({}, { at: start, ids: times.map(() => pump), values, times, codes: times.map(() => good) })
  await eventually(() => expect(own.box.acked()).toBe(1))
  const condition = { kind: 'state', signalId: own.id('Pump'), is: 'equal', value: 1 } as const
  const rule = { name: 'Runs', level: 'normal', condition } as Draft
  const tried = await server.admin.call(tryAlarmRule, {
    ...{ equipmentId: own.equipmentId, rule, from: start, to: start + 6 * hour },
  })
  expect(tried).toMatchObject({ readings: 3, stepMs: null, edited: { raised: 2 } })
  await own.box[Symbol.asyncDispose]()
})

describe('a rule that chatters', () => {
  test('gets a suggestion that raises each event once, and learns the added delay', async () => {
    const { edited, suggested } = await run(draft())
    expect(suggested!.raised).toBeLessThanOrEqual(edited.raised / 2)
    expect(suggested).toMatchObject({ raised: 5, raisedLaterMs: 0 })
    expect((suggested!.deadBand ?? 0) > 0 || suggested!.offDelayS > 0).toBe(true)
    // A backtest of the suggestion yields the suggested figures.
    const { deadBand, offDelayS } = suggested!
    const again = await run(draft({ condition: above({ deadBand }), offDelayS }))
    expect(again.edited).toMatchObject({ raised: suggested!.raised, activeMs: suggested!.activeMs })
    expect(again.suggested).toBeNull()
  })

  test('that does not chatter gets no suggestion', async () =>
    expect((await run(draft({ condition: above({ limit: 4 }) }))).suggested).toBeNull())
})

describe('limits of a backtest', () => {
  test('a variable that no report stores is named, and nothing is evaluated', async () => {
    const tried = await run(draft({ condition: above({ signalId: site.id('Setpoint') }) }))
    expect(tried).toMatchObject({ unstored: ['Setpoint'], columnId: null, edited: { raised: 0 } })
  })

  test('alarms that only the platform detects have no history', async () =>
    expect(await run(draft({ condition: { kind: 'offline' } }))).toMatchObject({
      readings: 0,
      unstored: [],
      curve: { times: [] },
    }))

  test('a range without readings has no alarms', async () => {
    const tried = await run(draft(), { from: start - day, to: start - hour })
    expect(tried).toMatchObject({ readings: 0, stepMs: null, edited: { raised: 0, worst: null }, suggested: null })
  })

  test('a future range has no alarms', async () => {
    const latest = Date.UTC(10_000, 0) - 1
    expect(await run(draft(), { from: latest - 1, to: latest })).toMatchObject({ readings: 0, edited: { raised: 0 } })
  })

  test('checks condition and range; accepts a rule without a name', async () => {
    const ask = (rule: Draft, span: object = {}) => server.admin.ask(tryAlarmRule, asked(rule, span))
    expect(await ask(draft({ condition: above({ signalId: 999_999 }) }))).toMatchObject({ code: 10001 })
    expect((await ask(draft(), { from: start - maxBacktestMs })).code).toBe(10009)
    expect((await ask(draft(), { to: start - 1 })).code).toBe(10010)
    expect((await ask(draft({ content: '{nothing}' }))).code).toBe(200)
    expect(limits.triedDays).toBe(90)
    const other = await server.otherCompany()
    expect((await other.ask(tryAlarmRule, asked(draft()))).code).toBe(1101)
  })
})

const newest = async () => (await server.admin.call(queryConfig, { equipmentId: site.equipmentId })).version
