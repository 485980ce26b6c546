// The alarm engine, with a host whose readings are a table.
import { beforeEach, describe, expect, test } from 'vitest'
import type { GatewayRule } from '../../contract/gateway-config.ts'
import type { Reading } from '../store/reading.ts'
import { AlarmEngine } from './engine.ts'

const [level, flow] = [11, 12]
const above = (signalId: number, limit: number, more: Partial<GatewayRule> = {}): GatewayRule => ({
  id: signalId,
  raise: `\${1.${signalId}} > ${limit}`,
  ...more,
})

let readings: Map<number, Reading>
let told: string[]
let faults: number[]
let drawn: number
let engine: AlarmEngine

beforeEach(() => {
  readings = new Map()
  told = []
  faults = []
  drawn = 0
  engine = new AlarmEngine({
    read: (signalId) => readings.get(signalId),
    draw: () => String(++drawn),
    tell: ({ ruleId, kind, at, alarm }) => void told.push(`${at} ${kind} ${ruleId}/${alarm}`),
    onFault: (ruleId) => void faults.push(ruleId),
  })
})

const run = (rules: readonly GatewayRule[], now = 0, alarms: Readonly<Record<number, string>> = {}) =>
  engine.replace(
    rules.map((rule) => ({ rule, print: JSON.stringify(rule) })),
    { equipmentId: 1, now, alarmOf: ({ rule }) => alarms[rule.id] ?? null },
  )
/** Advances the engine by a round with one reading. */
function read(at: number, signalId: number, value: number): void {
  readings.set(signalId, { value, code: 200, at })
  engine.take(signalId)
  engine.endRound(at)
}

describe('a round', () => {
  test('evaluates each rule once, after all its readings', () => {
    run([above(level, 4, { raise: `\${1.${level}} + \${1.${flow}} > 9` })])
    readings.set(level, { value: 5, code: 200, at: 1 })
    readings.set(flow, { value: 5, code: 200, at: 1 })
    expect([engine.take(level), engine.take(flow), engine.take(99)]).toEqual([true, true, false])
    expect(told).toEqual([])
    engine.endRound(1)
    engine.endRound(1)
    expect(told).toEqual(['1 raised 11/1'])
  })

  test('goes on after a rule that throws', () => {
    run([above(level, 4), above(flow, 4)])
    const { look } = engine.rules[0]!
    engine.rules[0]!.look = () => {
      throw new Error('broken')
    }
    readings.set(level, { value: 9, code: 200, at: 1 })
    readings.set(flow, { value: 9, code: 200, at: 1 })
    engine.take(level)
    engine.take(flow)
    engine.endRound(1)
    expect([faults, told]).toEqual([[level], ['1 raised 12/1']])
    engine.rules[0]!.look = look
  })
})

describe('replacing the rules', () => {
  test('one with the same print continues with its alarm', () => {
    run([above(level, 4)])
    read(1, level, 9)
    run([above(level, 4), above(flow, 4)], 2)
    expect(engine.activeAlarms()).toMatchObject([{ ruleId: level, alarm: '1' }])
    expect(told).toEqual(['1 raised 11/1'])
  })

  test('the alarm of a changed or a removed rule ends', () => {
    run([above(level, 4), above(flow, 4)])
    read(1, level, 9)
    read(1, flow, 9)
    run([above(level, 5)], 7)
    expect(told.slice(2)).toEqual(['7 cleared 11/1', '7 cleared 12/2'])
    engine.onTime(7)
    expect(told.slice(4)).toEqual(['7 raised 11/3'])
  })

  test('a new rule starts with the alarm that its host knows', () => {
    run([above(level, 4)], 0, { [level]: 'before' })
    expect(engine.activeAlarms()).toMatchObject([{ ruleId: level, alarm: 'before' }])
    read(3, level, 1)
    expect(told).toEqual(['3 cleared 11/before'])
  })

  test('a rule that cannot run is reported, and the others run', () => {
    run([above(level, 4, { raise: '((' }), above(flow, 4)])
    expect([faults, engine.has(level), engine.has(flow)]).toEqual([[level], false, true])
  })
})

describe('time', () => {
  test('a delay ends at its own instant, not at the one to which the clock passes', () => {
    run([above(level, 4, { onMs: 1000 })])
    read(100, level, 9)
    expect(engine.nextAt()).toBe(1100)
    expect(engine.passTo(1100, false, 100)).toBe(100)
    expect(told).toEqual([])
    expect(engine.passTo(5000, true, 100)).toBe(1100)
    expect(told).toEqual(['1100 raised 11/1'])
    expect(engine.nextAt()).toBe(Number.POSITIVE_INFINITY)
  })

  test('a rule that stays due does not hold the others up', () => {
    run([above(level, 4)])
    engine.onTime(0)
    const [rule] = engine.rules
    rule!.nextAt = () => 50
    read(10, level, 1)
    expect(engine.passTo(100, true, 10)).toBe(50)
  })

  test('after a gap a delay starts again, and an active alarm stays', () => {
    run([above(level, 4, { onMs: 1000 }), above(flow, 4)])
    read(100, level, 9)
    read(100, flow, 9)
    readings.clear()
    engine.forget()
    engine.onTime(2000)
    expect(told).toEqual(['100 raised 12/1'])
    expect(engine.activeAlarms()).toMatchObject([{ ruleId: flow }])
    read(3000, level, 9)
    engine.passTo(4000, true, 3000)
    expect(told.at(-1)).toBe('4000 raised 11/2')
  })
})

test('clearing removes the rules, and their alarms do not end', () => {
  run([above(level, 4)])
  read(1, level, 9)
  engine.clear()
  expect([engine.rules, engine.activeAlarms(), told]).toEqual([[], [], ['1 raised 11/1']])
})
