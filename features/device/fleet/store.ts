import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AccountId, EquipmentId, GroupId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { contains } from '../../../db/like.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { nameLike } from '../../../db/translated.ts'
import type { EquipmentFields } from '../equipment/contract.ts'
import { hasWarranty } from '../open/warranty-clock.ts'
import type { TemplateId } from '../template/contract.ts'
import type { WarrantyState } from '../warranty/contract.ts'
import type { WarrantyClock } from '../warranty/rules.ts'
import type { FleetJob, FleetJobId, ItemState, JobKind } from './contract.ts'
import type { Known } from './plan.ts'

/** Devices with the columns of a file, by id. */
const devices = (sight: Sight) =>
  sight
    .from('equipment')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .leftJoin(sight.table('templateBinding'), 'templateBinding.equipmentId', 'equipment.id')
    .selectAll('equipment')
    .select(['gateway.sn', 'gateway.series', 'templateBinding.templateId'])
    // The call may also see templates, which are excluded here.
    .where('equipment.isTemplate', '=', false)
    .orderBy('equipment.id')

type Row = Awaited<ReturnType<ReturnType<typeof devices>['executeTakeFirstOrThrow']>>
export type Told = Omit<Known, 'mayWrite'>

function told({
  id,
  orgId: _,
  createdAt: __,
  createdBy: ___,
  isTemplate: ____,
  sn,
  series,
  templateId,
  ...fields
}: Row): Told {
  return { id, sn, series, templateId, fields: fields as EquipmentFields }
}

/** Visible devices with these ids or names. */
export async function loadNamed(
  sight: Sight,
  { ids, names }: { ids: readonly number[]; names: readonly string[] },
): Promise<Told[]> {
  const rows = await devices(sight)
    .where((eb) =>
      eb.or([
        sql<boolean>`equipment.id = any(${[...new Set(ids)]}::int[])`,
        sql<boolean>`equipment.name = any(${[...new Set(names)]}::text[])`,
      ]),
    )
    .execute()
  return rows.map(told)
}

/** Loads the devices with these ids. */
export async function loadSome(sight: Sight, ids: readonly EquipmentId[]): Promise<Told[]> {
  if (ids.length === 0) return []
  return (await devices(sight).where('equipment.id', 'in', ids).execute()).map(told)
}

export const loadGroups = (sight: Sight) =>
  sight.from('deviceGroup').select(['deviceGroup.id', 'deviceGroup.parentId', 'deviceGroup.name']).execute()

/** Templates with name and gateway series. */
export const loadTemplates = (sight: Sight): Promise<{ id: TemplateId; name: string; series: string | null }[]> =>
  sight
    .from('template')
    .innerJoin(sight.table('equipment'), (join) => join.on(sql<boolean>`equipment.id = template.id`))
    .select(['template.id', 'template.series', 'equipment.name'])
    .execute()

/** The template that a device follows, with its own fields; and the series of its gateway. */
export const loadFollowed = (sight: Sight, id: EquipmentId) =>
  sight
    .from('equipment')
    .leftJoin(sight.table('templateBinding'), 'templateBinding.equipmentId', 'equipment.id')
    .leftJoin(sight.table('template'), 'template.id', 'templateBinding.templateId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select([
      'equipment.name',
      'templateBinding.templateId',
      'templateBinding.own',
      'template.series as templateSeries',
    ])
    .select(['gateway.series'])
    .where('equipment.id', '=', id)
    .executeTakeFirst()

/** Which of these names visible devices have already. */
export async function takenNames(sight: Sight, names: readonly string[]): Promise<string[]> {
  const rows = await sight
    .from('equipment')
    .select('equipment.name')
    .where(sql<boolean>`equipment.name = any(${[...names]}::text[])`)
    .orderBy('equipment.name')
    .execute()
  return rows.map(({ name }) => name)
}

export type NewItem = { line: number; name: string; work: object; deviceId: EquipmentId | null }
type NewJob = {
  kind: JobKind
  title: string
  sourceId: EquipmentId | null
  by: { accountId: AccountId; loginname: string; name: string }
  at: number
  items: readonly NewItem[]
}

