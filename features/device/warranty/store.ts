import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { WarrantyState } from './contract.ts'
import type { WarrantyClock } from './rules.ts'

export const loadSettings = (sight: Sight) =>
  sight.from('organisation').select(['zone', 'warrantyNoticeDays as days']).executeTakeFirstOrThrow()

/** The condition for devices with this warranty state. */
export function hasWarranty(state: WarrantyState | 'none', { today, soonUntil }: WarrantyClock): RawBuilder<SqlBool> {
  const until = sql.ref('equipment.warrantyUntil')
  switch (state) {
    case 'none':
      return sql`${until} is null`
    case 'ended':
      return sql`${until} < ${today}`
    case 'soon':
      return sql`${until} between ${today} and ${soonUntil}`
    case 'valid':
      return soonUntil === '' ? sql`${until} >= ${today}` : sql`${until} > ${soonUntil}`
  }
}

export const updateSettings = async (sight: WritableSight, warrantyNoticeDays: number): Promise<void> =>
  void (await sight.update('organisation', { warrantyNoticeDays }).where('id', '=', sight.orgId).execute())

export type Watching = { orgId: OrgId; zone: string; days: number }

/** Organisations with a device that has a warranty. */
export const loadWatching = async (db: Kysely<DB>): Promise<Watching[]> =>
  db
    .selectFrom('organisation')
    .select(['id as orgId', 'zone', 'warrantyNoticeDays as days'])
    .where('disabled', '=', false)
    .where(sql<boolean>`exists (select from equipment where equipment.org_id = organisation.id
      and warranty_until is not null and not is_template)`)
    .execute()

export type DueWarranty = { equipmentId: EquipmentId; name: string; nameEn: string; nameZh: string; until: string }
type Due = { orgId: OrgId; kind: 'soon' | 'ended'; from: string; to: string; now: number; most: number }

/** Finds devices whose warranty ends in this range, with names in each language, and marks them as notified. */
export async function takeDue(db: Kysely<DB>, { orgId, kind, from, to, now, most }: Due): Promise<DueWarranty[]> {
  const { rows } = await sql<DueWarranty>`
    with due as (
      select e.id, e.name, e.warranty_until from equipment e
      where e.org_id = ${orgId} and not e.is_template and e.warranty_until between ${from} and ${to}
        and not exists (select from warranty_notice n
          where n.equipment_id = e.id and n.kind = ${kind} and n.until = e.warranty_until)
      order by e.warranty_until, e.id limit ${most}
    ), told as (
      insert into warranty_notice (org_id, equipment_id, kind, until, told_at)
      select ${orgId}, id, ${kind}, warranty_until, ${now}::bigint from due
      on conflict do nothing returning equipment_id
    )
    select due.id as "equipmentId", due.name, due.warranty_until as until,
      coalesce(nullif(t.en, ''), due.name) as "nameEn", coalesce(nullif(t.zh, ''), due.name) as "nameZh"
    from due join told on told.equipment_id = due.id
      left join translation t on t.org_id = ${orgId} and t.source = due.name
    order by due.warranty_until, due.id`.execute(db)
  return rows
}
