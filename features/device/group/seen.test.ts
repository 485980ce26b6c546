// Groups and translations for an account that does not see every device, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { loadTranslations, queryNames, saveTranslations } from '../../platform/translation/contract.ts'
import { addEquipment, queryEquipments } from '../equipment/contract.ts'
import { addGroup, deleteGroup, editGroup, queryGroups, queryMonitorGroups } from './contract.ts'

let server: TestServer
let viewer: Caller
const groups = new Map<string, number>()
beforeAll(async () => {
  server = await testServer()
  const { db, now } = server.platform
  const { call } = server.admin
  const group = async (name: string, parent?: string) => {
    const { id } = await call(addGroup, { name, parentId: parent ? groups.get(parent)! : null })
    groups.set(name, id)
  }
  await group('Works')
  await group('Intake', 'Works')
  await group('Secret line', 'Works')
  await group('Secret site')
  const shown = await call(addEquipment, { name: 'Shown pump', groupId: groups.get('Intake')! })
  await call(addEquipment, { name: 'Hidden pump', groupId: groups.get('Secret line')! })
  await call(saveTranslations, {
    entries: [
      { source: 'Works', en: null, zh: '水厂' },
      { source: 'Shown pump', en: null, zh: '可见泵' },
      { source: 'Hidden pump', en: null, zh: '隐藏泵' },
      { source: 'Secret site', en: null, zh: '秘密站点' },
      { source: 'Once there', en: null, zh: '旧名称' },
    ],
  })
  await server.addAccount({ loginname: 'viewer', roleType: 'internal' })
  const { id, orgId } = await db
    .selectFrom('account')
    .select(['id', 'orgId'])
    .where('loginname', '=', 'viewer')
    .executeTakeFirstOrThrow()
  const keys = ['monitor:view', 'equipment:view', 'equipment:edit', 'equipment:add', 'group:edit']
  const role = { orgId, roleType: 'internal' as const, name: 'Group viewer', auths: keys, createdAt: now() }
  const { id: roleId } = await db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()
  await db.updateTable('account').set({ roleId }).where('id', '=', id).execute()
  await db
    .insertInto('accessGrant')
    .values({ orgId, accountId: id, equipmentId: shown.id, mayWrite: true, createdAt: now() })
    .execute()
  viewer = await server.as('viewer', adminPassword)
})
afterAll(() => server.stop())

describe('an account that sees one device', () => {
  test('sees its group and the groups above, and no other', async () => {
    const names = (await viewer.call(queryGroups, {})).map(({ name, equipmentCount }) => [name, equipmentCount])
    expect(names.sort()).toEqual([
      ['Intake', 1],
      ['Works', 0],
    ])
    const { groups: monitored, total } = await viewer.call(queryMonitorGroups, {})
    expect(total).toBe(1)
    expect(monitored.map(({ name, totalCount }) => [name, totalCount]).sort()).toEqual([
      ['Intake', 1],
      ['Works', 1],
    ])
  })

  test('cannot find another group by its id', async () => {
    const groupId = groups.get('Secret line')!
    expect((await viewer.ask(queryEquipments, { groupId })).code).toBe(10002)
    expect((await viewer.ask(addEquipment, { name: 'Within', groupId })).code).toBe(10002)
    expect((await viewer.ask(queryEquipments, { groupId: groups.get('Intake')! })).data?.total).toBe(1)
  })

  test('cannot change the tree of groups, of which it sees a part', async () => {
    const id = groups.get('Intake')!
    const answers = await Promise.all([
      viewer.ask(addGroup, { name: 'Mine', parentId: null }),
      viewer.ask(editGroup, { id, name: 'Mine', parentId: null }),
      viewer.ask(deleteGroup, { id }),
    ])
    expect(answers.map(({ code }) => code)).toEqual([90002, 90002, 90002])
  })

  test('receives translations of visible names, and cannot change others', async () => {
    const { entries, version } = await viewer.call(loadTranslations, {})
    expect(entries).toEqual([
      ['Shown pump', null, '可见泵'],
      ['Works', null, '水厂'],
    ])
    expect((await viewer.call(loadTranslations, { version })).entries).toBeNull()
    expect(JSON.stringify(await viewer.call(queryNames, {}))).not.toMatch(/Hidden|Secret|Once/)
    const hidden = [{ source: 'Hidden pump', en: 'Mine', zh: null }]
    expect((await viewer.ask(saveTranslations, { entries: hidden })).code).toBe(10002)
    const seen = [{ source: 'Intake', en: null, zh: '取水' }]
    expect((await viewer.call(saveTranslations, { entries: seen })).version).not.toBe(version)
  })

  test('differs from an administrator, who receives all', async () => {
    expect((await server.admin.call(queryGroups, {})).map(({ name }) => name)).toContain('Secret site')
    const { entries } = await server.admin.call(loadTranslations, {})
    expect(entries?.map(([source]) => source)).toEqual(expect.arrayContaining(['Hidden pump', 'Once there']))
  })
})
