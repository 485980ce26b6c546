import { describe, expect, it, test } from 'vitest'
import { configHash, gatewayConfigHash } from '../../../contract/config-hash.ts'
import { type AlarmCondition, type AlarmRule, isOfPlatform } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { alarmConfig, rule, ruleDraft } from '../../../testkit/alarm-config.ts'
import { equipmentId, signal, signals, v } from '../../../testkit/report-config.ts'
import { gatewayConfigOf, hashedOf, reduced } from '../../frame/config.ts'
import { referenceTo } from '../open/config-condition.ts'
import { faultText } from '../open/config-fault.ts'
import { alarmFaults, alarmPart, alarmSignals, filled, repeatedRules, subjectOf, tidyRule, toldIn } from './rules.ts'

const faults = (change: object, ...among: AlarmRule[]) =>
  alarmFaults(ruleDraft(change), alarmConfig(...among), equipmentId).map(({ field, error }) => [field, error])
const limit = (change: object = {}) => ({ condition: { kind: 'limit', signalId: 1, is: 'above', limit: 5, ...change } })
const state = (signalId: number, value: number) => ({ condition: { kind: 'state', signalId, is: 'equal', value } })
const rate = (signalId: number) => ({ condition: { kind: 'rate', signalId, is: 'rising', change: 2, overS: 60 } })
const area = { kind: 'circle', longitude: 8, latitude: 47, radiusM: 100 }
const fence = (longitudeId: number, latitudeId: number) => ({
  condition: { kind: 'fence', longitudeId, latitudeId, is: 'outside', area },
})
const expression = (text: string) => ({ condition: { kind: 'expression', expression: text } })

