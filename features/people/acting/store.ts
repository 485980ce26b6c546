import { type Kysely, sql } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'

/** The account's own organisation and those with an authorisation for it, by name. */
export async function loadActing(db: Kysely<DB>, accountId: AccountId): Promise<{ id: OrgId; name: string }[]> {
  const granting = db.selectFrom('accessGrant').select('orgId').where('accountId', '=', accountId)
  return db
    .selectFrom('organisation')
    .select(['organisation.id', 'organisation.name'])
    .where('disabled', '=', false)
    .where((eb) =>
      eb.or([
        eb('id', 'in', granting),
        eb('id', '=', eb.selectFrom('account').select('account.orgId').where('account.id', '=', accountId)),
      ]),
    )
    .orderBy('name')
    .execute()
}

/** Sets the organisation in which a session acts; null: the account's own. */
export async function putActing(db: Kysely<DB>, sessionHash: Buffer, orgId: OrgId | null): Promise<void> {
  await db.updateTable('session').set({ actingOrgId: orgId }).where('tokenHash', '=', sessionHash).execute()
  await sql`delete from socket_token where session_hash = ${sessionHash}`.execute(db)
}
