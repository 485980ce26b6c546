// Devices of a project: visible to everyone who sees the project, but only to the calls of the project. Decision 28.
import type { Kysely } from 'kysely'
import type { Endpoint } from '../contract/endpoint.ts'
import type { EquipmentId, PageId, ProjectId } from '../contract/fields.ts'
import type { DB } from './schema.ts'
import { type Bound, sightOf } from './sight.ts'

/**
 * Extends the caller's devices by those of the project that its input names, directly or by a page, or of all projects
 * that it sees. Unchanged if the input names none, or one that the caller cannot see.
 */
export async function boundThrough(
  db: Kysely<DB>,
  bound: Bound,
  through: NonNullable<Endpoint['through']>,
  input: Record<string, unknown>,
): Promise<Bound> {
  const { devices } = bound
  if (devices === 'all') return bound
  const shown = await shownDevices(db, bound, through, input)
  return { ...bound, devices: [...new Set([...devices, ...shown])] }
}

async function shownDevices(
  db: Kysely<DB>,
  bound: Bound,
  through: NonNullable<Endpoint['through']>,
  input: Record<string, unknown>,
): Promise<EquipmentId[]> {
  const sight = sightOf(db, bound)
  const projects = sight.from('project').select('project.id')
  const seen =
    through === 'projects'
      ? projects
      : 'project' in through
        ? projects.where('project.id', '=', input[through.project] as ProjectId)
        : projects
            .innerJoin(sight.table('page'), 'page.projectId', 'project.id')
            .where('page.id', '=', input[through.page] as PageId)
  const ids = (await seen.execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await sightOf(db, { ...bound, devices: 'all' })
    .from('projectEquip')
    .select('projectEquip.equipmentId')
    .distinct()
    .where('projectEquip.projectId', 'in', ids)
    .execute()
  return rows.map(({ equipmentId }) => equipmentId)
}
