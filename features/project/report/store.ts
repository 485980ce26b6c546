import { sql } from 'kysely'
import { z } from 'zod'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { type CustomReport, type CustomReportHead, type CustomReportId, ReportBucket, ReportField } from './contract.ts'

export type StoredReport = Omit<CustomReport, 'inputs' | 'fields' | 'usedZone'> & { fields: ReportField[] }

/** The reports of a project by title. */
export async function loadHeads(sight: Sight, projectId: ProjectId): Promise<CustomReportHead[]> {
  const rows = await sight
    .from('customReport')
    .select(['customReport.id', 'customReport.projectId', 'customReport.title', 'customReport.bucket'])
    .select(['customReport.zone', 'customReport.updatedAt'])
    .select(
      sql<string[]>`(select array_agg(field ->> 'title' order by place) from
      jsonb_array_elements(custom_report.fields) with ordinality as each(field, place))`.as('fieldTitles'),
    )
    .where('customReport.projectId', '=', projectId)
    .orderBy('customReport.title')
    .orderBy('customReport.id')
    .execute()
  return rows.map(({ bucket, ...row }) => ({ ...row, bucket: ReportBucket.parse(bucket) }))
}

export async function loadReport(sight: Sight, id: CustomReportId): Promise<StoredReport | undefined> {
  const row = await sight
    .from('customReport')
    .select(['customReport.id', 'customReport.projectId', 'customReport.title', 'customReport.bucket'])
    .select(['customReport.zone', 'customReport.fields', 'customReport.updatedAt'])
    .where('customReport.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return stored(row)
}

/** After moving to other devices, an expression may be longer than the maximum for typed ones. */
const StoredFields = ReportField.extend({ expression: z.string() }).array()

const stored = <R extends { bucket: unknown; fields: unknown }>(row: R) => ({
  ...row,
  bucket: ReportBucket.parse(row.bucket),
  fields: StoredFields.parse(row.fields),
})

/** The reports of a project with their fields. */
export async function loadReports(sight: Sight, projectId: ProjectId): Promise<StoredReport[]> {
  const rows = await sight
    .from('customReport')
    .select(['customReport.id', 'customReport.projectId', 'customReport.title', 'customReport.bucket'])
    .select(['customReport.zone', 'customReport.fields', 'customReport.updatedAt'])
    .where('customReport.projectId', '=', projectId)
    .orderBy('customReport.id')
    .execute()
  return rows.map(stored)
}

/** The project of a page; `undefined` for a page of a device. */
export async function loadPageProject(sight: Sight, pageId: PageId): Promise<ProjectId | undefined> {
  const row = await sight.from('page').select('page.projectId').where('page.id', '=', pageId).executeTakeFirst()
  return row?.projectId ?? undefined
}

type Entry = Pick<StoredReport, 'title' | 'bucket' | 'zone' | 'fields' | 'updatedAt'>

const columnsOf = ({ bucket, fields, ...entry }: Entry) => ({
  ...entry,
  bucket: JSON.stringify(bucket),
  fields: JSON.stringify(fields),
})

export const insertReport = async (sight: WritableSight, projectId: ProjectId, entry: Entry): Promise<CustomReportId> =>
  (
    await sight
      .insert('customReport', { ...columnsOf(entry), projectId, createdAt: entry.updatedAt })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const updateReport = async (sight: WritableSight, id: CustomReportId, entry: Entry): Promise<void> =>
  void (await sight.update('customReport', columnsOf(entry)).where('id', '=', id).execute())

export const removeReport = async (sight: WritableSight, id: CustomReportId): Promise<void> =>
  void (await sight.remove('customReport').where('id', '=', id).execute())
