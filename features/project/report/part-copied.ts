// Copies the custom reports of a project, for the call that copies projects.
import type { ProjectId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { withMvars } from './mvar-references.ts'
import { insertReport, loadReports } from './store.ts'

type Copying = { from: ProjectId; to: ProjectId; mvars: ReadonlyMap<number, number>; at: number }

/**
 * Returns the new id of each report. The copies refer to the same devices, and to the intermediate variables of the
 * copied project.
 */
export async function copyReports(
  sight: WritableSight,
  { from, to, mvars, at }: Copying,
): Promise<Map<number, number>> {
  const made = new Map<number, number>()
  for (const { id, title, bucket, zone, fields } of await loadReports(sight, from)) {
    const own = fields.map((field) => ({ ...field, expression: withMvars(field.expression, mvars) }))
    made.set(id, await insertReport(sight, to, { title, bucket, zone, fields: own, updatedAt: at }))
  }
  return made
}
