// Timed upkeep of alarms across all organisations, in portions, so that no statement runs long.
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/schema.ts'

type Database = Kysely<DB>

const portion = 1000

/** Removes expired shelves and adds a note to the newest alarm of each rule; returns how many. */
export async function endShelves(db: Database, now: number): Promise<number> {
  for (let ended = 0; ; ) {
    const { rows } = await sql`with ended as (
        delete from alarm_shelf where rule_id = any(array(
          select rule_id from alarm_shelf where until <= ${now} order by until limit ${portion})) and until <= ${now}
        returning rule_id, org_id)
      insert into alarm_note (org_id, alarm_id, at, act)
      select ended.org_id, newest.id, ${now}, 'unshelved' from ended
      left join lateral (select id from alarm where alarm.rule_id = ended.rule_id
        order by raised_at desc, id desc limit 1) as newest on true
      where newest.id is not null
      returning alarm_id`.execute(db)
    ended += rows.length
    if (rows.length < portion) return ended
  }
}

const dayMs = 24 * 3600_000

/**
 * Deletes closed alarms older than the history of their organisation. Keeps all alarms of a silenced rule: the list of
 * shelved rules shows the newest.
 */
export async function forgetOld(db: Database, now: number): Promise<number> {
  for (let forgotten = 0; ; ) {
    const { rows } = await sql`delete from alarm where id = any(array(
        select old.id from organisation
        cross join lateral (
          select alarm.id from alarm
          where alarm.org_id = organisation.id and alarm.raised_at < ${now} - organisation.history_days * ${dayMs}::bigint
            and not alarm.is_open
            and not exists (select from alarm_shelf where alarm_shelf.rule_id = alarm.rule_id)
          limit ${portion}) as old
        limit ${portion}))
      returning id`.execute(db)
    forgotten += rows.length
    if (rows.length < portion) return forgotten
  }
}
