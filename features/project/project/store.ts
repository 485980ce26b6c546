import { type SqlBool, sql } from 'kysely'
import { fail } from '../../../contract/errors.ts'
import type { AccountId, EquipmentId, PageId, ProjectId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { pageType } from '../../../db/page-type.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { Project, ProjectEquip } from './contract.ts'

/** The visible projects, in their order. */
export async function loadProjects(sight: Sight, id?: ProjectId): Promise<Project[]> {
  let query = sight
    .from('project')
    .select(['project.id', 'project.name', 'project.note', 'project.seq'])
    .select(['project.errorValShow', 'project.errorDefaultVal', 'project.createdAt', 'project.updatedAt'])
    .select((eb) => [
      eb
        .selectFrom(sight.table('projectEquip'))
        .whereRef('projectEquip.projectId', '=', 'project.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .$castTo<{ count: number }>()
        .as('equips'),
      eb
        .selectFrom(sight.table('page'))
        .whereRef('page.projectId', '=', 'project.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('pages'),
      eb
        .selectFrom(sight.table('page'))
        .whereRef('page.projectId', '=', 'project.id')
        .where('page.startup', '=', true)
        .select(sql<PageId>`page.id`.as('id'))
        .limit(1)
        .as('homePageId'),
    ])
  if (id !== undefined) query = query.where('project.id', '=', id)
  const rows = await query.orderBy('project.seq').orderBy('project.id').limit(limits.projects).execute()
  return rows.map((row) => ({ ...row, equips: row.equips ?? 0, pages: row.pages ?? 0 }))
}

/** A project of the organisation, which may be invisible to the caller: its name must not be returned. */
export type AnyProject = Pick<Project, 'id' | 'name' | 'seq'>

/** Locks the projects of the organisation, and returns all of them in their order, including invisible ones. */
export async function lockProjects(sight: WritableSight): Promise<AnyProject[]> {
  await sight.lock('project')
  const all = sight.wholeOrg().from('project').select(['project.id', 'project.name', 'project.seq'])
  return all.orderBy('project.seq').orderBy('project.id').execute()
}

type Entry = { name: string; note: string }

type New = Omit<Project, 'id' | 'equips' | 'pages' | 'homePageId'> & { createdBy: AccountId }

export const insertProject = async (sight: WritableSight, row: New): Promise<ProjectId> =>
  (await sight.insert('project', row).returning('id').executeTakeFirstOrThrow()).id

export async function updateProject(
  sight: WritableSight,
  id: ProjectId,
  entry: Entry & Pick<Project, 'errorValShow' | 'errorDefaultVal' | 'updatedAt'>,
): Promise<void> {
  await sight.update('project', entry).where('id', '=', id).execute()
}

/** Deletes the project with its pages and their versions. */
export async function removeProject(sight: WritableSight, id: ProjectId): Promise<void> {
  await sight.remove('configVersion').where('projectId', '=', id).execute()
  await sight.remove('project').where('id', '=', id).execute()
}

/** The pages of a project, unordered. */
export const loadTitles = (sight: Sight, projectId: ProjectId) =>
  sight
    .from('page')
    .select(['page.id', 'page.title', 'page.startup', pageType.as('type')])
    .where('page.projectId', '=', projectId)
    .limit(limits.configPages)
    .execute()

/** Sets the order of all projects of the organisation in one statement. */
export async function putOrder(sight: WritableSight, ids: readonly ProjectId[]): Promise<void> {
  await sight
    .wholeOrg()
    .update('project', { seq: sql<number>`array_position(${ids}::int[], project.id)` as never })
    .where(sql<SqlBool>`project.id = any(${ids}::int[])`)
    .execute()
}

/** The visible devices of a project, by name. */
export const loadEquips = (sight: Sight, projectId: ProjectId): Promise<ProjectEquip[]> =>
  sight
    .from('projectEquip')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'projectEquip.equipmentId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .leftJoin(sight.table('signal'), (join) =>
      join
        .onRef('signal.id', '=', 'projectEquip.keySignalId')
        .onRef('signal.equipmentId', '=', 'projectEquip.equipmentId'),
    )
    .select(['projectEquip.equipmentId', 'equipment.name', 'gateway.sn', 'projectEquip.addedAt'])
    .select(['signal.id as keySignalId', 'signal.title as keyTitle'])
    .where('projectEquip.projectId', '=', projectId)
    .orderBy('equipment.name')
    .orderBy('equipment.id')
    .limit(limits.projectEquips)
    .execute()

/** The visible devices that are not in a project, by name. */
export const loadOthers = (sight: Sight, projectId: ProjectId) =>
  sight
    .from('equipment')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['equipment.id as equipmentId', 'equipment.name', 'gateway.sn'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(sight.table('projectEquip'))
            .select('projectEquip.id')
            .whereRef('projectEquip.equipmentId', '=', 'equipment.id')
            .where('projectEquip.projectId', '=', projectId),
        ),
      ),
    )
    .orderBy('equipment.name')
    .orderBy('equipment.id')
    .limit(limits.projectEquips)
    .execute()

