// Devices of a role, and the explanation of a decision: compared with the platform's actual decisions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrgId } from '../../../contract/fields.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { addEquipment, editEquipment, queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { addGroup } from '../../device/group/contract.ts'
import { queryDepartments } from '../department/contract.ts'
import { addGrant } from '../grant/contract.ts'
import { addRole, queryRoleDevices, type WhyStep, whyMay } from './contract.ts'

let server: TestServer
let member: Person
let groupId: number
const ids = new Map<string, number>()
const at = (name: string) => ids.get(name) as never
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  const { call } = server.admin
  const works = await call(addGroup, { name: 'Works', parentId: null })
  const line = await call(addGroup, { name: 'Line', parentId: works.id })
  groupId = line.id
  const make = async (name: string, by: { call: typeof call } = server.admin, into: number | null = null) =>
    ids.set(name, (await by.call(addEquipment, { name, groupId: into as never })).id)
  await make('hidden')
  await make('looked at')
  await make('written to', server.admin, line.id)
  member = await person(server, 'member', { auths: ['equipment:add', 'equipment:edit', 'monitor:view'] })
  const colleague = await person(server, 'colleague', { auths: ['equipment:add'] })
  await make('own', member)
  await make('of a colleague', colleague)
  const { db, now } = server.platform
  const department = { orgId: OrgId.parse(1), name: 'Department', createdAt: now() }
  await db.insertInto('department').values(department).execute()
  const departmentId = (await call(queryDepartments, {}))[0]!.id
  await db
    .updateTable('account')
    .set({ departmentId })
    .where('id', 'in', [member.accountId, colleague.accountId])
    .execute()
  await call(addGrant, { accountId: member.accountId, equipmentId: at('looked at') })
  await call(addGrant, { roleId: member.roleId, groupId: works.id, mayWrite: true })
})
afterAll(() => server.stop())

const ask = (name: string, key: 'monitor:view' | 'equipment:edit' | 'signal:write') =>
  server.admin.call(whyMay, { accountId: member.accountId, key, equipmentId: at(name) })
const setRange = (dataRange: 'all' | 'department' | 'own' | 'granted') =>
  server.platform.db.updateTable('role').set({ dataRange }).where('id', '=', member.roleId).execute()
const refusing = (steps: readonly WhyStep[]) => steps.filter(({ ok }) => !ok).map(({ step }) => step)

describe('the answer agrees with what the platform does', () => {
  test.each(['all', 'department', 'own', 'granted'] as const)('with the range %s', async (range) => {
    await setRange(range)
    const seen = (await member.call(queryEquipmentsByUser, { keyword: null })).map(({ id }) => id)
    for (const [name, id] of ids) {
      expect([name, (await ask(name, 'monitor:view')).may]).toEqual([name, seen.includes(id as never)])
      const { code } = await member.ask(editEquipment, {
        id: at(name),
        name,
        groupId: (name === 'written to' ? groupId : null) as never,
      })
      expect([name, (await ask(name, 'equipment:edit')).may]).toEqual([name, code === 200])
    }
    const { visible, writable } = await server.admin.call(queryRoleDevices, {
      id: member.roleId,
      accountId: member.accountId,
    })
    expect(visible).toBe(seen.length)
    expect(writable).toBe(
      (await Promise.all([...ids.keys()].map((name) => ask(name, 'equipment:edit')))).filter(({ may }) => may).length,
    )
  })
})

describe('the steps', () => {
  beforeAll(() => setRange('granted'))
  test.each([
    ['hidden', 'monitor:view', ['device']],
    ['looked at', 'monitor:view', []],
    ['looked at', 'equipment:edit', ['right']],
    ['looked at', 'signal:write', ['function', 'right']],
    ['written to', 'equipment:edit', []],
    ['written to', 'signal:write', ['function']],
  ] as const)('of %s for %s include the failing ones', async (name, key, steps) => {
    expect(refusing((await ask(name, key)).steps)).toEqual(steps)
  })

  test('name the reason why the device is visible', async () => {
    const by = async (name: string) => (await ask(name, 'monitor:view')).steps.find(({ step }) => step === 'device')
    expect(await by('looked at')).toMatchObject({ by: 'account', what: 'looked at' })
    expect(await by('written to')).toMatchObject({ by: 'role', what: 'Works' })
    expect(await by('own')).toMatchObject({ by: 'made' })
  })

  test('start with the account', async () => {
    const { db } = server.platform
    const set = (disabled: boolean) =>
      db.updateTable('account').set({ disabled }).where('id', '=', member.accountId).execute()
    await set(true)
    expect(await ask('written to', 'monitor:view')).toMatchObject({
      may: false,
      steps: [{ step: 'account', ok: false }, {}, {}, {}],
    })
    await set(false)
  })
})

describe('devices of a role', () => {
  const of = (more: object = {}) => server.admin.call(queryRoleDevices, { id: member.roleId, ...more })
  test('without a member are those that all members see', async () => {
    expect(await of()).toMatchObject({ visible: 1, writable: 1, rows: [{ name: 'written to', mayWrite: true }] })
    expect(await of({ dataRange: 'all' })).toMatchObject({ visible: 5, writable: 5 })
  })

  test('are refused for an account without the role', async () => {
    const role = await server.admin.call(addRole, { roleType: 'internal', name: 'Empty' })
    const answer = await server.admin.ask(queryRoleDevices, { id: role.id, accountId: member.accountId })
    expect(answer.code).toBe(10002)
  })
})
