// Roles over HTTP, on a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { savePage } from '../../page/page/contract.ts'
import { queryOperationsOfObject } from '../../platform/operation-log/contract.ts'
import { queryMonitored } from '../../project/monitor/contract.ts'
import { userInfo } from '../login/contract.ts'
import {
  addRole,
  copyRole,
  deleteRole,
  editRole,
  queryMembers,
  queryRegions,
  queryRoles,
  type Role,
  roleInfo,
} from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => clock.at })
})
afterAll(() => server.stop())

let count = 0
const named = () => {
  count += 1
  return `Role ${count}`
}
const add = (more: Partial<Pick<Role, 'roleType' | 'auths' | 'dataRange' | 'regions'>> = {}, by = server.admin) =>
  by.call(addRole, { roleType: 'internal', name: named(), ...more })
const changed = ({ id, version, name, auths, dataRange, regions }: Role, change: Partial<Role>) => ({
  ...{ id, version, name, auths, dataRange, regions },
  ...change,
})

describe('a role', () => {
  test('is stored with the permissions that its own imply', async () => {
    const role = await add({ auths: ['history:export'], dataRange: 'own', regions: ['Line 1', 'Line 1'] })
    expect(role).toMatchObject({ version: 1, memberCount: 0, dataRange: 'own', regions: ['Line 1'] })
    expect([...role.auths].sort()).toEqual(['history:export', 'history:view', 'monitor:view'])
    expect(await server.admin.call(roleInfo, { id: role.id })).toEqual(role)
    expect((await server.admin.call(queryRoles, {})).roles).toContainEqual(role)
  })

  test.each([
    ['an unknown key', { auths: ['nonsense' as Permission] }, 'auths'],
    ['a key of the platform’s administrators', { auths: ['platform:admin'] }, 'auths'],
    ['a key that customers cannot hold', { roleType: 'external', auths: ['equipment:edit'] }, 'auths'],
    ['a range for customers', { roleType: 'external', dataRange: 'all' }, 'dataRange'],
    ['a region with a comma', { regions: ['A,B'] }, 'regions.0'],
    ['a region with the mark of all regions', { regions: ['*'] }, 'regions.0'],
    ['a region without a letter', { regions: [' '] }, 'regions.0'],
    [
      'more regions than are allowed',
      { regions: Array.from({ length: limits.roleRegions + 1 }, (_, i) => `R${i}`) },
      'regions',
    ],
    ['a name that is too long', { name: 'x'.repeat(limits.roleNameLength + 1) }, 'name'],
  ] as const)('is refused with %s', async (_, wrong, field) => {
    const input = { roleType: 'internal', name: named(), ...wrong } as never
    expect(await server.admin.ask(addRole, input)).toMatchObject({ code: 10001, data: { field } })
  })

  test('has a unique name, regardless of case', async () => {
    const { name } = await add()
    const again = { roleType: 'external', name: name.toUpperCase() } as const
    expect(await server.admin.ask(addRole, again)).toMatchObject({ code: 10003, data: { field: 'name' } })
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.admin.ask(addRole, { roleType: 'internal', name: 'race' })),
    )
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 10003, 10003])
  })

  test('for staff exists only in the platform’s own organisation', async () => {
    await add({ roleType: 'operation', auths: ['gateway:register'] })
    const other = await server.otherCompany()
    expect(await other.ask(addRole, { roleType: 'operation', name: 'Staff' })).toMatchObject({
      code: 10001,
      data: { field: 'roleType' },
    })
    const staff = { roleType: 'internal', name: 'Hidden staff', auths: ['gateway:register'] } as const
    expect((await other.ask(addRole, { ...staff, auths: [...staff.auths] })).code).toBe(10001)
  })

  test('is saved against its version, and the log lists the changes', async () => {
    const role = await add({ auths: ['monitor:view'] })
    const edited = await server.admin.call(editRole, changed(role, { auths: ['signal:write'], name: 'Writers' }))
    expect(edited).toMatchObject({ version: 2, name: 'Writers', auths: expect.arrayContaining(['signal:write']) })
    expect((await server.admin.ask(editRole, changed(role, { auths: [] }))).code).toBe(10004)
    const { rows } = await server.admin.call(queryOperationsOfObject, {
      objectId: role.id,
      objectType: 'role',
    })
    expect(rows[0]).toMatchObject({ act: 'edit', before: { auths: 'monitor:view' }, after: { name: 'Writers' } })
  })

  test('two edits of the same version: one is refused', async () => {
    const role = await add()
    const answers = await Promise.all(
      ['a', 'b'].map((name) => server.admin.ask(editRole, changed(role, { name: `${role.name}${name}` }))),
    )
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 10004])
  })

  test('changes apply to its members immediately', async () => {
    const member = await person(server, 'changing', { auths: ['monitor:view'] })
    expect((await member.ask(queryMonitored, {})).code).toBe(200)
    const role = await server.admin.call(roleInfo, { id: member.roleId })
    await server.admin.call(editRole, changed(role, { auths: [] }))
    expect((await member.ask(queryMonitored, {})).code).toBe(90002)
    expect((await member.call(userInfo, {})).auths).toEqual(['public', 'signedIn'])
  })

  test('with members cannot be deleted', async () => {
    const member = await person(server, 'keeping')
    const refused = await server.admin.ask(deleteRole, { id: member.roleId })
    expect(refused).toMatchObject({ code: 10007, msg: 'Still in use: keeping' })
    const role = await add()
    await server.admin.call(deleteRole, { id: role.id })
    expect((await server.admin.ask(roleInfo, { id: role.id })).code).toBe(10002)
  })

  test('is copied without its members', async () => {
    const member = await person(server, 'original', { auths: ['monitor:view'], dataRange: 'own', regions: ['A'] })
    const copy = await server.admin.call(copyRole, { id: member.roleId, name: 'Copied' })
    expect(copy).toMatchObject({
      name: 'Copied',
      memberCount: 0,
      auths: ['monitor:view'],
      dataRange: 'own',
      regions: ['A'],
    })
  })

  test('needs a confirmed password', async () => {
    clock.at += limits.confirmedMs + 1
    expect((await server.admin.ask(addRole, { roleType: 'internal', name: named() })).code).toBe(1011)
    expect((await server.admin.ask(queryRoles, {})).code).toBe(200)
    clock.at -= limits.confirmedMs + 1
  })
})

