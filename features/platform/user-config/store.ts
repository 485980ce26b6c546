import { sql } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'

export async function loadSettings(sight: Sight, accountId: AccountId): Promise<Record<string, unknown> | undefined> {
  const row = await sight
    .from('userConfig')
    .select('userConfig.settings')
    .where('userConfig.accountId', '=', accountId)
    .executeTakeFirst()
  return row?.settings
}

/** Stores some settings; the other stored settings stay unchanged. */
export async function putSettings(sight: WritableSight, accountId: AccountId, settings: object): Promise<void> {
  const text = JSON.stringify(settings)
  await sight
    .insert('userConfig', { accountId, settings: text })
    .onConflict((conflict) =>
      conflict.columns(['orgId', 'accountId']).doUpdateSet({ settings: sql`user_config.settings || ${text}::jsonb` }),
    )
    .execute()
}
