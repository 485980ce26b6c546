import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import type { GatewayRule } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { good } from '../../../core/data-type.ts'
import { SeriesJudging } from '../../../signal/judge/series-judging.ts'
import { rule } from '../../../testkit/alarm-config.ts'
import { equipmentId, signals } from '../../../testkit/report-config.ts'
import { backAt, gatewayRuleOf } from '../alarm-rules/rules.ts'
import type { BacktestAlarm } from './contract.ts'
import { createEnvelope } from './envelope.ts'
import { bestOf, countsOf, isChattering, lateness, neatly, remediesOf } from './statistics.ts'
import { createThinner } from './thinner.ts'

const minute = 60_000
const alarm = (raised: number, cleared: number | null): BacktestAlarm =>
  ({ raisedAt: raised * minute, clearedAt: cleared === null ? null : cleared * minute, value: null }) as BacktestAlarm

describe('alarms are counted', () => {
  test('none', () =>
    expect(countsOf([], 0)).toEqual({ raised: 0, activeMs: 0, longestMs: 0, short: 0, worst: null, alarms: [] }))

  test('an alarm still active at the end counts up to the end, and is not short', () =>
    expect(countsOf([alarm(0, 4), alarm(5, 15), alarm(70, null)], 72 * minute)).toMatchObject({
      ...{ raised: 3, activeMs: 16 * minute, longestMs: 10 * minute, short: 1, worst: { from: 0, count: 2 } },
    }))

  test('the latest alarms are listed', () => {
    const many = Array.from({ length: limits.triedAlarms + 5 }, (_, i) => alarm(i * 2, i * 2 + 1))
    const { raised, alarms } = countsOf(many, 0)
    expect([raised, alarms.length, alarms.at(-1)]).toEqual([many.length, limits.triedAlarms, many.at(-1)])
  })
})

test.each([
  ['one event of many', [alarm(0, 1), alarm(2, 3), alarm(4, 5), alarm(6, 7)], true],
  ['four events', [alarm(0, 1), alarm(60, 61), alarm(120, 121), alarm(180, 181)], false],
  ['a repeat now and then', [alarm(0, 1), alarm(2, 3), alarm(60, 61), alarm(62, 63)], false],
  ['one that never clears', [alarm(0, null)], false],
])('%s chatters: %j', (_, alarms, is) => expect(isChattering(alarms)).toBe(is))

describe('remedies', () => {
  it.each([
    [0, 0],
    [0.083, 0.1],
    [0.1, 0.1],
    [0.11, 0.15],
    [2.4, 3],
    [760, 1000],
  ])('%d is neatly %d', (amount, neat) => expect(neatly(amount)).toBe(neat))

  test('for a limit are wider bands and longer delays, each pair once', () => {
    const { condition } = rule(1, {
      condition: { kind: 'limit', signalId: 1, is: 'above', limit: 4.2, deadBand: 0.05 },
    })
    const remedies = remediesOf(condition, 30, [0.04, 0.09, 0.12])
    expect(remedies.every(({ deadBand, offDelayS }) => deadBand! >= 0.05 && offDelayS >= 30)).toBe(true)
    expect(remedies).not.toContainEqual({ deadBand: 0.05, offDelayS: 30 })
    expect(remedies).toContainEqual({ deadBand: 0.15, offDelayS: 60 })
    expect(new Set(remedies.map((each) => JSON.stringify(each))).size).toBe(remedies.length)
  })

  test('for a state are longer delays only', () => {
    const { condition } = rule(1, { condition: { kind: 'state', signalId: 3, is: 'equal', value: 0 } })
    expect(remediesOf(condition, 60, [])).toEqual([
      { deadBand: null, offDelayS: 120 },
      { deadBand: null, offDelayS: 300 },
    ])
  })

  const edited = [alarm(0, 1), alarm(2, 3), alarm(4, 5), alarm(60, 61), alarm(62, 63)]
  const of = (deadBand: number, offDelayS: number, ...alarms: BacktestAlarm[]) => ({
    remedy: { deadBand, offDelayS },
    alarms,
  })

  test('the best raises far fewer alarms and adds the least delay', () => {
    const good = of(0.1, 60, alarm(0, 6), alarm(60, 64))
    const late = of(0.5, 300, alarm(0, 20), alarm(60, 80))
    expect(bestOf(edited, [late, good, of(0.1, 0, ...edited)], 90 * minute)).toBe(good)
    expect(lateness(edited, good.alarms, 90 * minute)).toEqual({ raisedLaterMs: 0, clearedLaterMs: minute })
  })

  test('are none if none helps', () => {
    expect(bestOf(edited, [of(0.1, 0, ...edited.slice(1))], 90 * minute)).toBeUndefined()
    expect(bestOf(edited, [], 90 * minute)).toBeUndefined()
  })
})

