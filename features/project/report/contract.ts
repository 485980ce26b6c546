// Custom reports of a project: figures over several devices by hour, shift, day or month. [S3 Project] [S5 Report
// expression]
import { z } from 'zod'
import { done, download, post } from '../../../contract/endpoint.ts'
import { Instant, idOf, maybeText, numeric, PageId, ProjectId, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { MvarInput } from '../../watch/mvar/contract.ts'

/** The pattern of a field's key, by which other fields refer to it: `{energy}`. */
export const keyPattern = /^[a-zA-Z][a-zA-Z0-9_]{0,19}$/

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    CustomReportId: true
  }
}
declare module '../../../contract/endpoint.ts' {
  interface Objects {
    customReport: CustomReportId
  }
}

export const CustomReportId = idOf('CustomReportId')
export type CustomReportId = z.output<typeof CustomReportId>

export const bucketUnits = ['minute', 'hour', 'shift', 'day', 'week', 'month'] as const

/** Wall time in the report's zone. */
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const Shift = z.object({ name: text(limits.shiftNameLength), start: clock })

/**
 * The period of a row. `every`: for minutes a divisor of 60, for hours a divisor of 24, else 1. `dayStart`: when a day,
 * week or month starts. A shift lasts until the next one starts.
 */
export const ReportBucket = z.object({
  unit: z.enum(bucketUnits),
  every: numeric(z.number().int().min(1).max(30)).default(1),
  dayStart: clock.default('00:00'),
  shifts: z.array(Shift).max(limits.reportShifts).default([]),
})
export type ReportBucket = z.output<typeof ReportBucket>

/**
 * A field of a custom report. `expression`: arithmetic over delta, avg, min, max, first, last, sum and count of one
 * variable `${equipmentId.signalId}`, over `hours` of a condition on one variable, and over other fields by their
 * `{key}`. An intermediate variable is written `${mvar.id}`.
 */
export const ReportField = z.object({
  key: z.string().regex(keyPattern),
  title: text(limits.titleLength),
  unit: maybeText(limits.unitLength),
  decimals: z.number().int().min(0).max(10).nullish(),
  expression: text(limits.formulaLength),
})
export type ReportField = z.output<typeof ReportField>

/** A variable that an expression names; an intermediate variable has device 0. */
export const ReportInput = MvarInput
export type ReportInput = MvarInput

/** A custom report as an entry of a list. */
export const CustomReportHead = z.object({
  id: CustomReportId,
  projectId: ProjectId,
  title: z.string(),
  bucket: ReportBucket,
  /** IANA zone of the report's buckets; null: that of the organisation. */
  zone: z.string().nullable(),
  /** Titles of the report's fields. */
  fieldTitles: z.array(z.string()),
  updatedAt: Instant,
})
export type CustomReportHead = z.output<typeof CustomReportHead>

export const CustomReport = CustomReportHead.omit({ fieldTitles: true }).extend({
  /** The effective zone of its buckets. */
  usedZone: z.string(),
  fields: z.array(ReportField.extend({ unit: z.string().nullable(), decimals: z.number().nullable() })),
  /** The inputs that the caller can see. */
  inputs: z.array(ReportInput),
})
export type CustomReport = z.output<typeof CustomReport>

export const queryCustomReports = post('/lfscada/project/report/query', {
  may: 'project:view',
  on: { project: 'projectId' },
  about: 'The custom reports of a project, by title.',
  input: z.object({ projectId: ProjectId }),
  output: z.array(CustomReportHead),
})

export const customReportInfo = post('/lfscada/project/report/info', {
  may: 'project:view',
  on: { customReport: 'id' },
  about: 'One custom report with its expressions, and the variables in them that the caller sees.',
  input: z.object({ id: CustomReportId }),
  output: CustomReport,
})

const entry = {
  title: text(limits.titleLength),
  bucket: ReportBucket,
  zone: maybeText(60),
  fields: z.array(ReportField).max(1000),
}

export const addCustomReport = post('/lfscada/project/report/add', {
  may: 'project:edit',
  on: { project: 'projectId' },
  bodyBytes: limits.listBodyBytes,
  about: 'Adds a custom report to a project. Its expressions name variables of devices of the project.',
  input: z.object({ projectId: ProjectId, ...entry }),
  output: CustomReport,
})

export const editCustomReport = post('/lfscada/project/report/edit', {
  may: 'project:edit',
  on: { customReport: 'id' },
  bodyBytes: limits.listBodyBytes,
  about: 'Changes a custom report; pages that show it show the new one.',
  input: z.object({ id: CustomReportId, ...entry }),
  output: CustomReport,
})

