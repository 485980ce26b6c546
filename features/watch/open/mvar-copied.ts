// The intermediate variables of a project in a copy of it, for the call that makes one.
import type { ProjectId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { insertMvars, loadMvars } from '../mvar/store.ts'

/** Answers the new number of each. Their formulas name variables of devices, which are the same. */
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
