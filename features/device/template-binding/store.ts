import { type SqlBool, sql } from 'kysely'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { contains } from '../../../db/like.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { readConfig } from '../../frame/config.ts'
import type { TemplateId } from '../template/contract.ts'

export type Binding = {
  equipmentId: EquipmentId
  templateId: TemplateId
  version: number
  own: string[]
  deviceHash: string
}

const columns = [
  'templateBinding.equipmentId',
  'templateBinding.templateId',
  'templateBinding.version',
  'templateBinding.own',
  'templateBinding.deviceHash',
] as const

export const loadBinding = (sight: Sight, equipmentId: EquipmentId): Promise<Binding | undefined> =>
  sight
    .from('templateBinding')
    .select(columns)
    .where('templateBinding.equipmentId', '=', equipmentId)
    .executeTakeFirst()

export const loadBindings = (sight: Sight, equipmentIds: readonly EquipmentId[]): Promise<Binding[]> =>
  sight
    .from('templateBinding')
    .select(columns)
    .where(sql<SqlBool>`template_binding.equipment_id = any(${[...equipmentIds]}::int[])`)
    .orderBy('templateBinding.equipmentId')
    .execute()

/** Name of a visible device; locks the device until the transaction ends. */
export const lockDevice = (sight: Sight, id: EquipmentId) =>
  sight
    .from('equipment')
    .select(['equipment.id', 'equipment.name'])
    .where('equipment.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Names, series and versions of templates. */
export async function loadTemplatesOf(sight: Sight, ids: readonly TemplateId[]) {
  const rows = await sight
    .from('template')
    .innerJoin(sight.table('equipment'), (join) => join.on(sql<SqlBool>`equipment.id = template.id`))
    .select(['template.id', 'template.series', 'equipment.name'])
    .select((eb) =>
      eb
        .selectFrom(sight.table('configVersion'))
        .where('configVersion.objectType', '=', 'equipment')
        .whereRef('configVersion.objectId', '=', 'equipment.id')
        .select(sql<number>`coalesce(max(config_version.version), 0)`.as('version'))
        .as('version'),
    )
    .where(sql<SqlBool>`template.id = any(${[...ids]}::int[])`)
    .execute()
  return new Map(rows.map(({ version, ...row }) => [row.id, { ...row, version: Number(version ?? 0) }]))
}

/** The series of the gateway bound to a device, if any. */
export const loadSeries = async (sight: Sight, equipmentId: EquipmentId): Promise<string | undefined> =>
  (
    await sight
      .from('binding')
      .innerJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
      .select('gateway.series')
      .where('binding.equipmentId', '=', equipmentId)
      .where('binding.unboundAt', 'is', null)
      .executeTakeFirst()
  )?.series

type Row = { templateId: TemplateId; version: number; own: string[]; deviceHash: string; author: string; at: number }

/** Binds a device, or changes its binding. Throws 10002 if the template was deleted in between. */
export async function putBinding(
  sight: WritableSight,
  equipmentId: EquipmentId,
  { at, ...row }: Row,
  isNew: boolean,
): Promise<void> {
  if (isNew) await sight.remove('templateBinding').where('templateBinding.equipmentId', '=', equipmentId).execute()
  const change = { ...row, appliedAt: at }
  if (!isNew) {
    await sight.update('templateBinding', change).where('templateBinding.equipmentId', '=', equipmentId).execute()
    return
  }
  await sight
    .insert('templateBinding', { equipmentId, ...change, boundAt: at })
    .execute()
    .catch((error: { code?: unknown }) => {
      throw error.code === '23503' ? fail('notFound', {}, { field: 'templateId' }) : error
    })
}

export async function updateBinding(
  sight: WritableSight,
  equipmentId: EquipmentId,
  change: { own?: string[]; deviceHash: string },
): Promise<void> {
  await sight.update('templateBinding', change).where('templateBinding.equipmentId', '=', equipmentId).execute()
}

export const removeBinding = (sight: WritableSight, equipmentId: EquipmentId) =>
  sight.remove('templateBinding').where('templateBinding.equipmentId', '=', equipmentId).execute()

/** Loads one page of the devices that follow a template, by name. */
export async function loadFollowers(
  sight: Sight,
  { id, keyword, pageNo, pageSize }: { id: TemplateId; keyword: string | null; pageNo: number; pageSize: number },
) {
  let query = sight
    .from('templateBinding')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'templateBinding.equipmentId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .where('templateBinding.templateId', '=', id)
  if (keyword) {
    const like = contains(keyword)
    query = query.where((eb) => eb.or([eb('equipment.name', 'ilike', like), eb('gateway.sn', 'ilike', like)]))
  }
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .select(columns)
    .select(['templateBinding.boundAt', 'templateBinding.appliedAt', 'templateBinding.author'])
    .select(['equipment.name', 'gateway.sn', 'gateway.state'])
    .orderBy('equipment.name')
    .orderBy('equipment.id')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows }
}

