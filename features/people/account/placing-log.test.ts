// Log entries of changed roles and departments.
import { expect, test } from 'vitest'
import { testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { userInfo } from '../login/contract.ts'
import { deleteAccount, internalCalls } from './contract.ts'

test('a change of role or department is logged by names', async () => {
  await using server = await testServer()
  const other = await server.otherCompany()
  const { orgId } = await other.call(userInfo, {})
  const { db } = server.platform
  const role = async (name: string) => {
    const row = { orgId, roleType: 'internal', name, auths: ['monitor:view'], dataRange: 'all', createdAt: 1 } as const
    const values = { ...row, auths: [...row.auths] }
    return (await db.insertInto('role').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  const department = { orgId, name: 'Pumps', createdAt: 1 }
  const { id: departmentId } = await db
    .insertInto('department')
    .values(department)
    .returning('id')
    .executeTakeFirstOrThrow()
  const [roleId, next] = [await role('Watchman'), await role('Engineer')]
  const { id } = await other.call(internalCalls.add, { loginname: 'placed', name: 'Li Wei', roleId })
  await other.call(internalCalls.edit, { id, name: 'Li Wei', roleId: next, departmentId })
  await other.call(deleteAccount, { id })
  const { rows } = await other.call(queryOperations, { keyword: 'placed' })
  const told = Object.fromEntries(rows.map(({ act, before, after }) => [act, { before, after }]))
  const names = (roleName: string, departmentName: string | null) => ({ roleName, departmentName })
  expect(told.add).toMatchObject({ after: names('Watchman', null) })
  expect(told.edit).toMatchObject({ before: names('Watchman', null), after: names('Engineer', 'Pumps') })
  expect(told.delete).toMatchObject({ before: names('Engineer', 'Pumps') })
})
