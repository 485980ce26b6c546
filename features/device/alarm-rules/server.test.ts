// Alarm rules over HTTP, on a real database: ids are never reused, rows are never deleted, versions can be restored.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { configHash } from '../../../contract/config-hash.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { AlarmRuleId, EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { configView } from '../../frame/config-views.ts'
import { queryReceivers } from '../../notify/delivery/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { differences } from '../../platform/versioned/rules.ts'
import { queryConfig, queryVersions, restoreVersion } from '../config/contract.ts'
import { deleteDriver } from '../driver/contract.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import { deleteAlarmRule, saveAlarmRule, saveAlarmRules } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

type Draft = InputOf<typeof saveAlarmRule>['rule']
let count = 0
let equipmentId: EquipmentId
let driverId = 0
let version = 0
let config: EquipmentConfig
beforeEach(async () => {
  count += 1
  equipmentId = await device(server.admin, `Watched ${count}`)
  const made = await configure(server.admin, equipmentId, [
    { name: 'Level', title: 'Well level', address: '40001', dataType: 'uint16', unit: 'm', decimals: 2 },
    { name: 'Flow', address: '40002', dataType: 'uint16' },
    { name: 'Running', address: '00001', dataType: 'bool', texts: '0=stopped; 1=running' },
    { name: 'Name', address: '40010', dataType: 'string', length: 8 },
    { name: 'Reset', address: '00002', dataType: 'bool', access: 'w' },
  ])
  ;({ driverId, version, config } = made)
})

const id = (name: string) => config.signals.find((signal) => signal.name === name)!.id
const above = (limit: number, of = 'Level') => ({ kind: 'limit', signalId: id(of), is: 'above', limit }) as const
const high = (change: object = {}): Draft =>
  ({ name: 'High level', level: 'important', condition: above(5), ...change }) as Draft
const ask = (rule: Draft, language: 'en' | 'zh-cn' = 'en') =>
  server.admin.ask(saveAlarmRule, { equipmentId, version, rule }, language)
const save = async (rule: Draft) => {
  const saved = await server.admin.call(saveAlarmRule, { equipmentId, version, rule })
  ;({ version, config } = saved)
  return saved.config.alarms.find((each) => each.id === saved.ruleId)!
}
const askMany = (rules: readonly unknown[], remove: readonly number[] = [], language: 'en' | 'zh-cn' = 'en') =>
  server.admin.ask(saveAlarmRules, { equipmentId, version, save: [...rules], remove: [...remove] }, language)
const rowsOf = () =>
  server.platform.db.selectFrom('alarmRule').selectAll().where('equipmentId', '=', equipmentId).orderBy('id').execute()

