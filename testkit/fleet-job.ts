// A finished import of devices: it changes nothing while other tests look at it.
import { AccountId, OrgId } from '../contract/fields.ts'
import type { TestServer } from './server.ts'

export async function endedImport(
  db: TestServer['platform']['db'],
  orgId: number = OrgId.parse(1),
  title = 'Private',
): Promise<number> {
  const { id } = await db
    .insertInto('fleetJob')
    .values({
      ...{ orgId: OrgId.parse(orgId), kind: 'import', status: 'cancelled', title, sourceId: null },
      ...{ accountId: AccountId.parse(1), loginname: 'admin', author: title, createdAt: 1, finishedAt: 2 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
