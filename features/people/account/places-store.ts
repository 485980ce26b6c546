// Numbers of accounts and projects of an organisation, and their limits.
import { type Kysely, sql } from 'kysely'
import type { OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'

/** Accounts that wait for approval are not counted. */
const accounts = (roleType: 'internal' | 'external') =>
  sql<number>`(select count(*)::int from account
    where account.org_id = organisation.id and account.role_type = ${roleType} and account.waits_since is null)`

export const loadPlaces = (db: Kysely<DB>, orgId: OrgId) =>
  db
    .selectFrom('organisation')
    .select(['organisation.maxInternal', 'organisation.maxExternal'])
    .select([accounts('internal').as('internal'), accounts('external').as('external')])
    .select(sql<number>`(select count(*)::int from project where project.org_id = organisation.id)`.as('projects'))
    .where('organisation.id', '=', orgId)
    .executeTakeFirstOrThrow()