/** The configuration of a device in one of its versions; 0: before the first. */
export async function loadConfigOf(sight: Sight, equipmentId: EquipmentId, version: number): Promise<EquipmentConfig> {
  const row = await sight
    .from('configVersion')
    .select('configVersion.content')
    .where('configVersion.objectType', '=', 'equipment')
    .where('configVersion.objectId', '=', equipmentId)
    .where('configVersion.version', '=', version)
    .executeTakeFirst()
  if (!row && version > 0) throw fail('notFound')
  return readConfig((row?.content ?? null) as object | null)
}

/** Number of followers of each template, grouped by own fields and hash. */
export const loadGroups = (sight: Sight, ids: readonly TemplateId[]) =>
  sight
    .from('templateBinding')
    .select(['templateBinding.templateId', 'templateBinding.own', 'templateBinding.deviceHash'])
    .select(sql<number>`count(*)::int`.as('devices'))
    .where(sql<SqlBool>`template_binding.template_id = any(${[...ids]}::int[])`)
    .groupBy(['templateBinding.templateId', 'templateBinding.own', 'templateBinding.deviceHash'])
    .execute()

/** Pages of devices and projects with bindings to these variables. */
export async function loadPagesBound(sight: Sight, signalIds: readonly number[]) {
  if (signalIds.length === 0) return []
  return sight
    .from('page')
    .leftJoin(sight.table('project'), 'project.id', 'page.projectId')
    .select(['page.id', 'page.title', 'page.equipmentId', 'page.content', 'project.name as of'])
    .where(
      sql<SqlBool>`exists (select from jsonb_array_elements(page.content -> 'bind' -> 'signals') as bound
        where bound::text::int = any(${[...signalIds]}::int[]))`,
    )
    .orderBy('page.title')
    .limit(200)
    .execute()
}

/** Intermediate variables whose formulas use one of these variables. */
export async function loadMvarsOver(sight: Sight, equipmentId: EquipmentId, signalIds: readonly number[]) {
  if (signalIds.length === 0) return []
  const named = signalIds.map((id) => `%\${${equipmentId}.${id}}%`)
  return sight
    .from('mvar')
    .innerJoin(sight.table('project'), 'project.id', 'mvar.projectId')
    .select(['mvar.title', 'project.name as of'])
    .where(sql<SqlBool>`mvar.text like any(${named}::text[])`)
    .orderBy('mvar.title')
    .limit(200)
    .execute()
}

/** Number of active alarms, by rule. */
export async function loadActiveAlarmCounts(sight: Sight, ruleIds: readonly number[]) {
  if (ruleIds.length === 0) return []
  return sight
    .from('alarm')
    .select('alarm.name')
    .select(sql<number>`count(*)::int`.as('alarms'))
    .where(sql<SqlBool>`alarm.rule_id = any(${[...ruleIds]}::int[])`)
    .where('alarm.clearedAt', 'is', null)
    .groupBy('alarm.name')
    .execute()
}

/** Number of writes to these variables that are not answered yet. */
export async function loadWrites(sight: Sight, equipmentId: EquipmentId, signalIds: readonly number[], now: number) {
  if (signalIds.length === 0) return []
  const rows = await sight
    .from('command')
    .select('command.signalId')
    .select(sql<number>`count(*)::int`.as('writes'))
    .where('command.equipmentId', '=', equipmentId)
    .where('command.status', '=', 'waiting')
    .where('command.expiresAt', '>', now)
    .where(sql<SqlBool>`command.signal_id = any(${[...signalIds]}::int[])`)
    .groupBy('command.signalId')
    .execute()
  return rows
}
