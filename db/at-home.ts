// Data of the account itself belongs to its home organisation, even while it acts as a guest in another one.
import type { Kysely } from 'kysely'
import type { OrgId } from '../contract/fields.ts'
import type { DB } from './schema.ts'
import { type Scopes, scopesWith, type WritableSight, writableSight } from './sight.ts'

/**
 * Runs one transaction in the account's home organisation, whose log also receives its line. `ofRoom`: scopes of the
 * room's tables that the transaction may access.
 */
export const atHome = <R>(
  db: Kysely<DB>,
  orgId: OrgId,
  work: (sight: WritableSight, db: Kysely<DB>) => Promise<R>,
  ofRoom: Scopes = {},
): Promise<R> =>
  db
    .transaction()
    .execute((inner) => work(writableSight(inner, { orgId, devices: 'all', scopes: scopesWith(ofRoom) }), inner))
