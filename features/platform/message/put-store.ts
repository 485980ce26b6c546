// Creates and removes messages, for all accounts.
import { type Kysely, sql } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { DB } from '../../../db/schema.ts'
import type { NewMessage } from './contract.ts'
import { type StoredMessage, storedText } from './rules.ts'

type PutRow = StoredMessage & { orgId: OrgId; accountId: AccountId }

/**
 * Inserts in one statement. A message that an account has already is unchanged, unless it is announced again; removed
 * or disabled accounts get none. Returns the rows that are new or announced again.
 */
export async function insertMessages(db: Kysely<DB>, news: readonly NewMessage[], now: number): Promise<PutRow[]> {
  const pairs = news.flatMap(({ to }, at) => [...new Set(to)].map((accountId) => ({ at: at + 1, accountId })))
  if (pairs.length === 0) return []
  const titles = news.map(({ title }) => storedText(title, limits.messageTitleLength))
  const notes = news.map(({ note }) => storedText(note, limits.messageNoteLength))
  const { rows } = await sql<PutRow>`
    insert into message (org_id, account_id, type, equip_type, data_id, alarm_id, data_status,
      title, title_en, note, note_en, img_url, broadcast_times, created_at)
    select distinct on (news.org_id, account.id, news.type, news.equip_type, news.data_id, news.alarm_id, news.data_status)
      news.org_id, account.id, news.type, news.equip_type, news.data_id, news.alarm_id, news.data_status,
      news.title, news.title_en, news.note, news.note_en, news.img_url, news.broadcast_times, ${now}::bigint
    from unnest(
      ${news.map(({ orgId }) => orgId)}::int[],
      ${news.map(({ type }) => type)}::text[],
      ${news.map(({ equipType }) => equipType)}::text[],
      ${news.map(({ dataId }) => dataId)}::bigint[],
      ${news.map(({ alarmId }) => alarmId ?? 0)}::bigint[],
      ${news.map(({ dataStatus }) => dataStatus ?? '')}::text[],
      ${titles.map(({ own }) => own)}::text[],
      ${titles.map(({ en }) => en)}::text[],
      ${notes.map(({ own }) => own)}::text[],
      ${notes.map(({ en }) => en)}::text[],
      ${news.map(({ imgUrl }) => imgUrl ?? null)}::text[],
      ${news.map(({ broadcastTimes }) => broadcastTimes ?? 1)}::int[]
    ) with ordinality as news (org_id, type, equip_type, data_id, alarm_id, data_status,
      title, title_en, note, note_en, img_url, broadcast_times, at)
    join unnest(${pairs.map(({ at }) => at)}::bigint[], ${pairs.map(({ accountId }) => accountId)}::int[])
      as receiver (at, account_id) on receiver.at = news.at
    join account on account.id = receiver.account_id and not account.disabled
    order by news.org_id, account.id, news.type, news.equip_type, news.data_id, news.alarm_id, news.data_status,
      news.broadcast_times desc
    on conflict (org_id, account_id, type, equip_type, data_id, alarm_id, data_status) do update
      set broadcast_times = excluded.broadcast_times, created_at = excluded.created_at, read_at = null, ignored_at = null,
        title = excluded.title, title_en = excluded.title_en, note = excluded.note, note_en = excluded.note_en,
        img_url = excluded.img_url
      where excluded.broadcast_times > message.broadcast_times
    returning id, org_id as "orgId", account_id as "accountId", type, equip_type as "equipType", data_id as "dataId",
      alarm_id as "alarmId", data_status as "dataStatus", title, title_en as "titleEn", note, note_en as "noteEn",
      img_url as "imgUrl", broadcast_times as "broadcastTimes", created_at as "createdAt", read_at as "readAt"`.execute(
    db,
  )
  return rows
}

/** Rows per statement, so that a day of a whole platform is not a single transaction. */
const removedAtOnce = 10_000

/** Removes messages that are too old. Returns the number removed. */
export async function removeOld(db: Kysely<DB>, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from message where id in (
    select id from message where created_at < ${before} limit ${removedAtOnce})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Removes the oldest read messages of accounts over their maximum; over twice the maximum the oldest, read or not. */
export async function removeBeyond(db: Kysely<DB>, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with full_account as (
      select org_id, account_id from message group by org_id, account_id having count(*) > ${most}
    ), placed as (
      select id, read_at is not null as is_read, row_number() over (
        partition by message.org_id, message.account_id order by created_at desc, id desc) as place
      from message join full_account using (org_id, account_id)
    )
    delete from message where id in (
      select id from placed where place > ${most * 2} or (is_read and place > ${most}) limit ${removedAtOnce})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
