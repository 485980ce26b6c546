// Translations over HTTP, on a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EquipmentId, OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { alarmRule } from '../../../testkit/alarms.ts'
import { addedBy, person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { queryConfig } from '../../device/config/contract.ts'
import { saveDriver } from '../../device/driver/contract.ts'
import { addEquipment, queryEquipments } from '../../device/equipment/contract.ts'
import { addGroup } from '../../device/group/contract.ts'
import { searchSignals } from '../../device/live/contract.ts'
import { saveSignals } from '../../device/signal/contract.ts'
import { savePage } from '../../page/page/contract.ts'
import { externalCalls, internalCalls } from '../../people/account/contract.ts'
import { addDepartment } from '../../people/department/contract.ts'
import { queryMonitored } from '../../project/monitor/contract.ts'
import { queryOperations } from '../operation-log/contract.ts'
import { loadTranslations, queryNames, saveTranslations } from './contract.ts'

let server: TestServer
let equipmentId: number
beforeAll(async () => {
  server = await testServer()
  const { call } = server.admin
  equipmentId = (await call(addEquipment, { name: 'Hill booster' })).id
  await call(addGroup, { name: 'High zone', parentId: null })
  const { version } = await call(queryConfig, { equipmentId })
  const driver = { name: 'PLC', type: 'modbus-tcp', params: { host: '127.0.0.1', port: 9 } }
  const saved = await call(saveDriver, { equipmentId, version, driver })
  const { id: driverId } = saved.config.drivers[0]!
  const signal = { driverId, name: 'p', title: 'Suction pressure', group: 'Pressure', unit: 'MPa', access: 'r' }
  const texts = '0=closed off; 1=opened'
  const flag = { driverId, name: 'v', title: 'Valve', access: 'r', address: 'C:0', dataType: 'bool', texts }
  const save = [{ ...signal, address: 'H:0', dataType: 'uint16' }, flag]
  await call(saveSignals, { equipmentId, version: saved.version, save, remove: [] })
  const position = { x: 0, y: 0, width: 9, height: 9 }
  const text = {
    id: 'w1',
    widgetType: 'Text',
    position,
    data: { text: 'To town' },
    clickEvent: { hint: 'Opens the gate' },
  }
  const menu = { id: 'w2', widgetType: 'Menu', position, items: [{ label: 'Pumps' }] }
  const group = { id: 'g1', widgetType: 'group', position, children: [text, menu] }
  await call(savePage, { equipmentId, title: 'Overview', json: JSON.stringify({ widgets: [group] }) })
})
afterAll(() => server.stop())

const put = (source: string, en: string | null, zh: string | null) =>
  server.admin.call(saveTranslations, { entries: [{ source, en, zh }] })
const load = () => server.admin.call(loadTranslations, {})

describe('translations', () => {
  test('are loaded once, and again only after a change', async () => {
    await put('Hill booster', null, '山区加压站')
    const { version, entries } = await load()
    expect(entries).toContainEqual(['Hill booster', null, '山区加压站'])
    expect(await server.admin.call(loadTranslations, { version })).toEqual({ version, entries: null })
    await put('Suction pressure', null, '进水压力')
    const next = await server.admin.call(loadTranslations, { version })
    expect(next.entries).toHaveLength(entries!.length + 1)
    expect(next.version).not.toBe(version)
  })

  test('are replaced, and removed when both are empty', async () => {
    await put('Twice', 'Two', null)
    await put('Twice', null, ' 二 ')
    expect((await load()).entries).toContainEqual(['Twice', null, '二'])
    await put('Twice', '', null)
    expect((await load()).entries!.map(([source]) => source)).not.toContain('Twice')
  })

  test('of one call are saved in order: the last value of a name wins', async () => {
    const entries = [
      { source: 'Again', en: null, zh: '一' },
      { source: 'Again', en: null, zh: '二' },
    ]
    await server.admin.call(saveTranslations, { entries })
    expect((await load()).entries).toContainEqual(['Again', null, '二'])
    await put('Again', null, null)
  })

  test('are in the operation log', async () => {
    await put('Logged', null, '已记录')
    const { rows } = await server.admin.call(queryOperations, { act: 'saveTranslations' })
    expect(rows[0]).toMatchObject({ act: 'saveTranslations', objectName: 'Logged' })
    await put('Logged', null, null)
  })

  test('are limited in number and length, and need a name', async () => {
    const entries = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ source: `n${from + i}`, en: null, zh: '名' }))
    const { entries: before } = await load()
    for (let from = 0; from < limits.translations - before!.length; from += limits.translationsAtOnce) {
      const count = Math.min(limits.translationsAtOnce, limits.translations - before!.length - from)
      await server.admin.call(saveTranslations, { entries: entries(from, count) })
    }
    expect((await server.admin.ask(saveTranslations, { entries: entries(20_000, 1) })).code).toBe(1909)
    expect((await load()).entries).toHaveLength(limits.translations)
    for (let from = 0; from < limits.translations; from += limits.translationsAtOnce)
      await server.admin.call(saveTranslations, {
        entries: entries(from, limits.translationsAtOnce).map((each) => ({ ...each, zh: null })),
      })
    expect((await load()).entries).toEqual(before)
    const long = { source: 'x'.repeat(limits.translationLength + 1), en: null, zh: '长' }
    expect((await server.admin.ask(saveTranslations, { entries: [long] })).code).toBe(10001)
    expect((await server.admin.ask(saveTranslations, { entries: [{ source: ' ', en: 'a', zh: null }] })).code).toBe(
      10001,
    )
  })

  test('are a company’s own', async () => {
    const other = await server.otherCompany()
    expect((await other.call(loadTranslations, {})).entries).toEqual([])
    expect((await other.call(queryNames, {})).map(({ kinds }) => kinds)).toEqual([['company'], ['person']])
    await other.call(saveTranslations, { entries: [{ source: 'Hill booster', en: null, zh: '别家' }] })
    expect((await load()).entries).toContainEqual(['Hill booster', null, '山区加压站'])
    expect((await other.call(loadTranslations, {})).entries).toEqual([['Hill booster', null, '别家']])
  })
})

