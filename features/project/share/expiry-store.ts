// Project shares that expire soon and were not announced yet.
import { type Kysely, sql } from 'kysely'
import type { OrgId, ProjectId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'

export type EndingShare = { orgId: OrgId; projectId: ProjectId; name: string; expiresAt: number; zone: string }

/** Returns the shares and marks them as announced. A share with a short lifetime is due in its second half. */
export async function markEndingShares(
  db: Kysely<DB>,
  { now, noticeMs, most }: { now: number; noticeMs: number; most: number },
): Promise<EndingShare[]> {
  const { rows } = await sql<EndingShare>`
    with due as (
      select id from share
      where project_id is not null and is_shared and expires_at > ${now}::bigint
        and expiry_told is distinct from expires_at
        and expires_at - least(${noticeMs}::bigint, (expires_at - expiry_set) / 2) <= ${now}::bigint
      order by expires_at, id limit ${most}
      for update skip locked
    )
    update share set expiry_told = expires_at from due, project, organisation
    where share.id = due.id and project.id = share.project_id and organisation.id = share.org_id
    returning share.org_id as "orgId", share.project_id as "projectId", project.name, share.expires_at as "expiresAt",
      organisation.zone`.execute(db)
  return rows.map((row) => ({ ...row, expiresAt: Number(row.expiresAt) }))
}
