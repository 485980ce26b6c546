// Access to an account that is to be changed, for this room and for others that change accounts.
import { fail } from '../../../contract/errors.ts'
import type { AccountId } from '../../../contract/fields.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { lockAccounts, mustHold } from './part-save.ts'
import { type AccountKind, roleTypesOf } from './rules.ts'
import { loadAccountFacts, loadRole } from './store.ts'

/**
 * Loads an account of the kind, and checks that it has no permission that the caller lacks: otherwise the caller could
 * act in its name. The contract has checked that the account is in the caller's range.
 */
export async function toManage(call: ChangeCall, kind: AccountKind, id: AccountId) {
  const { sight, user } = call
  await lockAccounts(sight)
  const account = await loadAccountFacts(sight, id)
  if (!account || !roleTypesOf(kind).includes(account.roleType)) throw fail('notFound', {}, { field: 'id' })
  const { roleType, roleId, securityZone } = account
  if (id !== user.accountId)
    await mustHold(call, { accountId: id, roleType, role: await loadRole(sight, roleId), securityZone })
  return account
}

/** The account as the object of a line of the operation log. */
export const accountObject = ({ id, loginname }: { id: number; loginname: string }) =>
  ({ type: 'account', id, name: loginname }) as const