describe('an author gives no right that it lacks', () => {
  test('and the refusal names the right in words', async () => {
    const author = await person(server, 'author', { auths: ['role:edit', 'monitor:view'], regions: ['A'] })
    const give = (more: object, language: 'en' | 'zh-cn' = 'en') =>
      author.ask(addRole, { roleType: 'internal', name: named(), ...more }, language)
    expect(await give({ auths: ['signal:write'] })).toMatchObject({
      code: 1125,
      msg: expect.stringContaining(': write values'),
    })
    expect((await give({ auths: ['signal:write'] }, 'zh-cn')).msg).toContain('：写入数据')
    expect(await give({ dataRange: 'all' })).toMatchObject({ code: 1125, msg: expect.stringContaining('All devices') })
    expect(await give({ regions: ['B'] })).toMatchObject({ code: 1125, msg: expect.stringContaining('B') })
    expect(await give({ regions: null })).toMatchObject({ code: 1125, msg: expect.stringContaining('All regions') })
    expect((await give({ auths: ['monitor:view'], regions: ['A'] })).code).toBe(200)
  })

  test('or adds one to a role, but keeps existing ones', async () => {
    const author = await person(server, 'second', { auths: ['role:edit'] })
    const role = await add({ auths: ['signal:write'], dataRange: 'all', regions: null })
    expect((await author.ask(editRole, changed(role, { auths: [...role.auths, 'history:view'] }))).code).toBe(1125)
    expect((await author.ask(editRole, changed(role, { name: 'Renamed by another' }))).code).toBe(200)
    expect((await author.ask(copyRole, { id: role.id, name: named() })).code).toBe(1125)
  })

  test('and cannot change or delete its own role', async () => {
    const author = await person(server, 'third', { auths: ['role:edit'] })
    const own = await server.admin.call(roleInfo, { id: author.roleId })
    expect((await author.ask(editRole, changed(own, { name: 'Mine' }))).code).toBe(1126)
    expect((await author.ask(deleteRole, { id: own.id })).code).toBe(1126)
  })
})

describe('system roles', () => {
  test('list the rights of accounts without a role, with their numbers', async () => {
    await server.addAccount({ loginname: 'plain', roleType: 'external' })
    const { system } = await server.admin.call(queryRoles, {})
    expect(system.map(({ roleType }) => roleType)).toEqual(['admin', 'operation', 'enterprise', 'internal', 'external'])
    expect(system.find(({ roleType }) => roleType === 'external')).toMatchObject({
      memberCount: 1,
      dataRange: 'granted',
    })
    expect(system.find(({ roleType }) => roleType === 'admin')).toMatchObject({ memberCount: 1, dataRange: 'all' })
    const ofOther = await (await server.otherCompany()).call(queryRoles, {})
    expect(ofOther.system.map(({ roleType }) => roleType)).toEqual(['enterprise', 'internal', 'external'])
  })

  test('list their members by name, as other roles do', async () => {
    const member = await person(server, 'listed')
    const of = async (filter: object) =>
      (await server.admin.call(queryMembers, { pageSize: 200, ...filter })).rows.map(({ loginname }) => loginname)
    expect(await of({ id: member.roleId })).toEqual(['listed'])
    expect(await of({ roleType: 'admin' })).toEqual(['admin'])
    expect(await of({ roleType: 'internal' })).not.toContain('listed')
    expect(await of({ keyword: 'LIST' })).toEqual(['listed'])
  })
})

test('regions are collected from widgets of visible pages', async () => {
  const equipmentId = (await device(server.admin, 'With regions')) as never
  const position = { x: 0, y: 0, width: 9, height: 9 }
  const widget = (id: string, authRegion: string, children: object[] = []) => ({
    ...{ id, widgetType: children.length > 0 ? 'group' : 'Text', position, authRegion },
    ...(children.length > 0 ? { children } : {}),
  })
  const widgets = [widget('a', 'Costs, Operation'), widget('b', '', [widget('c', 'Energy'), widget('d', 'Costs')])]
  await server.admin.call(savePage, { equipmentId, title: 'Page', json: JSON.stringify({ widgets }) as never })
  expect(await server.admin.call(queryRegions, {})).toEqual(['Costs', 'Energy', 'Operation'])
  const reader = await person(server, 'reader', { auths: ['role:view'] })
  expect(await reader.call(queryRegions, {})).toEqual([])
})