describe('a rule', () => {
  test('is added and changed, and keeps its id', async () => {
    const made = await save(high({ onDelayS: 10, content: 'Well at {value} m, limit {limit}' }))
    expect(made).toMatchObject({ name: 'High level', condition: above(5), onDelayS: 10 })
    const changed = await save(high({ id: made.id, condition: { ...above(4.2), deadBand: 0.05 } }))
    expect(changed).toEqual({
      ...{ id: made.id, name: 'High level', level: 'important' },
      condition: { ...above(4.2), deadBand: 0.05 },
    })
    expect((await save(high({ name: 'Other' }))).id).toBeGreaterThan(made.id)
  })

  test('is saved without default values', async () => {
    const made = await save(high({ onDelayS: 0, latched: false, content: ' ', enabled: true, methods: [] }))
    expect(Object.keys(made).sort()).toEqual(['condition', 'id', 'level', 'name'])
  })

  test('changes the device, its version and the log', async () => {
    await save(high())
    const info = await server.admin.call(equipmentInfo, { id: equipmentId })
    expect(info).toMatchObject({ alarmRuleCount: 1, configVersion: version })
    expect((await server.admin.call(queryVersions, { equipmentId }))[0]).toMatchObject({ signals: 5, alarms: 1 })
    const { rows } = await server.admin.call(queryOperations, { act: 'saveAlarmRules' })
    expect(rows[0]).toMatchObject({ before: { alarms: 0 }, after: { alarms: 1, alarmRule: 'High level' } })
  })

  test('can be deleted, and its row stays', async () => {
    const { id: ruleId } = await save(high())
    const after = await server.admin.call(deleteAlarmRule, { equipmentId, version, ruleId })
    expect(after.config.alarms).toEqual([])
    expect(await rowsOf()).toMatchObject([{ id: ruleId, name: 'High level', removedAt: expect.any(Number) }])
    expect(await server.admin.call(equipmentInfo, { id: equipmentId })).toMatchObject({ alarmRuleCount: 0 })
  })

  it.each([
    ['no name', { name: '' }, 10001, 'rule.name'],
    ['a kind nobody knows', { condition: { kind: 'moon' } }, 10001, 'rule.condition.kind'],
    ['a level nobody knows', { level: 'high' }, 10001, 'rule.level'],
    ['a delay of more than a day', { onDelayS: 86_401 }, 10001, 'rule.onDelayS'],
    ['a message of 101 characters', { content: 'x'.repeat(101) }, 10001, 'rule.content'],
    ['a mark of nothing', { content: '{level}' }, 10001, 'content'],
    [
      'a variable of another device',
      { condition: { kind: 'limit', signalId: 999_999, is: 'above', limit: 1 } },
      10001,
      'condition.signalId',
    ],
  ])('with %s is rejected, with the field', async (_, change, code, field) => {
    const refused = await ask(high(change))
    expect(refused).toMatchObject({ code, data: { field } })
    expect(refused.msg).not.toBe((await ask(high(change), 'zh-cn')).msg)
  })

  test('notifies permitted recipients step by step, and rejects others', async () => {
    const { accounts } = await server.admin.call(queryReceivers, { equipmentId })
    const own = accounts[0]!.id
    const step = { afterMin: 5, accountIds: [own, own], roleIds: [], methods: ['sms', 'push'] as ('sms' | 'push')[] }
    const made = await save(high({ steps: [step, { ...step, afterMin: 0, hours: { from: 60, to: 60 } }] }))
    const kept = { accountIds: [own], methods: ['push', 'sms'] }
    expect(made.steps).toEqual([
      { afterMin: 5, ...kept },
      { afterMin: 0, ...kept },
    ])
    const by = (change: object) => ask(high({ name: 'Second', steps: [{ ...step, ...change }] }))
    const refused = { code: 10001, data: { field: 'steps' } }
    expect(await by({ accountIds: [] })).toMatchObject(refused)
    expect((await by({ methods: [] })).code).toBe(10001)
    expect(await by({ accountIds: [999_999] })).toMatchObject(refused)
    expect(await by({ accountIds: [], roleIds: [999_999] })).toMatchObject(refused)
    const other = await server.otherCompany()
    const there = await device(other, 'Theirs')
    const foreign = (await other.call(queryReceivers, { equipmentId: there })).accounts[0]!.id
    expect(await by({ accountIds: [foreign] })).toMatchObject(refused)
  })

  test('keeps a deleted account in a step that already named it, and rejects it elsewhere', async () => {
    const own = (await server.admin.call(queryReceivers, { equipmentId })).accounts[0]!.id
    const step = { afterMin: 5, accountIds: [own], methods: ['push' as const] }
    const made = await save(high({ steps: [step] as never }))
    const strange = { ...made, steps: [{ ...made.steps![0]!, accountIds: [own, 999_999 as typeof own] }] }
    await server.platform.db
      .updateTable('configVersion')
      .set({ content: JSON.stringify({ ...config, alarms: [strange] }) })
      .where('objectId', '=', equipmentId)
      .where('version', '=', version)
      .execute()
    expect((await ask({ ...strange, name: 'Renamed' })).code).toBe(200)
  })

  test('with an invalid expression is rejected with the position: 2003, 2004, 2005', async () => {
    const by = (expression: string) => ask(high({ condition: { kind: 'expression', expression } }))
    const own = `$${'{'}${equipmentId}.${id('Level')}}`
    expect(await by(`${own} > > 5`)).toMatchObject({ code: 2003, data: { field: 'condition.expression' } })
    expect((await by(`${own} > > 5`)).msg).toContain(`character ${own.length + 4}`)
    expect((await by(`$${'{'}${equipmentId}.999999} > 5`)).code).toBe(2004)
    expect((await by(`$${'{'}999999.${id('Level')}} > 5`)).code).toBe(2004)
    expect((await by('1'.padEnd(limits.formulaLength + 1, '+1'))).code).toBe(2005)
    expect((await by(`${own} > 5`)).code).toBe(200)
  })

  test('rejects a duplicate name, and variables of other devices', async () => {
    await save(high())
    expect(await ask(high({ name: 'high level' }))).toMatchObject({ code: 10003, data: { field: 'name' } })
    const [mine, mineAt, mineVersion] = [config, equipmentId, version]
    const other = await device(server.admin, `Other of ${count}`)
    const made = await configure(server.admin, other)
    const foreign = { ...mine.alarms[0]!, condition: { kind: 'offline' } as const, name: 'Foreign' }
    const at = { equipmentId: other, version: made.version }
    expect((await server.admin.ask(saveAlarmRule, { ...at, rule: foreign })).code).toBe(10002)
    expect((await server.admin.ask(deleteAlarmRule, { ...at, ruleId: foreign.id })).code).toBe(10002)
    expect((await server.admin.ask(saveAlarmRules, { ...at, save: [foreign], remove: [] })).code).toBe(10002)
    expect((await server.admin.ask(saveAlarmRules, { ...at, save: [], remove: [foreign.id] })).code).toBe(10002)
    expect((await server.admin.call(queryConfig, { equipmentId: mineAt })).version).toBe(mineVersion)
  })

  test('changed by two people is saved for the first only: 10004', async () => {
    const made = await save(high())
    const seen = version
    await save({ ...made, level: 'severe' })
    const late = { equipmentId, version: seen, rule: { ...made, level: 'normal' as const } }
    expect(await server.admin.ask(saveAlarmRule, late)).toMatchObject({ code: 10004, data: { version } })
    expect((await server.admin.ask(saveAlarmRules, { equipmentId, version: seen, save: [], remove: [] })).code).toBe(
      10004,
    )
    expect((await server.admin.call(queryConfig, { equipmentId })).config.alarms[0]!.level).toBe('severe')
  })
})

