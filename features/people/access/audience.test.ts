// Recipients of notifications about a device, also right after accounts are added, removed and changed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccountId, type EquipmentId, OrgId as Org, type RoleId } from '../../../contract/fields.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { audience } from '../../frame/audience.ts'
import { internalCalls } from '../account/contract.ts'
import { addRole } from '../role/contract.ts'

let server: TestServer
let equipmentId: EquipmentId
let role: RoleId
let drawn = 0
const orgId = Org.parse(1)
const told = () => server.platform.use(audience).whoSee(orgId, equipmentId, 'monitor:view')
const add = async (roleId: RoleId | null = role): Promise<AccountId> =>
  (await server.admin.call(internalCalls.add, { loginname: `person${++drawn}`, name: 'Person', roleId })).id
const set = (id: AccountId, change: object) =>
  server.platform.db.updateTable('account').set(change).where('id', '=', id).execute()

beforeAll(async () => {
  server = await testServer()
  equipmentId = await device(server.admin, 'Watched')
  const auths = ['alarm:acknowledge'] as const
  role = (
    await server.admin.call(addRole, { name: 'Shift', roleType: 'internal', dataRange: 'all', auths: [...auths] })
  ).id
})
afterAll(() => server.stop())
beforeEach(async () => void (await told()))

test('an account that was just added', async () => {
  const id = await add()
  expect(await told()).toContain(id)
})

test('no disabled account, and the account again once it is enabled', async () => {
  const id = await add()
  expect(await told()).toContain(id)
  await server.admin.call(internalCalls.disable, { id })
  expect(await told()).not.toContain(id)
  await server.admin.call(internalCalls.enable, { id })
  expect(await told()).toContain(id)
})

test('only while its current role permits', async () => {
  const id = await add(null)
  expect(await told()).not.toContain(id)
  await set(id, { roleId: role })
  expect(await told()).toContain(id)
  await set(id, { roleId: null })
  expect(await told()).not.toContain(id)
  await set(id, { roleType: 'admin' })
  expect(await told()).toContain(id)
  await server.platform.db.deleteFrom('account').where('id', '=', id).execute()
  expect(await told()).not.toContain(id)
})

test('a guest too, independent of changes in the own company of the guest', async () => {
  await server.otherCompany()
  const { db } = server.platform
  const guest = await db.selectFrom('account').selectAll().where('loginname', '=', 'other').executeTakeFirstOrThrow()
  await db
    .insertInto('accessGrant')
    .values({
      orgId,
      accountId: guest.id,
      equipmentId,
      roleId: null,
      groupId: null,
      mayWrite: false,
      guest: 'other',
      createdAt: 1,
    } as never)
    .execute()
  expect(await told()).toContain(guest.id)
  await set(guest.id, { disabled: true })
  expect(await told()).not.toContain(guest.id)
  await set(guest.id, { disabled: false })
  expect(await told()).toContain(guest.id)
  await db.updateTable('organisation').set({ disabled: true }).where('id', '=', guest.orgId).execute()
  expect(await told()).not.toContain(guest.id)
  await db.updateTable('organisation').set({ disabled: false }).where('id', '=', guest.orgId).execute()
  expect(await told()).toContain(guest.id)
})