/** Number of running jobs; locks the organisation's job creation until the transaction ends. */
export async function countRunning(sight: WritableSight): Promise<number> {
  await sight.lock('fleet')
  const { count } = await sight
    .from('fleetJob')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('fleetJob.status', '=', 'running')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Inserts a job with its items; deletes the oldest finished jobs. */
export async function insertJob(sight: WritableSight, { by, at, items, ...job }: NewJob): Promise<FleetJobId> {
  const { accountId, loginname, name: author } = by
  const { id } = await sight
    .insert('fleetJob', { ...job, accountId, loginname, author, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = items.map(({ work, ...item }, position) => ({
    ...item,
    jobId: id,
    position,
    work: JSON.stringify(work),
  }))
  for (let from = 0; from < rows.length; from += 500)
    await sight.insert('fleetItem', rows.slice(from, from + 500)).execute()
  const old = await sight
    .from('fleetJob')
    .select('fleetJob.id')
    .where('fleetJob.status', '!=', 'running')
    .orderBy('fleetJob.id', 'desc')
    .offset(limits.fleetJobsKept)
    .limit(1000)
    .execute()
  if (old.length > 0)
    await sight
      .remove('fleetJob')
      .where(
        'fleetJob.id',
        'in',
        old.map((each) => each.id),
      )
      .execute()
  return id
}

/** Loads jobs. `accountId`: only those of this account; null: all jobs. */
export async function loadJobs(sight: Sight, accountId: AccountId | null): Promise<FleetJob[]> {
  const counted = (state: ItemState) =>
    sql<number>`(select count(*)::int from fleet_item i where i.job_id = fleet_job.id and i.state = ${state})`
  let query = sight
    .from('fleetJob')
    .select(['fleetJob.id', 'fleetJob.kind', 'fleetJob.status', 'fleetJob.title', 'fleetJob.author'])
    .select(['fleetJob.createdAt', 'fleetJob.finishedAt'])
    .select([
      sql<number>`(select count(*)::int from fleet_item i where i.job_id = fleet_job.id)`.as('total'),
      counted('done').as('done'),
      counted('failed').as('failed'),
    ])
    .orderBy('fleetJob.id', 'desc')
    .limit(limits.fleetJobsKept + limits.fleetJobs)
  if (accountId !== null) query = query.where('fleetJob.accountId', '=', accountId)
  return query.execute()
}

export const loadJob = (sight: Sight, id: FleetJobId) =>
  sight
    .from('fleetJob')
    .select(['fleetJob.id', 'fleetJob.title', 'fleetJob.status', 'fleetJob.accountId'])
    .where('fleetJob.id', '=', id)
    .executeTakeFirst()

export const loadFaults = (sight: Sight, id: FleetJobId) =>
  sight
    .from('fleetItem')
    .select(['fleetItem.line', 'fleetItem.name', 'fleetItem.code', 'fleetItem.details'])
    .where('fleetItem.jobId', '=', id)
    .where('fleetItem.state', '=', 'failed')
    .orderBy('fleetItem.position')
    .limit(limits.fleetRows)
    .execute()

/** Cancels a job: waiting items are not started; false if the job was over. */
export async function endJob(sight: WritableSight, id: FleetJobId, at: number): Promise<boolean> {
  const ended = await sight
    .update('fleetJob', { status: 'cancelled', finishedAt: at })
    .where('fleetJob.id', '=', id)
    .where('fleetJob.status', '=', 'running')
    .returning('fleetJob.id')
    .executeTakeFirst()
  if (!ended) return false
  await sight
    .update('fleetItem', { state: 'cancelled' })
    .where('fleetItem.jobId', '=', id)
    .where('fleetItem.state', '=', 'waiting')
    .execute()
  return true
}

type Filter = {
  keyword: string | null
  groupId?: GroupId | null | undefined
  ungrouped: boolean
  bound?: boolean | null | undefined
  warranty?: WarrantyState | 'none' | null | undefined
  createdBy: AccountId | null
  clock: WarrantyClock
}

/** Conditions for the filter of the device list. */
export function matchingOf(sight: Sight, { keyword, groupId, ungrouped, bound, warranty, createdBy, clock }: Filter) {
  const gateways = sql`select from binding join gateway on gateway.id = binding.gateway_id
    where binding.equipment_id = equipment.id and binding.unbound_at is null`
  const matching: RawBuilder<SqlBool>[] = []
  if (keyword) {
    const like = contains(keyword)
    matching.push(sql`(${nameLike(sight.orgId, 'equipment.name', like)} or equipment.number ilike ${like}
      or exists (${gateways} and gateway.sn ilike ${like}))`)
  }
  if (groupId) matching.push(sql`equipment.group_id = ${groupId}`)
  if (ungrouped) matching.push(sql`equipment.group_id is null`)
  if (createdBy) matching.push(sql`equipment.created_by = ${createdBy}`)
  if (bound != null) matching.push(bound ? sql`exists (${gateways})` : sql`not exists (${gateways})`)
  if (warranty) matching.push(hasWarranty(warranty, clock))
  return matching
}

/** Ids of the devices that match a filter, in the order of the exported file. */
export async function loadIds(sight: Sight, after: number, most: number, matching: RawBuilder<SqlBool>[]) {
  let query = sight
    .from('equipment')
    .select('equipment.id')
    .where('equipment.isTemplate', '=', false)
    .where('equipment.id', '>', after as EquipmentId)
    .orderBy('equipment.id')
    .limit(most)
  for (const each of matching) query = query.where(each)
  return (await query.execute()).map(({ id }) => id)
}
