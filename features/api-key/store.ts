import type { AccountId } from '../../contract/fields.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'
import type { ApiKey, ApiKeyId } from './contract.ts'

/** Those made last first. */
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