test('names of roles are those of the roles and accounts in the data range', async () => {
  const auths = ['monitor:view', 'account:view'] as const
  const lead = await person(server, 'role-lead', { auths })
  const clerk = await person(server, 'role-clerk', { auths: ['monitor:view', 'role:view'] })
  await addedBy(server, lead, await person(server, 'role-crew'))
  await person(server, 'role-stranger')
  const named = (name: string) => `of ${name}`
  const all = ['role-lead', 'role-crew', 'role-clerk', 'role-stranger'].map(named)
  for (const name of all) await put(name, null, `译 ${name}`)
  const seen = async (who: typeof lead) =>
    (await who.call(loadTranslations, {})).entries!.map(([source]) => source).filter((name) => all.includes(name))
  expect((await seen(lead)).sort()).toEqual(['role-crew', 'role-lead'].map(named))
  expect(await seen(clerk)).toEqual([named('role-clerk')])
  for (const name of all) await put(name, null, null)
})

test('the roles that alarm rules of visible devices notify are named in alarms, and so translated', async () => {
  const crew = await person(server, 'role-notified')
  const steps = [{ afterMin: 5, accountIds: [], roleIds: [crew.roleId], methods: ['push' as const], hours: undefined }]
  const { db, now } = server.platform
  const seen = EquipmentId.parse(equipmentId)
  await alarmRule(db, { equipmentId: seen, steps })
  await put('of role-notified', null, '值班员')
  const operator = await person(server, 'role-operator', { auths: ['monitor:view', 'alarm:view'] })
  const stranger = await person(server, 'role-without', { auths: ['monitor:view', 'alarm:view'] })
  const grant = { orgId: OrgId.parse(1), accountId: operator.accountId, mayWrite: false, createdAt: now() }
  await db
    .insertInto('accessGrant')
    .values({ ...grant, equipmentId: seen })
    .execute()
  const told = async (who: typeof crew) => (await who.call(loadTranslations, {})).entries!.map(([source]) => source)
  expect(await told(operator)).toContain('of role-notified')
  expect(await told(stranger)).not.toContain('of role-notified')
  await put('of role-notified', null, null)
})

