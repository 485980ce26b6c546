// WeChat accounts bound to accounts. Not limited to one organisation, because a login names none.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { WritableSight } from '../../../db/sight.ts'
import type { WeChatPerson } from './contract.ts'

type Database = Kysely<DB>

/**
 * The account bound to a WeChat, by its id in this application or by the union id shared with its owner's applications.
 */
export async function loadOwner(
  db: Database,
  appId: string,
  { openId, unionId }: WeChatPerson,
): Promise<AccountId | undefined> {
  const found = await db
    .selectFrom('weChatLink')
    .select('accountId')
    .where((eb) =>
      eb.or([
        eb.and([eb('appId', '=', appId), eb('openId', '=', openId)]),
        ...(unionId === null ? [] : [eb('unionId', '=', unionId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found?.accountId
}

export const loadBoundAt = async (db: Database, accountId: AccountId): Promise<number | null> =>
  (await db.selectFrom('weChatLink').select('createdAt').where('accountId', '=', accountId).executeTakeFirst())
    ?.createdAt ?? null

/** Locks the links until the end of the transaction, so that accounts are bound one after the other. */
export const lockLinks = (db: Database) =>
  sql`select pg_advisory_xact_lock(hashtextextended('we-chat links', 0))`.execute(db)

export const insertLink = async (
  sight: WritableSight,
  link: WeChatPerson & { accountId: AccountId; appId: string; createdAt: number },
): Promise<void> => void (await sight.insert('weChatLink', link).execute())

/** Removes the link between an account and WeChat; returns whether there was one. */
export async function removeLink(sight: WritableSight, accountId: AccountId): Promise<boolean> {
  const removed = await sight.remove('weChatLink').where('accountId', '=', accountId).returning('accountId').execute()
  return removed.length > 0
}

/** The platform's own organisation, which logs events without another organisation. */
export async function loadPlatformOrg(db: Database): Promise<OrgId> {
  const { id } = await db
    .selectFrom('organisation')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow()
  return id
}
