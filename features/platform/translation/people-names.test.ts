// Translated names of people, departments and customers, for accounts that see all devices or some, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { addedBy, type Person, person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { addEquipment } from '../../device/equipment/contract.ts'
import { externalCalls, internalCalls } from '../../people/account/contract.ts'
import { addDepartment } from '../../people/department/contract.ts'
import { loadTranslations, queryNames, saveTranslations } from './contract.ts'

let server: TestServer
let pump: EquipmentId
const ofPeople = ['Anna Berg', 'Carla Ruiz', 'Harbour Mills', 'Night shift', 'North plant']
beforeAll(async () => {
  server = await testServer()
  const { call } = server.admin
  pump = EquipmentId.parse((await call(addEquipment, { name: 'Pump 7' })).id)
  await call(addEquipment, { name: 'North plant' })
  await call(addDepartment, { name: 'Night shift', parentId: null })
  await call(internalCalls.add, { loginname: 'anna_berg', name: 'Anna Berg' })
  await call(internalCalls.add, { loginname: 'ben_olsen', name: 'Ben Olsen', company: 'North plant' })
  await call(externalCalls.add, { loginname: 'carla_ruiz', name: 'Carla Ruiz', company: 'Harbour Mills' })
  await call(saveTranslations, { entries: sources.map((source) => ({ source, en: null, zh: `译 ${source}` })) })
})
afterAll(() => server.stop())

const sources = [...ofPeople, 'Pump 7', 'Formerly used']
const seen = async (who: Caller) =>
  (await who.call(loadTranslations, {})).entries!.map(([source]) => source).filter((source) => sources.includes(source))
const operator = (name: string, auths: readonly Permission[]) =>
  person(server, name, { auths: ['monitor:view', ...auths], dataRange: 'all' })
async function sees(who: Person, equipmentId: EquipmentId): Promise<Person> {
  const grant = { orgId: OrgId.parse(1), accountId: who.accountId, mayWrite: false, createdAt: 1 }
  await server.platform.db
    .insertInto('accessGrant')
    .values({ ...grant, equipmentId })
    .execute()
  return who
}

test('an account that sees all devices receives names of people by its permissions', async () => {
  expect(await seen(await operator('all_devices', []))).toEqual(['Formerly used', 'North plant', 'Pump 7'])
  expect(await seen(await operator('all_accounts', ['account:view']))).toEqual([
    ...['Anna Berg', 'Formerly used', 'Night shift', 'North plant', 'Pump 7'],
  ])
  expect(await seen(await operator('all_customers', ['external:view']))).toEqual([
    ...['Carla Ruiz', 'Formerly used', 'Harbour Mills', 'Night shift', 'North plant', 'Pump 7'],
  ])
  expect(await seen(server.admin)).toEqual(expect.arrayContaining(ofPeople))
})

test('the list of names has no translation of a person for an account that sees no people', async () => {
  const rows = await (await operator('all_names', ['equipment:view'])).call(queryNames, {})
  expect(rows.map(({ source }) => source).filter((source) => ofPeople.includes(source))).toEqual(['North plant'])
})

test('people that alarms of visible devices name are translated for those who see the alarms', async () => {
  const { db } = server.platform
  const names = ['Dora Lind', 'Emil Holm', 'Fia Dahl']
  await server.admin.call(saveTranslations, {
    entries: names.map((source) => ({ source, en: null, zh: `译 ${source}` })),
  })
  const [dora, emil] = [await person(server, 'dora_lind'), await person(server, 'emil_holm')]
  for (const [at, { accountId }] of [dora, emil, await person(server, 'fia_dahl')].entries())
    await db.updateTable('account').set({ name: names[at]! }).where('id', '=', accountId).execute()
  const steps = [
    { afterMin: 5, accountIds: [emil.accountId], roleIds: [], methods: ['push' as const], hours: undefined },
  ]
  const ruleId = await alarmRule(db, { equipmentId: pump, steps })
  await alarm(db, { ruleId, raisedAt: 1, acknowledgedAt: 2, acknowledgedName: 'Dora Lind' })
  const limited = { auths: ['monitor:view', 'alarm:view'] as const }
  const people = async (who: Caller) =>
    (await who.call(loadTranslations, {})).entries!.flatMap(([source]) => (names.includes(source) ? source : []))
  expect(await people(await sees(await person(server, 'sees_pump', limited), pump))).toEqual(['Dora Lind', 'Emil Holm'])
  expect(await people(await operator('sees_alarms', ['alarm:view']))).toEqual(['Dora Lind', 'Emil Holm'])
  expect(await people(await operator('sees_no_alarm', []))).toEqual([])
  expect(await people(await person(server, 'sees_nothing', limited))).toEqual([])
})

test('the name of a person, company or department is changed by those who may edit it', async () => {
  const save = (who: Caller, ...names: string[]) =>
    who.ask(saveTranslations, { entries: names.map((source) => ({ source, en: `Other ${source}`, zh: null })) })
  const editor = await operator('edits_devices', ['equipment:edit'])
  for (const [name, words] of [
    ['Anna Berg', 'a person'],
    ['Harbour Mills', 'a company'],
    ['Night shift', 'a department'],
    ['North plant', 'a company'],
  ] as const)
    expect(await save(editor, 'Pump 7', name)).toMatchObject({
      ...{ code: 1910, msg: expect.stringContaining(`${name} is the name of ${words}`) },
      data: { field: 'entries.1.source' },
    })
  const entries = (await server.admin.call(loadTranslations, {})).entries!
  expect(entries).toContainEqual(['Pump 7', null, '译 Pump 7'])
  expect((await save(editor, 'Pump 7')).code).toBe(200)
  const unchanged = { source: 'Anna Berg', en: null, zh: '译 Anna Berg' }
  expect((await editor.ask(saveTranslations, { entries: [unchanged] })).code).toBe(200)
  const accounts = await operator('edits_accounts', ['equipment:edit', 'account:edit'])
  expect((await save(accounts, 'Anna Berg', 'North plant')).code).toBe(200)
  expect((await save(accounts, 'Carla Ruiz')).code).toBe(1910)
  expect((await save(server.admin, 'Carla Ruiz', 'Harbour Mills', 'Night shift')).code).toBe(200)
})

test('an account that may edit only some people changes only their names', async () => {
  const rights = { auths: ['monitor:view', 'equipment:edit', 'account:edit', 'alarm:view'] as const }
  const editor = await sees(await person(server, 'edits_own', rights), pump)
  const own = await addedBy(server, editor, await person(server, 'gail_moe'))
  await server.platform.db.updateTable('account').set({ name: 'Gail Moe' }).where('id', '=', own.accountId).execute()
  const save = (source: string) => editor.ask(saveTranslations, { entries: [{ source, en: 'Other', zh: null }] })
  expect((await save('Gail Moe')).code).toBe(200)
  expect((await save('Dora Lind')).code).toBe(1910)
  expect((await save('Anna Berg')).code).toBe(10002)
})
