// The part of an alarm rule that a gateway receives; a gateway accepts every rule that the platform accepts.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { AlarmCondition } from '../../../contract/equipment-config.ts'
import { GatewayConfig } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { ruleProblem } from '../../../signal/judge/rule.ts'
import { alarmConfig, rule } from '../../../testkit/alarm-config.ts'
import { equipmentId, signals, v } from '../../../testkit/report-config.ts'
import { gatewayConfigOf } from '../../frame/config.ts'
import { referenceTo } from '../open/config-condition.ts'
import { alarmFaults, tidyRule } from './rules.ts'

const project = (change: object) =>
  gatewayConfigOf(alarmConfig(tidyRule(rule(1, change))), 'UTC', equipmentId).alarms?.[0]
const limit = (change: object) => ({ condition: { kind: 'limit', signalId: 1, is: 'above', limit: 5, ...change } })
const state = (change: object) => ({ condition: { kind: 'state', signalId: 1, is: 'equal', value: 0, ...change } })
const rate = (is: string) => ({ condition: { kind: 'rate', signalId: 2, is, change: 2, overS: 60 } })

const area = { kind: 'circle', longitude: 8, latitude: 47, radiusM: 100 }
const fence = (change: object) => ({
  condition: { kind: 'fence', longitudeId: 1, latitudeId: 2, is: 'outside', area, ...change },
})

describe('the rule sent to a gateway', () => {
  it.each([
    ['a high limit', limit({}), { raise: `${v(1)} > 5`, tell: [1] }],
    ['its dead band', limit({ deadBand: 0.5 }), { raise: `${v(1)} > 5`, stay: `${v(1)} > 4.5`, tell: [1] }],
    [
      'that of a low limit',
      limit({ is: 'below', limit: -2.5, deadBand: 1 }),
      {
        ...{ raise: `${v(1)} < -2.5`, stay: `${v(1)} < -1.5`, tell: [1] },
      },
    ],
    [
      'one without noise of the sum',
      limit({ limit: 0.3, deadBand: 0.1 }),
      {
        ...{ raise: `${v(1)} > 0.3`, stay: `${v(1)} > 0.2`, tell: [1] },
      },
    ],
    ['a switch', state({ signalId: 3 }), { raise: `${v(3)} == false`, tell: [3] }],
    ['its other state', state({ signalId: 3, is: 'unequal', value: 1 }), { raise: `${v(3)} != true`, tell: [3] }],
    ['a whole number', state({ value: 7 }), { raise: `${v(1)} == 7`, tell: [1] }],
    ['a rise', rate('rising'), { rate: { signalId: 2, change: 2, overMs: 60_000 }, tell: [2] }],
    ['a fall', rate('falling'), { rate: { signalId: 2, change: -2, overMs: 60_000 }, tell: [2] }],
    [
      'an expression',
      { condition: { kind: 'expression', expression: `${v(1)} > ${v(2)}` } },
      {
        ...{ raise: `${v(1)} > ${v(2)}`, tell: [1, 2] },
      },
    ],
    [
      'a geofence',
      fence({ marginM: 20 }),
      { fence: { longitudeId: 1, latitudeId: 2, is: 'outside', area, marginM: 20 }, tell: [1, 2] },
    ],
    ['one of constants', { condition: { kind: 'expression', expression: '1 > 0' } }, { raise: '1 > 0' }],
    ['delays', { onDelayS: 10, offDelayS: 3 }, { raise: `${v(1)} > 5`, onMs: 10_000, offMs: 3000, tell: [1] }],
    [
      'variables of its message, once, its own first',
      { content: '{2} {3} {1} {2}' },
      {
        ...{ raise: `${v(1)} > 5`, tell: [1, 2, 3] },
      },
    ],
  ])('is %s', (_, change, sent) => expect(project(change)).toEqual({ id: 1, ...sent }))

  it.each([
    ['is switched off', { enabled: false }],
    ['only the platform sees', { condition: { kind: 'offline' } }],
    ['the gateway cannot tell any more', { condition: { kind: 'powerOff' } }],
  ])('does not exist for a rule that %s', (_, change) => expect(project(change)).toBeUndefined())

  test('reports at most the allowed number of variables of an expression', () => {
    const many = Array.from({ length: 30 }, (_, i) => v(i + 1)).join(' + ')
    expect(project({ condition: { kind: 'expression', expression: `${many} > 1` } })?.tell).toHaveLength(
      limits.alarmTold,
    )
  })
})