describe('a rule', () => {
  it.each([
    ['a limit', limit()],
    ['a limit with a dead band', limit({ is: 'below', deadBand: 0.5 })],
    ['a switch that is on', state(3, 1)],
    ['a whole number', state(1, 12)],
    ['a movement', rate(1)],
    ['an expression', expression(`${v(1)} > 5 && ${v(3)}`)],
    ['a geofence', fence(1, 2)],
    ['offline', { condition: { kind: 'offline' } }],
    ['power off', { condition: { kind: 'powerOff' } }],
    ['a message with values', { content: `{value} over {limit}, {2} and {3}` }],
    ['set points', { setPointIds: [5] }],
  ])('of %s is valid', (_, change) => expect(faults(change)).toEqual([]))

  it.each([
    ['no variable', limit({ signalId: 99 }), 'condition.signalId', 'badParameter'],
    ['what is never read', limit({ signalId: 5 }), 'condition.signalId', 'badParameter'],
    ['a limit of a switch', limit({ signalId: 3 }), 'condition.signalId', 'badParameter'],
    ['a limit of a text', limit({ signalId: 4 }), 'condition.signalId', 'badParameter'],
    ['a movement of a switch', rate(3), 'condition.signalId', 'badParameter'],
    ['a state of a text', state(4, 1), 'condition.signalId', 'badParameter'],
    ['a switch that is 2', state(3, 2), 'condition.value', 'badParameter'],
    ['half a state', state(1, 1.5), 'condition.value', 'badParameter'],
    ['a longitude that is no number', fence(4, 2), 'condition.longitudeId', 'badParameter'],
    ['a latitude that is never read', fence(1, 5), 'condition.latitudeId', 'badParameter'],
    ['one variable for both', fence(1, 1), 'condition.latitudeId', 'badParameter'],
    ['an unknown latitude', fence(1, 99), 'condition.latitudeId', 'badParameter'],
    ['an unfinished expression', expression(`${v(1)} >`), 'condition.expression', 'formulaWrong'],
    ['code', expression('process.exit()'), 'condition.expression', 'formulaWrong'],
    ['another device', expression(referenceTo(4, 1)), 'condition.expression', 'formulaSignal'],
    ['an unknown number', expression(v(99)), 'condition.expression', 'formulaSignal'],
    ['501 characters', expression('1'.padEnd(501, '+1')), 'condition.expression', 'formulaTooLong'],
    ['a mark of nothing', { content: 'at {level}' }, 'content', 'badParameter'],
    ['a mark of an unknown number', { content: '{99}' }, 'content', 'badParameter'],
    ['a mark of what is never read', { content: '{5}' }, 'content', 'badParameter'],
    ['a set point that does not exist', { setPointIds: [99] }, 'setPointIds', 'badParameter'],
    ['a set point that is never written', { setPointIds: [1] }, 'setPointIds', 'badParameter'],
    [
      'a limit beyond all numbers',
      limit({ limit: 1.7e308, deadBand: 1.7e308, is: 'below' }),
      'condition.deadBand',
      'badParameter',
    ],
  ])('with %s is invalid', (_, change, field, error) => expect(faults(change)).toEqual([[field, error]]))

  test('can compare a float with a state only if its values have texts', () => {
    const of = (texts?: string) => {
      const config = { ...alarmConfig(), signals: [signal(1, { dataType: 'float32', texts })] }
      return alarmFaults(ruleDraft(state(1, 1)), config, equipmentId).map(({ field }) => field)
    }
    expect(of()).toEqual(['condition.signalId'])
    expect(of('0=manual; 1=automatic')).toEqual([])
  })

  test('needs a unique name; saving a rule does not conflict with itself', () => {
    expect(faults({ name: 'a7' }, rule(7))).toEqual([['name', 'nameExists']])
    expect(faults({ name: 'A7', id: 7 }, rule(7))).toEqual([])
  })

  test('reports a limited number of variables', () => {
    const many = Array.from({ length: limits.alarmTold }, (_, i) => i + 10)
    const config = { ...alarmConfig(), signals: [...signals, ...many.map((id) => signal(id))] }
    const told = (ids: number[]) =>
      alarmFaults(ruleDraft({ content: ids.map((id) => `{${id}}`).join('') }), config, equipmentId)
    expect(told(many).map(({ field }) => field)).toEqual(['content'])
    expect(told(many.slice(1))).toEqual([])
  })

  test('that is invalid gives the reason in both languages, without marks', () => {
    const wrong = [limit({ signalId: 5 }), state(3, 2), { content: '{x}' }, { setPointIds: [1] }]
    for (const change of wrong) {
      const [fault] = alarmFaults(ruleDraft(change), alarmConfig(), equipmentId)
      expect(faultText(fault!, 'en').replace('“{x}”', '')).not.toMatch(/[{}]|\p{Script=Han}/u)
      expect(faultText(fault!, 'zh-cn')).toMatch(/\p{Script=Han}/u)
    }
  })

  test('is rejected if a list contains the rule twice', () => {
    expect(repeatedRules([ruleDraft({ id: 1 }), ruleDraft(), ruleDraft(), ruleDraft({ id: 1 })], 'en')).toMatchObject([
      { index: 3, name: 'A', field: 'id' },
    ])
  })
})

describe('properties of a condition', () => {
  it.each<[AlarmCondition, number[], number | undefined, boolean]>([
    [rule(1, limit()).condition, [1], 1, false],
    [rule(1, rate(2)).condition, [2], 2, false],
    [rule(1, expression(`${v(1)} > ${v(2)} || ${v(1)} < 0`)).condition, [1, 2], undefined, false],
    [{ kind: 'offline' }, [], undefined, true],
    [{ kind: 'powerOff' }, [], undefined, true],
  ])('%j', (condition, looksAt, subject, ofPlatform) => {
    expect(alarmSignals(condition)).toEqual(looksAt)
    expect(subjectOf(condition)).toBe(subject)
    expect(isOfPlatform({ condition })).toBe(ofPlatform)
  })

  test('a message names its variables, and its marks are filled in', () => {
    expect(toldIn('{value} {12} {limit} {007} {3}')).toEqual([12, 3])
    expect(filled('{value} of {12}, {x}', (mark) => ({ value: '4', '12': 'five' })[mark])).toBe('4 of five, {x}')
  })
})

