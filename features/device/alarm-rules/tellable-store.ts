import { sql } from 'kysely'
import type { AccountId, RoleId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'

/** Roles of the organisation that these accounts have. */
export async function loadTellable(sight: Sight, accountIds: readonly AccountId[]): Promise<RoleId[]> {
  const rows = await sight
    .from('account')
    .select('account.roleId')
    .distinct()
    .where('account.id', '=', sql<AccountId>`any(${accountIds}::int[])`)
    .where('account.roleId', 'is not', null)
    .execute()
  return rows.flatMap(({ roleId }) => roleId ?? [])
}
