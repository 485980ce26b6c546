// What is an account's own belongs to its own organisation, also while it acts in another as a guest.
import type { Kysely } from 'kysely'
import type { OrgId } from '../contract/fields.ts'
import type { DB } from './schema.ts'
import { type Scopes, scopesWith, type WritableSight, writableSight } from './sight.ts'

/**
 * One transaction in the account's own organisation, where its line in the log belongs too. `ofRoom`: how the room's tables
 * are bound, where it reaches them by the sight.
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
