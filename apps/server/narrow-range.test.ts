// Tests accounts whose data range is their department or themselves: rollouts over many devices, usernames, counts and
// notes of colleagues give them no access beyond their range. Access by the id of an object is tested in
// data-range.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EquipmentId, RoleId } from '../../contract/fields.ts'
import {
  cancelRollout,
  editRollout,
  pauseRollout,
  queryRollouts,
  type RolloutId,
  resumeRollout,
  rolloutInfo,
  takeBackRollout,
} from '../../features/device/rollout/contract.ts'
import { addTemplate, type TemplateId } from '../../features/device/template/contract.ts'
import { authoriseApi, queryApis } from '../../features/people/api-key/contract.ts'
import { addDepartment, queryDepartments } from '../../features/people/department/contract.ts'
import { addGrant } from '../../features/people/grant/contract.ts'
import { addRole, deleteRole, editRole, queryRoles, roleInfo } from '../../features/people/role/contract.ts'
import { queryAlarmFilters, saveAlarmFilter } from '../../features/watch/alarm/contract.ts'
import { addHandover, queryHandover } from '../../features/watch/handover/contract.ts'
import { addedBy, type Person, person } from '../../testkit/people.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { device } from '../../testkit/site.ts'
import { pausedRollout } from '../../testkit/templates.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, callsPerMinute: 100_000 })
})
afterAll(() => server.stop())

const keys = ['equipment:edit', 'equipment:add', 'role:view', 'grant:edit', 'api:view', 'alarm:view'] as const

async function inDepartment(one: Person, departmentId: number): Promise<void> {
  const { db } = server.platform
  await db
    .updateTable('account')
    .set({ departmentId: departmentId as never })
    .where('id', '=', one.accountId)
    .execute()
}

describe('a rollout', () => {
  let [engineer, templateId, own, foreign, shared] = [] as unknown as [
    ...[Person, TemplateId, RolloutId, RolloutId, RolloutId],
  ]
  beforeAll(async () => {
    engineer = await person(server, 'roller', { auths: keys, dataRange: 'own' })
    ;({ id: templateId } = await server.admin.call(addTemplate, { name: 'Rolled' }))
    const [mine, others] = [await device(engineer, 'Mine'), await device(server.admin, 'Theirs')]
    const { db } = server.platform
    const of = (equipmentId: EquipmentId) => pausedRollout(db, { templateId, equipmentId })
    ;[own, foreign, shared] = [await of(mine), await of(others), await of(mine)]
    const row = { orgId: 1 as never, rolloutId: shared, equipmentId: others, wave: 0, changedAt: 1 }
    await db.insertInto('rolloutDevice').values(row).execute()
  })

  const stateOf = async (id: RolloutId) => (await server.admin.call(rolloutInfo, { id })).status
  const settings = { waitS: 0, stopShare: 0, watchS: 0, rollBack: false }

  test('is hidden if the account can see none of its devices', async () => {
    const { rows, total } = await engineer.call(queryRollouts, { templateId })
    expect([rows.map(({ id }) => id).sort(), total]).toEqual([[own, shared].sort(), 2])
    expect((await engineer.ask(rolloutInfo, { id: foreign })).code).toBe(10002)
    for (const act of [pauseRollout, resumeRollout, cancelRollout, takeBackRollout])
      expect((await engineer.ask(act, { id: foreign })).code).toBe(10002)
    expect(await stateOf(foreign)).toBe('paused')
  })

  test('is read-only if the account may not write to one of its devices', async () => {
    for (const act of [pauseRollout, resumeRollout, cancelRollout, takeBackRollout])
      expect((await engineer.ask(act, { id: shared })).code).toBe(90007)
    expect((await engineer.ask(editRollout, { id: shared, ...settings })).code).toBe(90007)
    expect(await stateOf(shared)).toBe('paused')
  })

  test('can be cancelled by an account that may write to all its devices', async () => {
    await engineer.call(cancelRollout, { id: own })
    expect(await stateOf(own)).toBe('cancelled')
  })
})

test('only accounts in range can be granted a device by login name; others answer like unknown names', async () => {
  const manager = await person(server, 'lender', { auths: keys, dataRange: 'own' })
  const inRange = await addedBy(server, manager, await person(server, 'lender_aide'))
  await person(server, 'somebody_else')
  const equipmentId = await device(manager, 'Lent')
  const ask = (loginname: string) => manager.ask(addGrant, { equipmentId, loginname, roleId: null })
  expect(await ask('somebody_else')).toEqual(await ask('nobody_at_all'))
  expect((await ask('lender_aide')).code).toBe(200)
  expect(inRange.accountId).toBeGreaterThan(0)
})