describe('many rules', () => {
  const numbered = (n: number) => Array.from({ length: n }, (_, i) => high({ name: `Rule ${i + 1}` }))

  test('are added, changed, switched off and deleted in one version', async () => {
    const [first] = [await save(high()), await save(high({ name: 'Goes' }))]
    const goes = config.alarms[1]!.id
    const base = version
    const { data } = await askMany([{ ...first, enabled: false }, high({ name: 'New' })], [goes])
    expect(data!.version).toBe(base + 1)
    expect(data!.config.alarms.map(({ id: of, name, enabled }) => [of, name, enabled])).toEqual([
      [first.id, 'High level', false],
      [expect.any(Number), 'New', undefined],
    ])
    expect((await rowsOf()).map(({ name, enabled, removedAt }) => [name, enabled, removedAt === null])).toEqual([
      ['High level', false, true],
      ['Goes', true, false],
      ['New', true, true],
    ])
  })

  test('are rejected if some are invalid; each of these is reported with index and field', async () => {
    const wrong = [high(), high({ level: 'x', name: 'Shape' }), 'nothing', high({ name: 'B', onDelayS: -1 })]
    expect(await askMany(wrong)).toMatchObject({
      code: 10006,
      data: [
        { index: 1, name: 'Shape', field: 'level' },
        { index: 2, name: '', field: 'body' },
        { index: 3, name: 'B', field: 'onDelayS' },
      ],
    })
    const rules = [high(), high({ name: 'high LEVEL' }), high({ name: 'C', content: '{9999}' })]
    const refused = await askMany(rules)
    expect(refused).toMatchObject({
      code: 10006,
      data: [{ index: 0, field: 'name' }, { index: 1 }, { index: 2, field: 'content' }],
    })
    const reasons = refused.data as unknown as { reason: string }[]
    for (const { reason } of reasons) expect(reason).not.toMatch(/\{name|^$/)
    expect((await server.admin.call(queryConfig, { equipmentId })).config.alarms).toEqual([])
  })

  test('can swap names in one save', async () => {
    const [a, b] = [await save(high({ name: 'A' })), await save(high({ name: 'B' }))]
    const { data } = await askMany([
      { ...a, name: 'B' },
      { ...b, name: 'A' },
    ])
    expect(data!.config.alarms.map(({ name }) => name)).toEqual(['B', 'A'])
  })

  test('are rejected if one occurs twice', async () => {
    const made = await save(high())
    expect(await askMany([made, made])).toMatchObject({ code: 10006, data: [{ index: 1, field: 'id' }] })
  })

  test('are at most 200: one more is 1702, in single and bulk saves', async () => {
    const { data, code } = await askMany(numbered(limits.alarmRulesPerEquipment))
    expect([code, data!.config.alarms.length]).toEqual([200, 200])
    ;({ version, config } = data!)
    expect(await ask(high({ name: 'One more' }))).toMatchObject({ code: 1702, msg: expect.stringContaining('200') })
    expect((await askMany([high({ name: 'One more' })])).code).toBe(1702)
    expect((await askMany([high({ name: 'One more' })], [config.alarms[0]!.id])).code).toBe(200)
  })
})

describe('database rows of alarm rules', () => {
  test('follow the rules: marked when a rule is deleted, unmarked when it is restored', async () => {
    const first = await save(high())
    const off = await save(high({ name: 'Offline', level: 'severe', condition: { kind: 'offline' } }))
    await save(high({ name: 'Power', condition: { kind: 'powerOff' }, enabled: false }))
    expect(await rowsOf()).toMatchObject([
      {
        id: first.id,
        position: 0,
        level: 'important',
        platformKind: null,
        enabled: true,
        removedAt: null,
        spec: first,
      },
      { id: off.id, position: 1, level: 'severe', platformKind: 'offline', enabled: true },
      { name: 'Power', platformKind: 'powerOff', enabled: false, removedAt: null },
    ])
    const full = version
    const { createdAt } = (await rowsOf())[0]!
    ;({ version } = await server.admin.call(deleteAlarmRule, { equipmentId, version, ruleId: first.id }))
    expect(await rowsOf()).toMatchObject([
      { id: first.id, removedAt: expect.any(Number), spec: first },
      { id: off.id, position: 0, removedAt: null },
      { position: 1 },
    ])
    const back = await server.admin.call(restoreVersion, { equipmentId, version, restore: full })
    expect(back.config.alarms[0]).toEqual(first)
    expect(await rowsOf()).toMatchObject([
      { id: first.id, position: 0, removedAt: null, createdAt },
      { id: off.id, position: 1 },
      { position: 2 },
    ])
  })

  test('are unchanged while other parts of the configuration change', async () => {
    await save(high())
    const before = await rowsOf()
    const signal = { ...config.signals[0]!, title: 'Deep' }
    await server.admin.call(saveSignals, { equipmentId, version, save: [signal], remove: [] })
    expect(await rowsOf()).toEqual(before)
  })
})

describe('versions', () => {
  test('describe differences in words, with titles of variables', async () => {
    const made = await save(high({ content: `Flow {${id('Flow')}}` }))
    const before = config
    await save({
      ...made,
      ...{ condition: { ...above(4.2), deadBand: 0.05 }, onDelayS: 10, latched: true, methods: ['push', 'sms'] },
      ...{ setPointIds: [id('Reset')], content: `Level {value}, {${id('Running')}}` },
    })
    await save(high({ name: 'Stopped', condition: { kind: 'state', signalId: id('Running'), is: 'equal', value: 0 } }))
    const told = (language: 'en' | 'zh-cn') =>
      differences(configView, before, config, language).map((each) => [
        each.kind,
        each.steps.map(({ name }) => name).join(' / '),
        each.before,
        each.after,
      ])
    expect(told('en')).toEqual([
      [
        'changed',
        'Alarm rules / High level / Condition',
        'Well level above 5 m',
        'Well level above 4.2 m, dead band 0.05 m',
      ],
      ['changed', 'Alarm rules / High level / On-delay', '0 s', '10 s'],
      ['changed', 'Alarm rules / High level / Latched', false, true],
      ['changed', 'Alarm rules / High level / Message', 'Flow {Flow}', 'Level {value}, {Running}'],
      ['changed', 'Alarm rules / High level / Related setpoints', '', 'Reset'],
      ['changed', 'Alarm rules / High level / Notified by', '', 'Push, SMS'],
      ['added', 'Alarm rules / Stopped', undefined, undefined],
    ])
    expect(told('zh-cn')[0]).toEqual([
      ...['changed', '报警规则 / High level / 条件', 'Well level 高于 5 m', 'Well level 高于 4.2 m，回差 0.05 m'],
    ])
  })

  test('without alarms read as an empty list, keep their hash, and can be restored', async () => {
    const { drivers, signals } = config
    const { hash } = await server.admin.call(queryConfig, { equipmentId })
    expect(hash).toBe(configHash({ drivers, signals }))
    await server.platform.db
      .updateTable('configVersion')
      .set({ content: JSON.stringify({ drivers, signals }) })
      .where('objectId', '=', equipmentId)
      .where('version', '=', version)
      .execute()
    expect((await server.admin.call(queryConfig, { equipmentId })).config.alarms).toEqual([])
    expect((await server.admin.call(queryVersions, { equipmentId }))[0]).toMatchObject({ alarms: 0 })
    const old = version
    await save(high())
    const back = await server.admin.call(restoreVersion, { equipmentId, version, restore: old })
    expect([back.hash, back.config.alarms]).toEqual([hash, []])
  })
})

describe('variables and drivers', () => {
  test('used in a rule cannot be deleted: 10007 names the rule', async () => {
    await save(high({ condition: { kind: 'state', signalId: id('Running'), is: 'equal', value: 0 } }))
    const remove = await server.admin.ask(saveSignals, { equipmentId, version, save: [], remove: [id('Running')] })
    expect(remove).toMatchObject({ code: 10007, msg: expect.stringContaining('High level') })
    const driver = await server.admin.ask(deleteDriver, { equipmentId, version, driverId })
    expect(driver).toMatchObject({ code: 10007, msg: expect.stringContaining('High level') })
  })

  test('named only in a message can be deleted, and the message drops them', async () => {
    await save(high({ content: `At {value}, flow {${id('Flow')}}`, setPointIds: [id('Reset')] }))
    const remove = [id('Flow'), id('Reset')]
    const after = await server.admin.call(saveSignals, { equipmentId, version, save: [], remove })
    expect(after.config.alarms).toMatchObject([{ content: 'At {value}, flow' }])
    expect(after.config.alarms[0]).not.toHaveProperty('setPointIds')
  })

  test('cannot change to a type that their rule cannot evaluate', async () => {
    await save(high())
    const text = { ...config.signals[0]!, dataType: 'string' as const, length: 4, decimals: undefined, unit: undefined }
    const refused = await server.admin.ask(saveSignals, { equipmentId, version, save: [text], remove: [] })
    expect(refused).toMatchObject({ code: 10007, msg: expect.stringContaining('High level') })
  })
})

test('another company can neither save nor delete a rule', async () => {
  const { id: ruleId } = await save(high())
  const other = await server.otherCompany()
  const at = { equipmentId, version }
  expect((await other.ask(saveAlarmRule, { ...at, rule: high({ name: 'X' }) })).code).toBe(1101)
  expect((await other.ask(saveAlarmRules, { ...at, save: [high({ name: 'X' })], remove: [] })).code).toBe(1101)
  expect((await other.ask(deleteAlarmRule, { ...at, ruleId: ruleId as AlarmRuleId })).code).toBe(1101)
  expect(await rowsOf()).toMatchObject([{ removedAt: null }])
})
