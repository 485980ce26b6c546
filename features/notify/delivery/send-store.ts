// Deliveries to send, of all organisations.
import { type Kysely, sql } from 'kysely'
import type { AlarmLevel } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import type { AccountId, AlarmId, EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { MessageChannel } from '../../platform/verification/contract.ts'
import type { DeliveryReason, DeliveryState } from './contract.ts'

type Db = Kysely<DB>

/** Time for one try; afterwards another sender may claim the delivery. */
const underWayMs = 60_000

export type Claimed = {
  id: number
  orgId: OrgId
  equipmentId: EquipmentId
  alarmId: AlarmId
  accountId: AccountId | null
  level: AlarmLevel
  title: string
  titleEn: string
  note: string
  noteEn: string
  language: Language
  tries: number
}

/** Companies `o` with pending deliveries: one index lookup each. */
const waitingCompanies = (method: MessageChannel) => sql`
  (select org_id from delivery where method = ${method} and state in ('waiting', 'sending') order by org_id limit 1)
  union all
  select (select d.org_id from delivery d where d.method = ${method} and d.state in ('waiting', 'sending')
    and d.org_id > o.org_id order by d.org_id limit 1) from o where o.org_id is not null`

/**
 * Claims due deliveries for one sender: the oldest of each company, then the second of each, and so on. Companies are
 * in random order, so that a flood of some does not delay the others for long.
 */
export async function claim(db: Db, method: MessageChannel, now: number, most: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with recursive o (org_id) as (${waitingCompanies(method)}),
    chosen as (select due.id from o cross join lateral (
        select first.id, row_number() over (order by first.due_at, first.id) as place from (
          select id, due_at from delivery where method = ${method} and state in ('waiting', 'sending')
            and org_id = o.org_id and due_at <= ${now}::bigint
          order by due_at, id limit ${most}) as first) as due
      order by due.place, random() limit ${most})
    update delivery set state = 'sending', tries = tries + 1, due_at = ${now + underWayMs}::bigint
    where id = any(array(select id from delivery where id in (select id from chosen)
      and state in ('waiting', 'sending') and due_at <= ${now}::bigint for update skip locked))
    returning id, org_id as "orgId", equipment_id as "equipmentId", alarm_id as "alarmId", account_id as "accountId", level,
      title, title_en as "titleEn", note, note_en as "noteEn", language, tries`.execute(db)
  return rows
}

export type Known = {
  id: number
  isAcknowledged: boolean
  isShelved: boolean
  isDisabled: boolean
  email: string | null
  phone: string | null
  lately: number
  settings: Record<string, unknown> | null
  zone: string
  deviceZone: string
  raisedAt: number
  advice: string | null
}

/** Whether the rule of an alarm is silenced. A row of `alarm_shelf` may outlive its end. */
const isSilenced = (alarm: 'alarm' | 'other', now: number) => sql`exists (select from alarm_shelf s
  where s.rule_id = ${sql.ref(`${alarm}.rule_id`)} and (s.until is null or s.until > ${now}::bigint))`

/** Whether any open alarm of the device still needs acknowledgement; for a delivery `d` about several alarms. */
const oneWaits = (now: number) => sql`exists (select from alarm other
  where other.org_id = d.org_id and other.equipment_id = d.equipment_id
  and other.is_open and other.acknowledged_at is null and other.received_at <= d.created_at
  and not ${isSilenced('other', now)})`

/** Current facts about these deliveries. */
export async function loadKnown(db: Db, ids: readonly number[], now: number): Promise<Map<number, Known>> {
  const { rows } = await sql<Known>`
    select d.id,
      alarm.acknowledged_at is not null and not (d.others > 0 and ${oneWaits(now)}) as "isAcknowledged",
      not (d.others > 0 and ${oneWaits(now)}) and ${isSilenced('alarm', now)} as "isShelved",
      account.id is null or account.disabled or home.disabled as "isDisabled", account.email, account.phone,
      (select count(*)::int from delivery e where e.account_id = d.account_id and e.method = d.method and e.state = 'sent'
        and e.ended_at > ${now - 3600_000}::bigint) as lately,
      user_config.settings, coalesce(home.zone, own.zone) as zone, coalesce(equipment.zone, own.zone) as "deviceZone",
      alarm.raised_at as "raisedAt", alarm_rule.spec ->> 'advice' as advice
    from delivery d join alarm on alarm.id = d.alarm_id join alarm_rule on alarm_rule.id = alarm.rule_id
      join equipment on equipment.id = d.equipment_id join organisation own on own.id = d.org_id
      left join account on account.id = d.account_id left join organisation home on home.id = account.org_id
      left join user_config on user_config.account_id = account.id and user_config.org_id = account.org_id
    where d.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

type End = { state: DeliveryState; reason: DeliveryReason | null; dueAt: number; endedAt: number | null }

/** Stores the outcome of a try, unless another sender has claimed the delivery since. */
export async function settle(db: Db, { id, tries }: Claimed, { state, reason, dueAt, endedAt }: End): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state, reason, dueAt, endedAt })
    // A delivery that waits for the account's hours has not been tried.
    .$if(reason === 'hours', (query) => query.set({ tries: tries - 1 }))
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'sending')
    .execute()
}
