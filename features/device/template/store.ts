import { type SqlBool, sql } from 'kysely'
import { fail } from '../../../contract/errors.ts'
import type { AccountId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { contains } from '../../../db/like.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { asDevice, type TemplateFields, type TemplateId } from './contract.ts'

/** Templates joined with their rows as devices, which contain the name. */
const templates = (sight: Sight) =>
  sight
    .from('template')
    .innerJoin(sight.table('equipment'), (join) => join.on(sql<SqlBool>`equipment.id = template.id`))
    .select(['template.id', 'template.series', 'template.model', 'equipment.name', 'equipment.remark'])

type Listed = TemplateFields & {
  id: TemplateId
  signals: number
  drivers: number
  reports: number
  alarms: number
  scripts: number
  pages: number
  version: number
  createdAt: number
  createdBy: string
  changedAt: number
}

/** Counts rows of the template; removed reports and alarm rules, kept for their stored data, do not count. */
function counted(sight: Sight, table: 'driver' | 'signal' | 'historyReport' | 'alarmRule' | 'script' | 'page') {
  const own = sight.from(table as 'signal').where(sql<SqlBool>`equipment_id = equipment.id`)
  const kept = table === 'historyReport' || table === 'alarmRule'
  return (kept ? own.where(sql<SqlBool>`removed_at is null`) : own).select(sql<number>`count(*)::int`.as('count'))
}

const listed = (sight: Sight) =>
  templates(sight)
    .leftJoin(sight.table('account'), 'account.id', 'equipment.createdBy')
    .select(['equipment.createdAt'])
    .select((eb) => [
      eb.fn.coalesce('account.name', sql<string>`''`).as('createdBy'),
      counted(sight, 'driver').as('drivers'),
      counted(sight, 'signal').as('signals'),
      counted(sight, 'historyReport').as('reports'),
      counted(sight, 'alarmRule').as('alarms'),
      counted(sight, 'script').as('scripts'),
      counted(sight, 'page').as('pages'),
      eb
        .selectFrom(sight.table('configVersion'))
        .where('configVersion.objectType', '=', 'equipment')
        .whereRef('configVersion.objectId', '=', 'equipment.id')
        .select(sql<number>`max(config_version.version)`.as('version'))
        .as('version'),
      eb
        .selectFrom(sight.table('configVersion'))
        .whereRef('configVersion.equipmentId', '=', 'equipment.id')
        .select(sql<number>`max(config_version.created_at)`.as('at'))
        .as('changedAt'),
    ])

const view = (row: Record<string, unknown>): Listed => {
  const count = (key: string) => Number(row[key] ?? 0)
  return {
    ...(row as Listed),
    ...{ drivers: count('drivers'), signals: count('signals'), reports: count('reports') },
    ...{ alarms: count('alarms'), scripts: count('scripts'), pages: count('pages'), version: count('version') },
    changedAt: Number(row.changedAt ?? row.createdAt),
  }
}

/** Loads one page of templates, by name. */
export async function loadTemplates(
  sight: Sight,
  { keyword, pageNo, pageSize }: { keyword: string | null; pageNo: number; pageSize: number },
): Promise<{ total: number; rows: Listed[] }> {
  const query = keyword
    ? listed(sight).where((eb) =>
        eb.or([
          eb('equipment.name', 'ilike', contains(keyword)),
          eb('template.model', 'ilike', contains(keyword)),
          eb('equipment.remark', 'ilike', contains(keyword)),
        ]),
      )
    : listed(sight)
  const { total } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .orderBy('equipment.name')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows: rows.map(view) }
}

export async function loadTemplate(sight: Sight, id: TemplateId): Promise<Listed | undefined> {
  const row = await listed(sight).where('template.id', '=', id).executeTakeFirst()
  return row && view(row)
}

export async function loadTemplatesShort(sight: Sight, keyword: string | null) {
  let query = templates(sight).orderBy('equipment.name').limit(limits.templates)
  if (keyword) query = query.where('equipment.name', 'ilike', contains(keyword))
  const rows = await query.execute()
  return rows.map(({ id, name, series, model }) => ({ id, name, series, model }))
}

/** The fields of a template; locks it against changes and deletion until the transaction ends. */
export async function lockTemplate(sight: Sight, id: TemplateId): Promise<TemplateFields | undefined> {
  const held = await sight
    .from('equipment')
    .select('equipment.id')
    .where('equipment.id', '=', asDevice(id))
    .forUpdate()
    .executeTakeFirst()
  if (!held) return undefined
  const row = await templates(sight).where('template.id', '=', id).executeTakeFirst()
  return row && { name: row.name, series: row.series, model: row.model, remark: row.remark }
}

function asTaken(error: unknown, name: string): never {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code === '23505' && constraint === 'template_name') throw fail('nameExists', { name }, { field: 'name' })
  throw error
}

/** Adds a template. Throws 10003, 3101. */
export async function insertTemplate(
  sight: WritableSight,
  { name, remark, series, model }: TemplateFields,
  createdBy: AccountId,
  at: number,
): Promise<TemplateId> {
  await sight.lock('template')
  const { count } = await sight
    .from('template')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.templates) throw fail('templateCapacity', { limit: limits.templates })
  const { id } = await sight
    .insert('equipment', { name, remark, createdAt: at, createdBy, isTemplate: true })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error) => asTaken(error, name))
  const template = id as number as TemplateId
  await sight.insert('template', { id: template, series, model }).execute()
  return template
}

/** Changes the fields of a template. Throws 10003. */
export async function updateTemplate(
  sight: WritableSight,
  id: TemplateId,
  { name, remark, series, model }: TemplateFields,
): Promise<void> {
  await sight
    .update('equipment', { name, remark })
    .where('equipment.id', '=', asDevice(id))
    .execute()
    .catch((error) => asTaken(error, name))
  await sight.update('template', { series, model }).where('template.id', '=', id).execute()
}

/** Deletes a template with its configuration, pages, and their versions. Throws 3102. */
export async function removeTemplate(sight: WritableSight, id: TemplateId): Promise<void> {
  await sight.remove('configVersion').where('configVersion.equipmentId', '=', asDevice(id)).execute()
  await sight
    .remove('equipment')
    .where('equipment.id', '=', asDevice(id))
    .execute()
    .catch((error: { code?: unknown }) => {
      // Devices that the caller cannot see follow the template.
      throw error.code === '23503' ? fail('templateInUse', { count: '> 0' }) : error
    })
}

/** A series of followers' gateways that differs from the given one, if any. */
export const otherSeries = (sight: Sight, id: TemplateId, series: string) =>
  sight
    .from('templateBinding')
    .innerJoin(sight.table('binding'), 'binding.equipmentId', 'templateBinding.equipmentId')
    .innerJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select('gateway.series')
    .where('templateBinding.templateId', '=', id)
    .where('binding.unboundAt', 'is', null)
    .where('gateway.series', '!=', series)
    .executeTakeFirst()
