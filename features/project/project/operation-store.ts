// Shares and grants of projects, and when their pages were saved; one query each for any number of projects.
import { sql } from 'kysely'
import type { ProjectId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'

const byProject = <Row extends { projectId: ProjectId | null }>(rows: readonly Row[]): Map<ProjectId, Row> =>
  new Map(rows.flatMap((row) => (row.projectId === null ? [] : [[row.projectId, row]])))

export async function loadOpenings(sight: Sight) {
  const shares = await sight
    .from('share')
    .select(['share.projectId', 'share.isShared'])
    .where('share.projectId', 'is not', null)
    .execute()
  const grants = await sight
    .from('accessGrant')
    .select(['accessGrant.projectId', sql<number>`count(*)::int`.as('grants')])
    .where('accessGrant.projectId', 'is not', null)
    .groupBy('accessGrant.projectId')
    .execute()
  const pages = await sight
    .from('page')
    .select(['page.projectId', sql<number>`max(page.updated_at)::float8`.as('pageSavedAt')])
    .where('page.projectId', 'is not', null)
    .groupBy('page.projectId')
    .execute()
  return {
    shares: byProject(shares),
    grants: byProject(grants),
    pages: byProject(pages),
  }
}
