// A caller limited to a department assigns accounts only there: an account elsewhere would see more devices than its
// author.
import { expect, test } from 'vitest'
import { type DepartmentId, OrgId } from '../../../contract/fields.ts'
import { person } from '../../../testkit/people.ts'
import { adminPassword as password, testServer } from '../../../testkit/server.ts'
import { addInvitation } from '../invitation/contract.ts'
import { internalCalls } from './contract.ts'

test("an account can be assigned to its author's department and those below only", async () => {
  await using server = await testServer({ loginsPerMinute: 1000 })
  const { db } = server.platform
  const department = async (name: string, parentId: DepartmentId | null = null) => {
    const row = { orgId: OrgId.parse(1), name, parentId, createdAt: 1 }
    return (await db.insertInto('department').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const own = await department('Pumps')
  const [below, other] = [await department('Night shift', own), await department('Kilns')]
  const auths = ['account:add', 'account:edit', 'invitation:edit', 'monitor:view'] as const
  const { accountId, roleId } = await person(server, 'lead', { auths, dataRange: 'department', regions: [] })
  await db.updateTable('account').set({ departmentId: own }).where('id', '=', accountId).execute()
  const lead = await server.as('lead', password)
  const add = (loginname: string, departmentId: DepartmentId | null) =>
    lead.ask(internalCalls.add, { loginname, name: 'New', password, roleId, departmentId })
  expect((await add('theirs', other)).code).toBe(10002)
  expect((await add('nightly', below)).code).toBe(200)
  const { data } = await add('pumpers', own)
  const edit = { id: data!.id, name: 'New', roleId, departmentId: other }
  expect((await lead.ask(internalCalls.edit, edit)).code).toBe(10002)
  const invitation = { roleType: 'internal', roleId, days: 1, uses: 1 } as const
  expect((await lead.ask(addInvitation, { ...invitation, departmentId: other })).code).toBe(10002)
  expect((await lead.ask(addInvitation, { ...invitation, departmentId: below })).code).toBe(200)
  expect((await server.admin.ask(internalCalls.edit, edit)).code).toBe(200)
})
