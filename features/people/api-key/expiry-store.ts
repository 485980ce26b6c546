// API keys that expire soon and were not announced yet.
import { type Kysely, sql } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { ApiKeyId } from './contract.ts'

export type ExpiringKey = {
  id: ApiKeyId
  orgId: OrgId
  accountId: AccountId
  name: string
  expiresAt: number
  /** Time zone of the organisation. */
  zone: string
  /** Settings of the account in the key's organisation, as stored. */
  settings: Record<string, unknown> | null
}

/** Marks the keys as announced. Keys with a short life are due in its second half. */
export async function markExpiringKeys(
  db: Kysely<DB>,
  { now, noticeMs, most }: { now: number; noticeMs: number; most: number },
): Promise<ExpiringKey[]> {
  const { rows } = await sql<ExpiringKey>`
    with due as (
      select id, org_id from api_key
      where expires_at > ${now}::bigint and expiry_told is distinct from expires_at
        and expires_at - least(${noticeMs}::bigint, (expires_at - created_at) / 2) <= ${now}::bigint
      order by expires_at, id limit ${most}
      for update skip locked
    )
    update api_key set expiry_told = expires_at from due join organisation on organisation.id = due.org_id
    where api_key.id = due.id
    returning api_key.id, api_key.org_id as "orgId", account_id as "accountId", api_key.name, expires_at as "expiresAt",
      organisation.zone,
      (
        select settings from user_config
        where user_config.org_id = api_key.org_id and user_config.account_id = api_key.account_id
      ) as settings`.execute(db)
  return rows.map((row) => ({ ...row, expiresAt: Number(row.expiresAt) }))
}
