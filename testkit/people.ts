// Accounts with a role, as rows: for tests of what such an account may.
import { type AccountId, OrgId, type RoleId } from '../contract/fields.ts'
import type { DataRange, Permission } from '../contract/permissions.ts'
import type { OwnRoleType } from '../features/people/role/contract.ts'
import { adminPassword, type Caller, type TestServer } from './server.ts'

type Rights = { auths?: readonly Permission[]; dataRange?: DataRange; regions?: string[] | null }
export type Person = Caller & { accountId: AccountId; roleId: RoleId }

/** An account of the first organisation with a role of its own, signed in. */
export async function person(
  server: TestServer,
  loginname: string,
  { auths = [], dataRange = 'granted', regions = null }: Rights = {},
  roleType: OwnRoleType = 'internal',
): Promise<Person> {
  await server.addAccount({ loginname, roleType })
  const { db, now } = server.platform
  const { id: roleId } = await db
    .insertInto('role')
    .values({
      orgId: OrgId.parse(1),
      roleType,
      name: `of ${loginname}`,
      auths: [...auths],
      dataRange,
      regions,
      createdAt: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: accountId } = await db
    .updateTable('account')
    .set({ roleId })
    .where('loginname', '=', loginname)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...(await server.as(loginname, adminPassword)), accountId, roleId }
}

/** Puts an account into the data range of another one, as if that one had added it. */
export async function addedBy<P extends { accountId: AccountId }>(
  server: TestServer,
  maker: { accountId: AccountId },
  added: P,
): Promise<P> {
  const { db } = server.platform
  await db.updateTable('account').set({ createdBy: maker.accountId }).where('id', '=', added.accountId).execute()
  return added
}