test('names of departments, people and their companies are those in the data range', async () => {
  const { call } = server.admin
  const works = await call(addDepartment, { name: 'Works', parentId: null })
  const shift = await call(addDepartment, { name: 'Night shift', parentId: works.id })
  await call(addDepartment, { name: 'Sales', parentId: null })
  const lead = await person(server, 'shift-lead', { auths: ['monitor:view', 'account:view'], dataRange: 'department' })
  const placed = { name: 'Anna Berg', departmentId: works.id }
  await server.platform.db.updateTable('account').set(placed).where('id', '=', lead.accountId).execute()
  await call(internalCalls.add, { loginname: 'ben_olsen', name: 'Ben Olsen', departmentId: shift.id })
  await call(externalCalls.add, { loginname: 'carla_ruiz', name: 'Carla Ruiz', company: 'Harbour Mills' })
  const kinds = new Map((await call(queryNames, {})).map((row) => [row.source, row.kinds]))
  expect(['Works', 'Ben Olsen', 'Harbour Mills'].map((name) => kinds.get(name))).toEqual([
    ...[['department'], ['person'], ['company']],
  ])
  const all = ['Works', 'Night shift', 'Sales', 'Anna Berg', 'Ben Olsen', 'Carla Ruiz', 'Harbour Mills']
  for (const name of all) await put(name, null, `译 ${name}`)
  const seen = async (who: typeof lead) =>
    (await who.call(loadTranslations, {})).entries!.map(([source]) => source).filter((name) => all.includes(name))
  expect((await seen(lead)).sort()).toEqual(['Anna Berg', 'Ben Olsen', 'Night shift', 'Works'])
  expect(await seen(await person(server, 'plain-viewer', { auths: ['monitor:view'] }))).toEqual([])
  for (const name of all) await put(name, null, null)
})

test('every kind of name is listed with its uses', async () => {
  const rows = await server.admin.call(queryNames, {})
  const kinds = new Map(rows.map((row) => [row.source, row.kinds]))
  expect(kinds.get('Hill booster')).toEqual(['device'])
  expect(kinds.get('High zone')).toEqual(['group'])
  expect(kinds.get('Suction pressure')).toEqual(['variable'])
  expect(kinds.get('Pressure')).toEqual(['variableGroup'])
  expect(kinds.get('MPa')).toEqual(['unit'])
  for (const word of ['closed off', 'opened']) expect(kinds.get(word)).toEqual(['valueText'])
  expect(kinds.get('Overview')).toEqual(['page'])
  for (const word of ['To town', 'Opens the gate', 'Pumps']) expect(kinds.get(word)).toEqual(['pageText'])
})

describe('a search', () => {
  test.each([['山区'], ['hill']])('for %s finds the device', async (keyword) => {
    expect((await server.admin.call(queryEquipments, { keyword })).rows).toMatchObject([{ name: 'Hill booster' }])
    expect((await server.admin.call(queryMonitored, { keyword })).rows).toMatchObject([{ name: 'Hill booster' }])
  })

  test.each([['进水'], ['SUCTION']])('for %s finds the variable', async (keyword) => {
    expect((await server.admin.call(searchSignals, { keyword })).rows).toMatchObject([{ title: 'Suction pressure' }])
  })

  test('finds nothing by another company’s words', async () => {
    expect((await server.admin.call(queryEquipments, { keyword: '别家' })).rows).toEqual([])
  })
})