describe('a gateway accepts each rule that the platform accepts', () => {
  const id = fc.integer({ min: 1, max: 6 })
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -1000, max: 1000 }),
    fc.constantFrom(0, -0, 1e21, 1e-7, 0.1),
  )
  const positive = number.map(Math.abs)
  const conditions = {
    limit: fc.record(
      {
        kind: fc.constant('limit'),
        signalId: id,
        is: fc.constantFrom('above', 'below'),
        limit: number,
        deadBand: positive,
      },
      { requiredKeys: ['kind', 'signalId', 'is', 'limit'] },
    ),
    state: fc.record({
      kind: fc.constant('state'),
      signalId: id,
      is: fc.constantFrom('equal', 'unequal'),
      value: fc.oneof(number, fc.constantFrom(0, 1)),
    }),
    rate: fc.record({
      kind: fc.constant('rate'),
      signalId: id,
      is: fc.constantFrom('rising', 'falling'),
      change: positive.filter((change) => change > 0),
      overS: fc.integer({ min: 1, max: 3600 }),
    }),
    expression: fc.record({
      kind: fc.constant('expression'),
      expression: fc.constantFrom(
        `${v(1)} > 5`,
        v(5),
        referenceTo(4, 1),
        '1 +',
        `abs(${v(2)} - ${v(1)}) > 2 && ${v(3)}`,
      ),
    }),
    fence: fc.record({
      kind: fc.constant('fence'),
      longitudeId: fc.constantFrom(1, 4),
      latitudeId: fc.constantFrom(1, 2),
      area: fc.constant(area),
      is: fc.constantFrom('outside', 'inside'),
      marginM: fc.integer({ min: 0, max: 10_000 }),
    }),
    offline: fc.constant({ kind: 'offline' }),
    powerOff: fc.constant({ kind: 'powerOff' }),
  } satisfies Record<AlarmCondition['kind'], fc.Arbitrary<object>>
  const readable = new Set(signals.filter(({ access }) => access !== 'w').map((each) => each.id as number))

  it.each(Object.entries<fc.Arbitrary<object>>(conditions))('of kind %s', (_, condition) => {
    const any = fc.record(
      {
        condition,
        onDelayS: fc.integer({ min: 0, max: 86_400 }),
        offDelayS: fc.integer({ min: 0, max: 86_400 }),
        content: fc
          .array(fc.constantFrom('{value}', '{limit}', '{1}', '{2}', '{3}', '{6}', ' m'), { maxLength: 8 })
          .map((parts) => parts.join('')),
        setPointIds: fc.array(id, { maxLength: limits.alarmSetPoints }),
      },
      { requiredKeys: ['condition'] },
    )
    // Skips rules that the platform rejects; fast-check generates others, and fails if it finds too few.
    const property = fc.property(any, (change) => {
      const one = tidyRule(rule(1, change))
      fc.pre(alarmFaults(one, alarmConfig(), equipmentId).length === 0)
      const sent = gatewayConfigOf(alarmConfig(one), 'UTC', equipmentId)
      expect(GatewayConfig.parse(JSON.parse(JSON.stringify(sent)))).toEqual(sent)
      for (const each of sent.alarms ?? []) expect(ruleProblem(each, equipmentId, readable)).toBeUndefined()
    })
    fc.assert(property, { numRuns: 200 })
  })
})
