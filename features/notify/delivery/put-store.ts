import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/schema.ts'

/** Columns of a delivery by short names, without those read from its account. */
type PutRow = Readonly<Record<'org' | 'equipment' | 'alarm' | 'account' | 'others', number>> &
  Readonly<Record<'method' | 'level' | 'title' | 'title_en' | 'note' | 'note_en' | 'language', string>>

/** Inserts all rows with one statement; an account gets one delivery per alarm and channel. */
export async function insertDeliveries(within: Kysely<DB>, rows: readonly PutRow[], now: number): Promise<void> {
  await sql`
    insert into delivery (org_id, equipment_id, alarm_id, account_id, account_name, method, level, others, title, title_en,
      note, note_en, language, state, due_at, created_at, ended_at)
    select n.org, n.equipment, n.alarm, account.id, coalesce(nullif(account.name, ''), account.loginname), n.method, n.level,
      n.others, n.title, n.title_en, n.note, n.note_en, n.language,
      case n.method when 'push' then 'sent' else 'waiting' end, ${now}::bigint, ${now}::bigint,
      case n.method when 'push' then ${now}::bigint end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (org int, equipment int, alarm int, account int, method text,
      level text, others int, title text, title_en text, note text, note_en text, language text)
      join account on account.id = n.account
    on conflict (alarm_id, account_id, method) do nothing`.execute(within)
}
