// Rewrites the custom reports of a project when it is moved to other devices.
import type { ProjectId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { loadReports, type StoredReport, updateReport } from './store.ts'

export { loadReports }

/** Rewrites the expressions of all fields; a lock prevents other changes until the transaction ends. */
export async function rewriteReports(
  sight: WritableSight,
  projectId: ProjectId,
  textOf: (expression: string) => string,
  at: number,
): Promise<StoredReport[]> {
  await sight.lock('customReport')
  const changed: StoredReport[] = []
  for (const report of await loadReports(sight, projectId)) {
    const { id, title, bucket, zone } = report
    const fields = report.fields.map((field) => ({ ...field, expression: textOf(field.expression) }))
    if (fields.every(({ expression }, place) => expression === report.fields[place]!.expression)) continue
    await updateReport(sight, id, { title, bucket, zone, fields, updatedAt: at })
    changed.push(report)
  }
  return changed
}