describe('a role without members', () => {
  const rights = ['role:view', 'role:edit', 'grant:edit', 'monitor:view', 'equipment:add', 'equipment:edit'] as const
  let manager: Person
  beforeAll(async () => {
    manager = await person(server, 'role_keeper', { auths: rights, dataRange: 'own' })
  })
  const emptyRole = async (name: string) => {
    const fields = { name, auths: ['monitor:view'] as const, dataRange: 'own' as const, regions: [] }
    return (await server.admin.call(addRole, { ...fields, auths: [...fields.auths], roleType: 'internal' })).id
  }
  const codes = async (id: RoleId) => {
    const { version } = await server.admin.call(roleInfo, { id })
    const fields = { name: `edited ${id}`, auths: [], dataRange: 'own' as const, regions: [] }
    const edited = await manager.ask(editRole, { id, version, ...fields })
    return [(await manager.ask(roleInfo, { id })).code, edited.code, (await manager.ask(deleteRole, { id })).code]
  }

  test('that was granted an unseen device can be neither read, edited nor deleted', async () => {
    const id = await emptyRole('of unseen')
    const equipmentId = await device(server.admin, 'Unseen')
    await server.admin.call(addGrant, { equipmentId, roleId: id, loginname: null })
    expect(await codes(id)).toEqual([10002, 10002, 10002])
    expect(await server.admin.call(roleInfo, { id })).toMatchObject({ name: 'of unseen' })
    expect((await manager.call(queryRoles, {})).roles.map((role) => role.id)).not.toContain(id)
  })

  test('that was granted a device of the account can be edited and deleted', async () => {
    const id = await emptyRole('of seen')
    const equipmentId = await device(manager, 'Seen')
    await server.admin.call(addGrant, { equipmentId, roleId: id, loginname: null })
    expect(await codes(id)).toEqual([200, 200, 200])
  })
})

describe('counts include only accounts in range', () => {
  test("members of the account's own role, and accounts without a role", async () => {
    const manager = await person(server, 'counter', { auths: keys, dataRange: 'own' })
    const { db } = server.platform
    const colleague = await person(server, 'counted')
    await db.updateTable('account').set({ roleId: manager.roleId }).where('id', '=', colleague.accountId).execute()
    expect((await manager.call(roleInfo, { id: manager.roleId })).memberCount).toBe(1)
    await server.addAccount({ loginname: 'without_role' })
    const { system } = await manager.call(queryRoles, {})
    expect(system.map(({ memberCount }) => memberCount)).toEqual(system.map(() => 0))
  })

  test('members of a department, if the account sees only its own devices', async () => {
    const { id } = await server.admin.call(addDepartment, { name: 'Counted', parentId: null })
    const manager = await person(server, 'counter_own', { auths: keys, dataRange: 'own' })
    for (const one of [manager, await person(server, 'mate_own')]) await inDepartment(one, id)
    const [department] = await manager.call(queryDepartments, {})
    expect(department).toMatchObject({ id, memberCount: 1 })
  })

  test('customers with an API', async () => {
    const manager = await person(server, 'counter_api', { auths: keys, dataRange: 'own' })
    const customer = await person(server, 'customer_api', { auths: ['equipment:view'] }, 'external')
    await server.admin.call(authoriseApi, { api: 'monitor:view', accountIds: [customer.accountId] })
    const countFor = async (who: Person) =>
      (await who.call(queryApis, {})).reduce((sum, { accounts }) => sum + accounts, 0)
    expect(await countFor(manager)).toBe(0)
    await addedBy(server, manager, customer)
    expect(await countFor(manager)).toBeGreaterThan(0)
  })
})

test('a customer cannot read shift notes or views that belong to the company', async () => {
  const customer = await person(server, 'alarm_customer', { auths: ['alarm:view'] }, 'external')
  const operator = await person(server, 'alarm_operator', { auths: ['alarm:view'] })
  await server.admin.call(addHandover, { text: 'Pump 3 of the other customer leaks' })
  await server.admin.call(saveAlarmFilter, { name: 'Of the company', isShared: true })
  await customer.call(saveAlarmFilter, { name: 'Own' })
  expect((await operator.call(queryHandover, {})).total).toBe(1)
  expect(await customer.call(queryHandover, {})).toEqual({ total: 0, rows: [] })
  expect((await customer.call(queryAlarmFilters, {})).map(({ name }) => name)).toEqual(['Own'])
})
