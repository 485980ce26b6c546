import { fail, failAs } from '../../../contract/errors.ts'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { tableAnswer } from '../../../core/table-file.ts'
import { isZone } from '../../../core/zone.ts'
import type { Sight } from '../../../db/sight.ts'
import { failureOf, faultText } from '../../device/open/config-fault.ts'
import { type Call, type ChangeCall, type OpenCall, type RoomServer, serve } from '../../frame/serve.ts'
import { bindsShown } from '../../page/open/page-opened.ts'
import { exportJobs } from '../../watch/open/history-export-files.ts'
import { type Bucket, bucketAt, bucketsOf } from './buckets.ts'
import {
  addCustomReport,
  type CustomReport,
  type CustomReportId,
  customReportInfo,
  deleteCustomReport,
  editCustomReport,
  queryCustomCurves,
  queryCustomReports,
  queryCustomRows,
  type ReportBucket,
  type ReportFigure,
  type ReportInput,
  saveCustomRows,
  validStatistics,
} from './contract.ts'
import { type Compiled, compileReport, isFault, keyFaultOf, keyOf, variablesOf } from './expressions.ts'
import { figureSlices, figuresOver, listsOf, namedInputs, type OpenReport, openReport, rowOf } from './figures.ts'
import { type Line, reportTable } from './report-file.ts'
import { bucketFault, cannotAsk, tidyBucket } from './rules.ts'
import {
  insertReport,
  loadHeads,
  loadPageProject,
  loadReport,
  removeReport,
  type StoredReport,
  updateReport,
} from './store.ts'

async function found(sight: Sight, id: CustomReportId): Promise<StoredReport> {
  const report = await loadReport(sight, id)
  if (!report) throw fail('notFound')
  return report
}

type Entry = { key: string; expression: string }

/** The variables that the author may name: those of visible devices of the project. */
async function knownIn(sight: Sight, projectId: ProjectId, entries: readonly Entry[]): Promise<ReportInput[]> {
  return namedInputs(sight, projectId, variablesOf(compileReport(entries)))
}

/**
 * Compiles the fields with the variables that the author can see. An expression over other variables may stay if it is
 * unchanged; a changed one could reveal the value of a single variable.
 */
async function compiledFor(
  sight: Sight,
  projectId: ProjectId,
  entries: readonly Entry[],
  before: StoredReport | undefined,
): Promise<Compiled> {
  const known = new Set((await knownIn(sight, projectId, entries)).map(keyOf))
  const checked = compileReport(entries, known)
  const kept = new Set(before?.fields.map(({ expression }) => expression))
  // All fields are compiled together, so unchanged expressions are taken from a second compilation without the
  // restriction.
  const isKept = checked.fields.map((field, place) => isFault(field) && kept.has(entries[place]!.expression))
  if (!isKept.includes(true)) return checked
  const free = compileReport(entries)
  const fields = free.fields.map((field, place) => {
    const own = checked.fields[place]!
    return isFault(own) && !isKept[place] ? own : field
  })
  return { ...free, fields }
}

/** Throws the first fault of a report before it is saved. */
async function check(
  { sight, language }: ChangeCall,
  projectId: ProjectId,
  { bucket, zone, fields }: Pick<StoredReport, 'bucket' | 'zone' | 'fields'>,
  before?: StoredReport,
): Promise<void> {
  if (fields.length === 0) throw badField('fields', 'missing', language)
  if (fields.length > limits.reportFields) throw fail('reportFieldCapacity', { limit: limits.reportFields })
  const fault = bucketFault(bucket)
  if (fault) throw badField(fault.field, fault.reason, language)
  if (zone !== null && !isZone(zone)) throw badField('zone', 'notAllowed', language)
  for (const [place, { key }] of fields.entries()) {
    const earlier = fields.slice(0, place).map((each) => each.key)
    const wrong = keyFaultOf(key, earlier)
    if (wrong) throw failureOf({ ...wrong, field: `fields.${place}.key` }, 'report', language)
  }
  const compiled = await compiledFor(sight, projectId, fields, before)
  for (const [place, field] of compiled.fields.entries())
    if (isFault(field)) throw failureOf({ ...field, field: `fields.${place}.expression` }, '', language)
  if (variablesOf(compiled).length > limits.reportVariables)
    throw fail('reportVariableCapacity', { limit: limits.reportVariables })
}