/** Throws projectEquipCapacity if a project has too many devices; counts also invisible ones. */
async function mustFit(sight: WritableSight, projectId: ProjectId): Promise<void> {
  const { equips } = await sight
    .wholeOrg()
    .from('projectEquip')
    .where('projectEquip.projectId', '=', projectId)
    .select(sql<number>`count(*)::int`.as('equips'))
    .executeTakeFirstOrThrow()
  if (equips > limits.projectEquips) throw fail('projectEquipCapacity', { limit: limits.projectEquips })
}

/**
 * Adds devices to a project; returns how many were not in it yet. The caller has the lock for projects. Throws
 * projectEquipCapacity.
 */
export async function insertEquips(
  sight: WritableSight,
  projectId: ProjectId,
  equipmentIds: readonly EquipmentId[],
  at: number,
): Promise<number> {
  const rows = await sight
    .insert(
      'projectEquip',
      equipmentIds.map((equipmentId) => ({ projectId, equipmentId, addedAt: at })),
    )
    .onConflict((conflict) => conflict.columns(['projectId', 'equipmentId']).doNothing())
    .returning('id')
    .execute()
  await mustFit(sight, projectId)
  return rows.length
}

/** Copies the devices of a project that `may` allows to another one; returns how many. */
export async function copyEquips(
  sight: WritableSight,
  from: ProjectId,
  to: ProjectId,
  may: (equipmentId: EquipmentId) => boolean,
): Promise<number> {
  const equips = await sight
    .from('projectEquip')
    .select(['projectEquip.equipmentId', 'projectEquip.keySignalId', 'projectEquip.addedAt'])
    .where('projectEquip.projectId', '=', from)
    .execute()
  const rows = equips.filter(({ equipmentId }) => may(equipmentId)).map((row) => ({ ...row, projectId: to }))
  if (rows.length > 0) await sight.insert('projectEquip', rows).execute()
  return rows.length
}

export const removeEquip = (sight: WritableSight, projectId: ProjectId, equipmentId: EquipmentId) =>
  sight.remove('projectEquip').where('projectId', '=', projectId).where('equipmentId', '=', equipmentId).execute()

/** Returns whether the device is in the project. */
export async function putKey(
  sight: WritableSight,
  projectId: ProjectId,
  equipmentId: EquipmentId,
  keySignalId: SignalId | null,
): Promise<boolean> {
  const change = sight.update('projectEquip', { keySignalId }).where('projectId', '=', projectId)
  return (await change.where('equipmentId', '=', equipmentId).returning('id').executeTakeFirst()) !== undefined
}

/** A variable, if it belongs to the device. */
export const loadKey = (sight: Sight, equipmentId: EquipmentId, id: SignalId) =>
  sight
    .from('signal')
    .select('signal.title')
    .where('signal.id', '=', id)
    .where('signal.equipmentId', '=', equipmentId)
    .executeTakeFirst()
