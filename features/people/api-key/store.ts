import { type SqlBool, sql } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { contains } from '../../../db/like.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { Api, ApiKey, ApiKeyId, Named } from './contract.ts'

/** Loads the keys of an account, newest first. */
export async function loadKeys(sight: Sight, accountId: AccountId): Promise<ApiKey[]> {
  const rows = await sight
    .from('apiKey')
    .select(['apiKey.id', 'apiKey.name', 'apiKey.hint', 'apiKey.auths'])
    .select(['apiKey.createdAt', 'apiKey.expiresAt', 'apiKey.usedAt'])
    .where('apiKey.accountId', '=', accountId)
    .orderBy('apiKey.id', 'desc')
    .execute()
  return rows.map(({ auths, ...row }) => ({ ...row, auths: auths as Permission[] }))
}

type Made = Pick<ApiKey, 'name' | 'hint' | 'expiresAt' | 'createdAt'> & {
  accountId: AccountId
  tokenHash: Buffer
  auths: string[]
}

export const insertKey = async (sight: WritableSight, key: Made): Promise<ApiKeyId> =>
  (
    await sight
      .insert('apiKey', { ...key, usedAt: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const removeKey = (sight: WritableSight, accountId: AccountId, id: ApiKeyId) =>
  sight.remove('apiKey').where('apiKey.accountId', '=', accountId).where('apiKey.id', '=', id).execute()

/** APIs that programs of an account are authorised to use. */
export const loadApisOf = async (sight: Sight, accountId: AccountId): Promise<Permission[]> => {
  const rows = await sight.from('apiGrant').select('apiGrant.api').where('apiGrant.accountId', '=', accountId).execute()
  return rows.map(({ api }) => api as Permission)
}

/** Numbers of accounts in the caller's range with each API, and of their keys with it. */
export async function loadApiCounts(sight: Sight): Promise<Api[]> {
  const rows = await sight
    .from('apiGrant')
    .innerJoin(sight.table('account'), 'account.id', 'apiGrant.accountId')
    .where(sight.inRange('account'))
    .leftJoin(sight.table('apiKey'), (join) =>
      join.onRef('apiKey.accountId', '=', 'apiGrant.accountId').on(sql<SqlBool>`api_grant.api = any(api_key.auths)`),
    )
    .groupBy('apiGrant.api')
    .select((eb) => [
      'apiGrant.api',
      eb.fn.count<number>('apiGrant.accountId').distinct().as('accounts'),
      eb.fn.count<number>('apiKey.id').distinct().as('keys'),
    ])
    .execute()
  return rows.map(({ api, accounts, keys }) => ({
    api: api as Permission,
    accounts: Number(accounts),
    keys: Number(keys),
  }))
}

const externals = (sight: Sight) => sight.from('account').where('account.roleType', '=', 'external')
const shown = ['account.id', 'account.loginname', 'account.name', 'account.company'] as const
const authorised = (sight: Sight, api: Permission) =>
  sight.from('apiGrant').select('apiGrant.accountId').where('apiGrant.api', '=', api)

export const loadExternals = (sight: Sight, ids: readonly AccountId[]): Promise<Named[]> =>
  externals(sight)
    .select([...shown])
    .where('account.id', 'in', ids)
    .execute()

export const loadAuthorised = (sight: Sight, api: Permission): Promise<Named[]> =>
  externals(sight)
    .select([...shown])
    .where('account.id', 'in', authorised(sight, api))
    .orderBy(sql`lower(account.loginname)`)
    .execute()

/** Authorised accounts in the caller's range. */
export const loadAuthorisedInRange = (sight: Sight, api: Permission): Promise<Named[]> =>
  externals(sight)
    .select([...shown])
    .where(sight.inRange('account'))
    .where('account.id', 'in', authorised(sight, api))
    .orderBy(sql`lower(account.loginname)`)
    .execute()

export async function loadUnauthorised(
  sight: Sight,
  { api, keyword, pageNo, pageSize }: { api: Permission; keyword: string | null; pageNo: number; pageSize: number },
): Promise<{ total: number; rows: Named[] }> {
  let query = externals(sight)
    .where(sight.inRange('account'))
    .where('account.disabled', '=', false)
    .where('account.id', 'not in', authorised(sight, api))
  if (keyword) {
    const like = contains(keyword)
    const columns = ['account.loginname', 'account.name', 'account.company'] as const
    query = query.where((eb) => eb.or(columns.map((column) => eb(column, 'ilike', like))))
  }
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .select([...shown])
    .orderBy(sql`lower(account.loginname)`)
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows }
}

export const insertGrants = async (
  sight: WritableSight,
  grants: { accountId: AccountId; api: Permission; createdAt: number }[],
): Promise<void> =>
  void (await sight
    .insert('apiGrant', grants)
    .onConflict((conflict) => conflict.doNothing())
    .execute())

export const removeGrants = async (
  sight: WritableSight,
  accountIds: readonly AccountId[],
  apis: readonly Permission[],
): Promise<void> =>
  void (await sight
    .remove('apiGrant')
    .where('apiGrant.accountId', 'in', accountIds)
    .where('apiGrant.api', 'in', apis)
    .execute())