async function refuseTaken(sight: Sight, projectId: ProjectId, title: string, id?: CustomReportId): Promise<void> {
  const heads = await loadHeads(sight, projectId)
  if (heads.some((each) => each.title === title && each.id !== id))
    throw fail('nameExists', { name: title }, { field: 'title' })
  if (id === undefined && heads.length >= limits.customReports)
    throw fail('customReportCapacity', { limit: limits.customReports })
}

async function answered({ sight, asker }: Pick<Call, 'sight' | 'asker'>, id: CustomReportId): Promise<CustomReport> {
  const { fields, ...report } = await found(sight, id)
  const inputs = await knownIn(sight, report.projectId, fields)
  return {
    ...report,
    usedZone: report.zone ?? asker.zone,
    fields: fields.map(({ unit, decimals, ...field }) => ({
      ...field,
      unit: unit ?? null,
      decimals: decimals ?? null,
    })),
    inputs,
  }
}

const objectOf = ({ id, title }: Pick<StoredReport, 'id' | 'title'>) =>
  ({ type: 'customReport', id, name: title }) as const
const told = ({ projectId, title, bucket, zone, fields }: StoredReport) => ({ projectId, title, bucket, zone, fields })

type Asked = {
  pageId?: PageId | null | undefined
  reportId: CustomReportId
  from: number
  to: number
}

type Shown = {
  open: OpenReport
  /** The buckets in the order of time, without those that have not started. */
  buckets: Bucket[]
  head: { title: string; zone: string; bucket: ReportBucket; figures: ReportFigure[] }
}

/**
 * The report for a reader, on a page that shows it or in the project itself. Throws notFound, noPermission, or a fault
 * of the span.
 */
async function shownReport(call: OpenCall, { pageId, reportId, from, to }: Asked, most: number): Promise<Shown> {
  const { sight, asker, now } = call
  const report = await found(sight, reportId)
  if (pageId) await mustShow(call, pageId, report)
  else if (!asker.auths.includes('project:view')) throw fail('noPermission')
  const zone = report.zone ?? asker.zone
  const refused = cannotAsk({ from, to }, { bucket: report.bucket, zone })
  if (refused) throw failAs(refused)
  const end = Math.min(to, now())
  const buckets = end < from ? [] : bucketsOf(report.bucket, zone, { from, to: end }, most)
  if (!buckets) throw fail('tooManyPoints', { limit: most })
  const figures = report.fields.map(({ key, title, unit, decimals }) => ({
    ...{ key, title, unit: unit ?? null, decimals: decimals ?? null },
  }))
  const open = await openReport(sight, report.projectId, compileReport(report.fields))
  return { open, buckets, head: { title: report.title, zone, bucket: report.bucket, figures } }
}

async function mustShow(call: OpenCall, pageId: PageId, { id, projectId }: StoredReport): Promise<void> {
  const { customReports } = await bindsShown(call, pageId)
  if (!customReports.includes(id) || (await loadPageProject(call.sight, pageId)) !== projectId)
    throw fail('notFound', {}, { field: 'reportId' })
}

/** Rows of one page, in time order. */
async function rowsOf(call: OpenCall, open: OpenReport, buckets: readonly Bucket[]) {
  const rows = []
  for await (const slice of figureSlices(call, open, buckets))
    rows.push(...slice.map(({ bucket, cells }) => rowOf(bucket, cells, call.now())))
  return rows
}

