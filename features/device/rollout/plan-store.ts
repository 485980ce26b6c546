// Database reads of a rollout plan: devices that follow the template, and uses of variables and rules that would be
// deleted. One query per kind for all devices.
import { type SqlBool, sql } from 'kysely'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { TemplateId } from '../template/contract.ts'
import { type Lost, maxDevices, type RolloutId } from './contract.ts'

/** Maximum number of pages and intermediate variables read. */
const maxLooked = 5000

const among = (column: string, ids: readonly number[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...new Set(ids)]}::int[])`

/** The given devices that follow the template, or all followers, by name. */
export const loadFollowers = (sight: Sight, templateId: TemplateId, equipmentIds: readonly EquipmentId[]) => {
  const query = sight
    .from('templateBinding')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'templateBinding.equipmentId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['templateBinding.equipmentId', 'templateBinding.own', 'templateBinding.deviceHash'])
    .select(['templateBinding.version as fromVersion', 'equipment.name', 'equipment.groupId', 'equipment.address'])
    .select(['gateway.sn', 'gateway.state'])
    .select((eb) =>
      eb
        .selectFrom(sight.table('configVersion'))
        .where('configVersion.objectType', '=', 'equipment')
        .whereRef('configVersion.objectId', '=', 'equipment.id')
        .select(sql<number>`coalesce(max(config_version.version), 0)::int`.as('version'))
        .as('version'),
    )
    .where('templateBinding.templateId', '=', templateId)
    .orderBy('equipment.name')
    .orderBy('equipment.id')
    .limit(maxDevices)
  return (
    equipmentIds.length === 0 ? query : query.where(among('template_binding.equipment_id', equipmentIds))
  ).execute()
}
export type Follower = Awaited<ReturnType<typeof loadFollowers>>[number]

/** Titles of pages without a template origin, by device. */
export async function loadOwnTitles(sight: Sight, equipmentIds: readonly EquipmentId[]) {
  const rows = await sight
    .from('page')
    .select(['page.equipmentId', sql<string>`lower(trim(page.title))`.as('title')])
    .where('page.originId', 'is', null)
    .where(among('page.equipment_id', equipmentIds))
    .orderBy('page.title')
    .execute()
  const found = new Map<EquipmentId, string[]>()
  for (const { equipmentId, title } of rows)
    if (equipmentId !== null) found.set(equipmentId, [...(found.get(equipmentId) ?? []), title])
  return found
}

/** Variables and rules that a device would lose. */
export type Going = { equipmentId: EquipmentId; signals: readonly number[]; rules: readonly number[] }
type Hanging = Pick<Lost, 'pages' | 'mvars' | 'alarms' | 'writes'>

/** Counts the uses of these variables and rules, for each device that has any. */
export async function loadHanging(sight: Sight, going: readonly Going[], now: number) {
  const found = new Map<EquipmentId, Hanging>()
  const add = (equipmentId: EquipmentId | undefined | null, what: keyof Hanging, count = 1) => {
    if (equipmentId === undefined || equipmentId === null) return
    const so = found.get(equipmentId) ?? { pages: 0, mvars: 0, alarms: 0, writes: 0 }
    found.set(equipmentId, { ...so, [what]: so[what] + count })
  }
  const deviceOf = new Map(going.flatMap(({ equipmentId, signals }) => signals.map((id) => [id, equipmentId] as const)))
  const signals = [...deviceOf.keys()]
  const rules = going.flatMap((each) => each.rules)
  for (const { equipmentId, originId, bound } of await loadBound(sight, signals)) {
    const devices = new Set(bound.flatMap((id) => deviceOf.get(id) ?? []))
    // Pages that follow the template are not lost: they are replaced in any case.
    for (const device of devices) if (originId === null || device !== equipmentId) add(device, 'pages')
  }
  for (const text of await loadFormulas(sight, going)) {
    const ids = [...text.matchAll(/\$\{\d+\.(\d+)\}/g)].map(([, id]) => deviceOf.get(Number(id)))
    for (const device of new Set(ids)) add(device, 'mvars')
  }
  for (const { equipmentId, count } of await loadAlarms(sight, rules)) add(equipmentId, 'alarms', count)
  for (const { equipmentId, count } of await loadWaiting(sight, signals, now)) add(equipmentId, 'writes', count)
  return found
}

async function loadBound(sight: Sight, ids: readonly number[]) {
  if (ids.length === 0) return []
  const bound = sql`jsonb_array_elements(page.content -> 'bind' -> 'signals') as bound where bound::text::int = any(${ids}::int[])`
  return sight
    .from('page')
    .select([
      'page.equipmentId',
      'page.originId',
      sql<number[]>`array(select bound::text::int from ${bound})`.as('bound'),
    ])
    .where(sql<SqlBool>`exists (select from ${bound})`)
    .limit(maxLooked)
    .execute()
}

async function loadFormulas(sight: Sight, going: readonly Going[]): Promise<string[]> {
  const named = going.flatMap(({ equipmentId, signals }) => (signals.length > 0 ? [`%\${${equipmentId}.%`] : []))
  if (named.length === 0) return []
  const rows = await sight
    .from('mvar')
    .select('mvar.text')
    .where(sql<SqlBool>`mvar.text like any(${named}::text[])`)
    .limit(maxLooked)
    .execute()
  return rows.map(({ text }) => text)
}

async function loadAlarms(sight: Sight, ruleIds: readonly number[]) {
  if (ruleIds.length === 0) return []
  return sight
    .from('alarm')
    .select(['alarm.equipmentId', sql<number>`count(*)::int`.as('count')])
    .where(among('alarm.rule_id', ruleIds))
    .where('alarm.clearedAt', 'is', null)
    .groupBy('alarm.equipmentId')
    .execute()
}

async function loadWaiting(sight: Sight, signalIds: readonly number[], now: number) {
  if (signalIds.length === 0) return []
  return sight
    .from('command')
    .select(['command.equipmentId', sql<number>`count(*)::int`.as('count')])
    .where('command.status', '=', 'waiting')
    .where('command.expiresAt', '>', now)
    .where(among('command.signal_id', signalIds))
    .groupBy('command.equipmentId')
    .execute()
}

export type StoredPlan = {
  no: number
  equipmentId: EquipmentId
  version: number
  own: string[]
  fromVersion: number | null
  added: number
  changed: number
  removed: number
  pages: readonly { kind: 'added' | 'changed' | 'removed'; title: string }[]
  lost: Lost
}

export async function insertPlans(sight: WritableSight, rolloutId: RolloutId, plans: readonly StoredPlan[]) {
  if (plans.length === 0) return
  const rows = plans.map(({ pages, lost, ...plan }) => ({
    ...{ ...plan, rolloutId, pages: JSON.stringify(pages), lost: JSON.stringify(lost) },
  }))
  await sight.insert('rolloutPlan', rows).execute()
}

const plans = (sight: Sight, id: RolloutId) =>
  sight
    .from('rolloutPlan')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'rolloutPlan.equipmentId')
    .select(['rolloutPlan.no', 'rolloutPlan.equipmentId', 'rolloutPlan.version', 'rolloutPlan.own', 'equipment.name'])
    .select(['rolloutPlan.fromVersion', 'rolloutPlan.added', 'rolloutPlan.changed', 'rolloutPlan.removed'])
    .select(['rolloutPlan.pages', 'rolloutPlan.lost'])
    .where('rolloutPlan.rolloutId', '=', id)

type Row = Awaited<ReturnType<ReturnType<typeof plans>['executeTakeFirstOrThrow']>>
const planOf = ({ pages, lost, ...row }: Row): StoredPlan & { name: string } => ({
  ...row,
  pages: pages as StoredPlan['pages'],
  lost: lost as Lost,
})

/** The plans, each with the number of its visible devices. */
export async function loadPlans(sight: Sight, id: RolloutId) {
  const rows = await plans(sight, id).orderBy('rolloutPlan.no').execute()
  const counts = await sight
    .from('rolloutDevice')
    .select(['rolloutDevice.plan', sql<number>`count(*)::int`.as('devices')])
    .where('rolloutDevice.rolloutId', '=', id)
    .groupBy('rolloutDevice.plan')
    .execute()
  const devicesOf = new Map(counts.map(({ plan, devices }) => [plan, devices]))
  return rows.map((row) => {
    const { version: _, own: __, pages, ...plan } = planOf(row)
    return { ...plan, pages: pages.length, devices: devicesOf.get(plan.no) ?? 0 }
  })
}

export async function loadPlan(sight: Sight, id: RolloutId, no: number) {
  const row = await plans(sight, id).where('rolloutPlan.no', '=', no).executeTakeFirst()
  return row && planOf(row)
}