export const deleteCustomReport = post('/lfscada/project/report/delete', {
  may: 'project:edit',
  on: { customReport: 'id' },
  about: 'Deletes a custom report. Stored history stays; what pages bind to the report is cleared.',
  input: z.object({ id: CustomReportId }),
  output: done,
})

/**
 * The value of a field. `code` 200: a value; else why there is none. `isPart`: history is incomplete, and the value
 * covers the rest.
 */
export const ReportValue = z.object({
  value: z.union([z.number(), z.boolean()]).nullable(),
  code: z.number(),
  isPart: z.boolean(),
})
export type ReportValue = z.output<typeof ReportValue>

const Bounds = z.object({ from: z.number(), to: z.number() })

export const validStatistics = post('/lfscada/project/report/mvar/validStatistics', {
  may: 'project:edit',
  on: { project: 'projectId', customReport: 'id' },
  heavy: true,
  bodyBytes: limits.listBodyBytes,
  about:
    'Whether the expressions of a report can be calculated, and what each gives for the bucket that runs and the one before. `id`: expressions of this one may stay as they are, also where the caller does not see all that they name.',
  input: z.object({
    projectId: ProjectId,
    id: CustomReportId.nullish(),
    bucket: ReportBucket,
    zone: maybeText(60),
    fields: z
      .array(z.object({ key: z.string().max(40), expression: z.string().max(2 * limits.formulaLength) }))
      .max(limits.reportFields),
  }),
  output: z.object({
    /** The time zone of the buckets. */
    zone: z.string(),
    last: Bounds,
    /** The current bucket, with the values so far. */
    current: Bounds,
    inputs: z.array(ReportInput),
    fields: z.array(
      z.object({
        /** The error in the expression or key, in the caller's language. */
        fault: z.string().nullable(),
        last: ReportValue.nullable(),
        current: ReportValue.nullable(),
      }),
    ),
  }),
})

/** A field without its expression, for readers. */
export const ReportFigure = z.object({
  key: z.string(),
  title: z.string(),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
})
export type ReportFigure = z.output<typeof ReportFigure>

/** Index i of every list belongs to figure i. */
export const ReportCells = z.object({
  values: z.array(ReportValue.shape.value),
  codes: z.array(z.number()),
  parts: z.array(z.boolean()),
})
export type ReportCells = z.output<typeof ReportCells>

/** A bucket from `time` up to but not including `until`. */
export const CustomRow = ReportCells.extend({
  time: z.number(),
  until: z.number(),
  /** The name of the row's shift. */
  shift: z.string().nullable(),
  /** True if the bucket has not ended yet. */
  isOpen: z.boolean(),
})
export type CustomRow = z.output<typeof CustomRow>

const Head = z.object({ title: z.string(), zone: z.string(), bucket: ReportBucket, figures: z.array(ReportFigure) })

/** `pageId`: the page that shows the report; without it, the caller needs access to the project itself. */
const asked = {
  ...{ pageId: PageId.nullish(), reportId: CustomReportId },
  ...{ from: Instant, to: Instant },
}
const ofReport = {
  may: 'history:view',
  on: { page: 'pageId', customReport: 'reportId' },
  through: { page: 'pageId' },
  heavy: true,
} as const

export const queryCustomRows = post('/lfscada/monitor/project/custom/report/data/query', {
  ...ofReport,
  about:
    'A page of the rows of a custom report: whole buckets that the span touches, none that has not begun. At most 30 days, 31 for rows by month.',
  input: z.object({
    ...asked,
    order: z.enum(['ascending', 'descending']).default('descending'),
    pageNo: numeric(z.number().int().min(1).max(1_000_000)).default(1),
    pageSize: numeric(z.number().int().min(1).max(200)).default(limits.pageSize),
    /** Whether to evaluate the expressions over all these buckets together, too. */
    totals: z.boolean().default(false),
  }),
  output: Head.extend({ total: z.number(), rows: z.array(CustomRow), totals: ReportCells.nullable() }),
})

export const queryCustomCurves = post('/lfscada/monitor/project/custom/report/data/queryAllForCurve', {
  ...ofReport,
  about: 'The columns of a custom report as curves: lists by bucket, in time order.',
  input: z.object(asked),
  output: Head.extend({
    times: z.array(z.number()),
    until: z.array(z.number()),
    /** One entry per figure, in order. */
    series: z.array(ReportCells),
  }),
})

export const saveCustomRows = download('/lfscada/monitor/project/custom/report/data/queryAll', {
  ...ofReport,
  may: 'history:export',
  about: 'All rows of a custom report with their totals as xlsx or CSV, streamed; times in the zone of the report.',
  input: z.object({ ...asked, format: z.enum(['csv', 'xlsx']).default('xlsx') }),
})