export default [
  serve(queryCustomReports, ({ projectId }, { sight }) => loadHeads(sight, projectId)),

  serve(customReportInfo, ({ id }, call) => answered(call, id)),

  serve(addCustomReport, { kind: 'change' }, async ({ projectId, ...input }, call) => {
    const { sight, now } = call
    await sight.lock('customReport')
    await refuseTaken(sight, projectId, input.title)
    await check(call, projectId, input)
    const id = await insertReport(sight, projectId, { ...input, bucket: tidyBucket(input.bucket), updatedAt: now() })
    const after = await found(sight, id)
    return { act: 'add', object: objectOf(after), after: told(after), data: await answered(call, id) }
  }),

  serve(editCustomReport, { kind: 'change' }, async ({ id, ...input }, call) => {
    const { sight, now } = call
    await sight.lock('customReport')
    const before = await found(sight, id)
    await refuseTaken(sight, before.projectId, input.title, id)
    await check(call, before.projectId, input, before)
    await updateReport(sight, id, { ...input, bucket: tidyBucket(input.bucket), updatedAt: now() })
    const after = await found(sight, id)
    return {
      act: 'edit',
      object: objectOf(after),
      before: told(before),
      after: told(after),
      data: await answered(call, id),
    }
  }),

  serve(deleteCustomReport, { kind: 'change' }, async ({ id }, { sight }) => {
    const before = await found(sight, id)
    await removeReport(sight, id)
    return { act: 'delete', object: objectOf(before), before: told(before), data: null }
  }),

  serve(validStatistics, async ({ projectId, id, bucket, zone, fields }, call) => {
    const { sight, asker, now, language } = call
    const wrong = bucketFault(bucket)
    if (wrong) throw badField(wrong.field, wrong.reason, language)
    if (zone !== null && !isZone(zone)) throw badField('zone', 'notAllowed', language)
    const compiled = await compiledFor(sight, projectId, fields, id ? await found(sight, id) : undefined)
    const own = tidyBucket(bucket)
    const used = zone ?? asker.zone
    const current = bucketAt(own, used, now())
    const last = bucketAt(own, used, current.from - 1)
    const open = await openReport(sight, projectId, compiled)
    const [before, running] = await rowsOf(call, open, [last, current])
    const cellOf = ({ values, codes, parts }: NonNullable<typeof before>, place: number) => ({
      ...{ value: values[place]!, code: codes[place]!, isPart: parts[place]! },
    })
    return {
      zone: used,
      last,
      current,
      inputs: open.inputs,
      fields: compiled.fields.map((field, place) => {
        const earlier = fields.slice(0, place).map(({ key }) => key)
        const keyFault = keyFaultOf(fields[place]!.key, earlier)
        const fault = keyFault ?? (isFault(field) ? field : undefined)
        if (fault) return { fault: faultText(fault, language), last: null, current: null }
        return { fault: null, last: cellOf(before!, place), current: cellOf(running!, place) }
      }),
    }
  }),

  serve(queryCustomRows, { openTo: ['history'] }, async ({ order, pageNo, pageSize, totals, ...asked }, call) => {
    const { open, buckets, head } = await shownReport(call, asked, limits.reportBuckets)
    const skip = (pageNo - 1) * pageSize
    const end = order === 'ascending' ? Math.min(buckets.length, skip + pageSize) : Math.max(0, buckets.length - skip)
    const begin = order === 'ascending' ? skip : Math.max(0, end - pageSize)
    const rows = await rowsOf(call, open, buckets.slice(begin, end))
    return {
      ...head,
      total: buckets.length,
      rows: order === 'ascending' ? rows : rows.reverse(),
      totals: totals && buckets.length > 0 ? listsOf(await figuresOver(call, open, buckets)) : null,
    }
  }),

  serve(queryCustomCurves, { openTo: ['history'] }, async (asked, call) => {
    const { open, buckets, head } = await shownReport(call, asked, limits.aggregateBuckets)
    if (buckets.length * head.figures.length > limits.curvePoints)
      throw fail('tooManyPoints', { limit: limits.curvePoints })
    const rows = await rowsOf(call, open, buckets)
    return {
      ...head,
      times: rows.map(({ time }) => time),
      until: rows.map(({ until }) => until),
      series: head.figures.map((_, at) => ({
        values: rows.map(({ values }) => values[at]!),
        codes: rows.map(({ codes }) => codes[at]!),
        parts: rows.map(({ parts }) => parts[at]!),
      })),
    }
  }),

  serve(saveCustomRows, { kind: 'stream' }, async ({ format, ...asked }, call) => {
    const { open, buckets, head } = await shownReport(call, asked, limits.reportBuckets)
    const { user, language, signal, now, sight } = call
    async function* lines(): AsyncGenerator<Line[]> {
      for await (const slice of figureSlices(call, open, buckets))
        yield slice.map(({ bucket, cells }) => ({ bucket, cells, kind: bucket.to > now() ? 'open' : 'row' }))
      const [first, last] = [buckets[0], buckets.at(-1)]
      if (!first || !last) return
      const whole: Bucket = { from: first.from, to: last.to, shift: null }
      yield [{ bucket: whole, cells: await figuresOver(call, open, buckets), kind: 'total' }]
    }
    const who = { accountId: user.accountId, orgId: sight.orgId, exportId: undefined, signal }
    const file = tableAnswer(format, head.title, reportTable({ ...head, language }, lines))
    return { ...file, body: exportJobs.run(who, () => file.body) }
  }),
] satisfies RoomServer