test('saved rules omit default values', () => {
  const written = { ...limit({ deadBand: 0 }), onDelayS: 0, offDelayS: 0, latched: false, content: '', advice: '' }
  const tidied = tidyRule(rule(1, { ...written, setPointIds: [], methods: [], enabled: true }))
  expect(tidied).toEqual(rule(1))
  expect(Object.keys(tidied).sort()).toEqual(['condition', 'id', 'level', 'name'])
  expect(tidied.condition).not.toHaveProperty('deadBand')
  const kept = { ...limit({ deadBand: 1 }), onDelayS: 1, latched: true, methods: ['sms', 'sms'], enabled: false }
  expect(tidyRule(rule(1, kept))).toEqual({ ...rule(1, kept), methods: ['sms'] })
})

describe('deleting a variable', () => {
  const without = (id: number, ...alarms: AlarmRule[]) => {
    const before = alarmConfig(...alarms)
    return reduced({ ...before, signals: before.signals.filter((each) => each.id !== id) }, before, 'en').alarms
  }

  it.each([
    ['a limit', limit()],
    ['a movement', rate(1)],
    ['an expression', expression(`${v(2)} > ${v(1)}`)],
  ])('is refused if %s uses it, and names the rule', (_, change) => {
    expect(() => without(1, rule(1, { ...change, name: 'Held' }))).toThrow(
      expect.objectContaining({ message: 'inUse', details: { reason: expect.stringContaining('Held') } }),
    )
  })

  test('is refused if a disabled rule uses it', () =>
    expect(() => without(1, rule(1, { enabled: false }))).toThrow('inUse'))

  test('removes the variable from messages and set points', () => {
    const told = rule(1, { content: 'At {value}, pump {2}', setPointIds: [5], advice: 'Look' })
    expect(without(2, told)).toEqual([{ ...told, content: 'At {value}, pump ' }])
    expect(without(5, told)).toEqual([tidyRule({ ...told, setPointIds: [] })])
    expect(without(4, told)).toEqual([told])
  })
})

describe('hashes', () => {
  const sent = (...alarms: AlarmRule[]) =>
    gatewayConfigHash(gatewayConfigOf(alarmConfig(...alarms), 'UTC', equipmentId))

  test('are unchanged for configurations without rules', () => {
    const { alarms: _, ...before } = alarmConfig()
    expect(configHash(hashedOf(alarmConfig()))).toBe(configHash({ drivers: before.drivers, signals: before.signals }))
    expect(Object.keys(gatewayConfigOf(alarmConfig(), 'UTC', equipmentId))).not.toContain('alarms')
    expect(sent(rule(1, { enabled: false }), rule(2, { condition: { kind: 'offline' } }))).toBe(sent())
  })

  it.each([
    ['a name', { name: 'other' }],
    ['a level', { level: 'severe' }],
    ['what to do', { advice: 'Run' }],
    ['a message without variables', { content: 'Too high: {value}' }],
    ['who is told', { methods: ['phone'], setPointIds: [5], latched: true }],
    ['a written default', { onDelayS: 0, enabled: true, ...limit({ deadBand: 0 }) }],
  ])('%s does not change the hash of the gateway', (_, change) => expect(sent(rule(1, change))).toBe(sent(rule(1))))

  it.each([
    ['a limit', limit({ limit: 6 })],
    ['a dead band', limit({ deadBand: 1 })],
    ['a delay', { onDelayS: 1 }],
    ['a delay to clear', { offDelayS: 1 }],
    ['a variable in the message', { content: '{2}' }],
    ['being switched off', { enabled: false }],
  ])('%s changes the hash of the gateway', (_, change) => expect(sent(rule(1, change))).not.toBe(sent(rule(1))))

  test('the order of rules does not change the hash', () => expect(sent(rule(1), rule(2))).toBe(sent(rule(2), rule(1))))
})

test('the rule count is limited', () => expect(alarmPart.capacity).toEqual({ limit: 200, error: 'alarmRuleCapacity' }))
