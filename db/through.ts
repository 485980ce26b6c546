// What a project shows: its devices, to whoever sees it and to the calls of the project alone. Decision 28.
import type { Kysely } from 'kysely'
import type { Endpoint } from '../contract/endpoint.ts'
import type { EquipmentId, ProjectId } from '../contract/fields.ts'
import type { DB } from './schema.ts'
import { type Bound, sightOf } from './sight.ts'

/**
 * What a call sees through the project that its input names, itself or by a page: beside its own devices those of the
 * project. Nothing more where it names none, or one that it does not see.
 */
export async function boundThrough(
  db: Kysely<DB>,
  bound: Bound,
  through: NonNullable<Endpoint['through']>,
  input: Record<string, unknown>,
): Promise<Bound> {
  const { devices } = bound
  if (devices === 'all') return bound
  const projectId = await seenProject(db, bound, through, input)
  if (projectId === null) return bound
  const rows = await sightOf(db, { ...bound, devices: 'all' })
    .from('projectEquip')
    .select('projectEquip.equipmentId')
    .where('projectEquip.projectId', '=', projectId)
    .execute()
  const shown = rows.map(({ equipmentId }): EquipmentId => equipmentId)
  return { ...bound, devices: [...new Set([...devices, ...shown])] }
}

async function seenProject(
  db: Kysely<DB>,
  bound: Bound,
  through: NonNullable<Endpoint['through']>,
  input: Record<string, unknown>,
): Promise<ProjectId | null> {
  const sight = sightOf(db, bound)
  if ('project' in through) {
    const id = input[through.project] as ProjectId
    const row = await sight.from('project').select('project.id').where('project.id', '=', id).executeTakeFirst()
    return row?.id ?? null
  }
  const row = await sight
    .from('page')
    .innerJoin(sight.table('project'), 'project.id', 'page.projectId')
    .select('project.id')
    .where('page.id', '=', input[through.page] as never)
    .executeTakeFirst()
  return row?.id ?? null
}
