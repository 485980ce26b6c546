// Changes of enterprise accounts by the platform's staff, for this room and for others that change them.
import { fail } from '../../../contract/errors.ts'
import type { OrgId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import type { Operation } from '../../frame/operation.ts'
import type { WideCall } from '../../frame/serve.ts'
import type { EnterpriseAccountId } from './contract.ts'
import { type DbOf, inTransaction, loadEnterpriseAccount, lockEnterprise, sightIn } from './store.ts'

/** Writes into the operator's log and into that of the enterprise. */
export async function recordBoth(call: WideCall, db: DbOf, orgId: OrgId, operation: Operation): Promise<void> {
  await call.record(operation, sightIn(db, call.user.orgId))
  await call.record(operation, sightIn(db, orgId))
}

/** The enterprise account; its organisation is locked against other changes of accounts. Throws notFound. */
async function accountToChange(db: DbOf, id: EnterpriseAccountId) {
  const seen = await loadEnterpriseAccount(db, id)
  const isHeld = seen && (await lockEnterprise(db, seen.orgId))
  const account = isHeld && (await loadEnterpriseAccount(db, id))
  if (!account) throw fail('notFound', {}, { field: 'id' })
  return { account, object: { type: 'account', id: account.id, name: account.loginname } as const }
}

type Line = Omit<Operation, 'object'>
type Account = Awaited<ReturnType<typeof accountToChange>>['account']

/**
 * Changes an enterprise account in one transaction, `db`; `sight` is of its organisation. `change` returns the line for both
 * logs, and the call's data. Throws notFound.
 */
export const changeAccount = <T = null>(
  call: WideCall,
  id: EnterpriseAccountId,
  change: (sight: WritableSight, account: Account, db: DbOf) => Promise<Line & { data: T }>,
): Promise<T> =>
  inTransaction(call.db, async (db) => {
    const { account, object } = await accountToChange(db, id)
    const { data, ...line } = await change(sightIn(db, account.orgId), account, db)
    await recordBoth(call, db, account.orgId, { ...line, object })
    return data
  })
