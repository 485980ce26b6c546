// Copies the intermediate variables of a project, for the call that copies projects.
import type { ProjectId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { insertMvars, loadMvars } from '../mvar/store.ts'

/** Copies the intermediate variables; returns the new id of each. The formulas refer to the same device variables. */
export async function copyMvars(
  sight: WritableSight,
  from: ProjectId,
  to: ProjectId,
  at: number,
): Promise<Map<number, number>> {
  const mvars = await loadMvars(sight, from)
  const made = await insertMvars(sight, to, mvars, at)
  return new Map(mvars.flatMap(({ id, title }) => (made.has(title) ? [[id, made.get(title)!]] : [])))
}