describe('a series reduced for the screen', () => {
  test('keeps lows and highs in their order, and has a gap where no data is known', () => {
    const envelope = createEnvelope({ from: 0, to: 100 }, 2)
    for (const [value, at] of [
      [5, 0],
      [9, 10],
      [1, 20],
      [4, 30],
      [Number.NaN, 40],
      [2, 60],
      [2, 70],
    ] as const)
      envelope.take(value, at)
    expect(envelope.curve()).toEqual({ times: [10, 20, 40, 60], values: [9, 1, null, 2] })
    expect(envelope.stepMs()).toBe(10)
  })

  test('has at most two points per bucket', () => {
    const envelope = createEnvelope({ from: 0, to: 1_000_000 }, 100)
    for (let at = 0; at <= 1_000_000; at += 100) envelope.take(Math.sin(at), at)
    expect(envelope.curve().times.length).toBeLessThanOrEqual(202)
    expect(createEnvelope({ from: 0, to: 1 }, 10).stepMs()).toBeNull()
  })
})

test('a thinned series raises and clears at exactly the same times', () => {
  const known = new Map(signals.map((each) => [each.id as number, each]))
  const judge = (
    one: GatewayRule,
    readings: readonly (readonly [number | null, number])[],
    isThin: boolean,
    of: AlarmRule,
  ) => {
    const events: unknown[] = []
    const tell = ({ kind, at }: { kind: string; at: number }) => events.push([kind, at])
    const judging = new SeriesJudging({ equipmentId, rules: [one], begin: 0, tell })
    const { condition } = of
    const edges =
      condition.kind === 'limit'
        ? ([condition.limit, backAt(condition)].sort((a, b) => a - b) as [number, number])
        : undefined
    const passes = createThinner(edges)
    let [at, passed] = [0, 0]
    for (const [value, after] of readings) {
      at += after
      const code = value === null ? 0 : good
      if (!isThin || passes(value, code)) {
        judging.reading(1, value, code, at)
        passed += 1
      }
    }
    judging.time(at + 100_000)
    return { events, passed }
  }
  const value = fc.option(fc.integer({ min: 0, max: 10 }), { freq: 8 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, fc.integer({ min: 1, max: 5000 })), { maxLength: 60 }),
      fc.record({ deadBand: fc.integer({ min: 0, max: 3 }), onDelayS: fc.nat(4), offDelayS: fc.nat(8) }),
      fc.constantFrom('above', 'below', 'equal'),
      (readings, { deadBand, ...delays }, is) => {
        const condition =
          is === 'equal'
            ? { kind: 'state', signalId: 1, is, value: 5 }
            : { kind: 'limit', signalId: 1, is, limit: 5, deadBand }
        const saved = rule(1, { condition, ...delays })
        const one = gatewayRuleOf(saved, known, equipmentId)!
        const [whole, thin] = [judge(one, readings, false, saved), judge(one, readings, true, saved)]
        expect(thin.events).toEqual(whole.events)
      },
    ),
    { numRuns: 500 },
  )
  const saved = rule(1, { condition: { kind: 'limit', signalId: 1, is: 'above', limit: 5 } })
  const one = gatewayRuleOf(saved, known, equipmentId)!
  const steady = Array.from({ length: 20 }, () => [3, 1000] as const)
  expect([judge(one, steady, false, saved).passed, judge(one, steady, true, saved).passed]).toEqual([20, 1])
})
