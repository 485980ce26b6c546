import { type SqlBool, sql } from 'kysely'
import type { EquipmentId, MvarId, ProjectId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { Mvar, MvarFormula, MvarInput } from './contract.ts'

export type StoredMvar = Omit<Mvar, 'inputs' | 'alarmRuleCount'>

/** The intermediate variables of a project by title, optionally limited to `ids`. */
export async function loadMvars(sight: Sight, projectId: ProjectId, ids?: readonly number[]): Promise<StoredMvar[]> {
  if (ids?.length === 0) return []
  let query = rows(sight).where('mvar.projectId', '=', projectId)
  if (ids) query = query.where(sql<SqlBool>`mvar.id = any(${ids}::int[])`)
  return (await query.orderBy('mvar.title').orderBy('mvar.id').execute()).map(stored)
}

export async function loadMvar(sight: Sight, id: MvarId): Promise<StoredMvar | undefined> {
  const row = await rows(sight).where('mvar.id', '=', id).executeTakeFirst()
  return row && stored(row)
}

/** Number of alarm rules at visible devices, by intermediate variable; only those with rules. */
export async function countAlarmRules(sight: Sight, ids: readonly MvarId[]): Promise<Map<MvarId, number>> {
  if (ids.length === 0) return new Map()
  const found = await sight
    .from('alarmRule')
    .select('alarmRule.mvarId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<SqlBool>`alarm_rule.mvar_id = any(${ids}::int[])`)
    .where('alarmRule.removedAt', 'is', null)
    .groupBy('alarmRule.mvarId')
    .execute()
  return new Map(found.map(({ mvarId, count }) => [mvarId!, Number(count)]))
}

export async function loadTitles(sight: Sight, ids: readonly number[]) {
  if (ids.length === 0) return []
  return sight
    .from('mvar')
    .select(['mvar.id', 'mvar.title'])
    .where(sql<SqlBool>`mvar.id = any(${ids}::int[])`)
    .execute()
}

const rows = (sight: Sight) =>
  sight
    .from('mvar')
    .select(['mvar.id', 'mvar.projectId', 'mvar.title', 'mvar.unit', 'mvar.decimals', 'mvar.calcType', 'mvar.text'])
    .select(['mvar.createdAt', 'mvar.updatedAt'])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
const stored = ({ calcType, text, ...row }: Row): StoredMvar => ({ ...row, formula: { calcType, text } })

/** The readable variables of visible devices of the project, among the ids. */
export async function loadInputs(
  sight: Sight,
  projectId: ProjectId,
  signalIds: readonly number[],
): Promise<MvarInput[]> {
  if (signalIds.length === 0) return []
  const found = await sight
    .from('signal')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'signal.equipmentId')
    .innerJoin(sight.table('projectEquip'), 'projectEquip.equipmentId', 'signal.equipmentId')
    .select(['signal.equipmentId', 'signal.id as signalId', 'signal.title', 'equipment.name as subTitle'])
    .where('projectEquip.projectId', '=', projectId)
    .where(sql<SqlBool>`signal.id = any(${[...new Set(signalIds)]}::int[])`)
    .where(sql<SqlBool>`signal.spec ->> 'access' <> 'w'`)
    .execute()
  return found
}

type Entry = Pick<Mvar, 'title' | 'unit' | 'decimals'> & { formula: MvarFormula; updatedAt: number }

const columnsOf = ({ formula, ...entry }: Entry) => ({ ...entry, ...formula })

export const insertMvar = async (sight: WritableSight, projectId: ProjectId, entry: Entry): Promise<MvarId> =>
  (
    await sight
      .insert('mvar', { ...columnsOf(entry), projectId, createdAt: entry.updatedAt })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Inserts all in one statement; returns the ids by title. */
export async function insertMvars(
  sight: WritableSight,
  projectId: ProjectId,
  mvars: readonly StoredMvar[],
  at: number,
): Promise<Map<string, MvarId>> {
  if (mvars.length === 0) return new Map()
  const rows = mvars.map(({ title, unit, decimals, formula }) => ({
    ...columnsOf({ title, unit, decimals, formula, updatedAt: at }),
    ...{ projectId, createdAt: at },
  }))
  const made = await sight.insert('mvar', rows).returning(['id', 'title']).execute()
  return new Map(made.map(({ id, title }) => [title, id]))
}

export const updateMvar = async (sight: WritableSight, id: MvarId, entry: Entry): Promise<void> =>
  void (await sight.update('mvar', columnsOf(entry)).where('id', '=', id).execute())

export const removeMvar = async (sight: WritableSight, id: MvarId): Promise<void> =>
  void (await sight.remove('mvar').where('id', '=', id).execute())

/** Maximum number of intermediate variables of an organisation that are searched for one variable. */
const mostLooked = 5000

/** Intermediate variables of visible projects that contain a device, with the names of the projects, by title. */
export async function loadMvarsBeside(sight: Sight, equipmentId: EquipmentId) {
  const found = await rows(sight)
    .innerJoin(sight.table('project'), 'project.id', 'mvar.projectId')
    .innerJoin(sight.table('projectEquip'), 'projectEquip.projectId', 'mvar.projectId')
    .select('project.name as projectName')
    .where('projectEquip.equipmentId', '=', equipmentId)
    .orderBy('mvar.title')
    .orderBy('mvar.id')
    .limit(mostLooked)
    .execute()
  return found.map(({ projectName, ...row }) => ({ ...stored(row), projectName }))
}
