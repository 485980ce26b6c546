// History of a device: curves, tables and aggregates. [S3 History report] [S9 History curve, Query span] The project's
// calls (live-project in the specification) use the same functions.
import { z } from 'zod'
import { download, post } from '../../../contract/endpoint.ts'
import { ColumnId, EquipmentId, Instant, numeric, ReportId, SignalId } from '../../../contract/fields.ts'
import { aggregations, Period, storageModes } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { dataTypes } from '../../../core/data-type.ts'

const scalar = z.union([z.number(), z.boolean(), z.string()]).nullable()
const span = { equipmentId: EquipmentId, from: Instant, to: Instant }

/** A stored series. Removed ones stay readable as long as their history is kept. */
export const HistoryColumn = z.object({
  id: ColumnId,
  signalId: SignalId,
  aggregation: z.enum(aggregations).nullable(),
  title: z.string(),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
  /** State texts of the variable as they are now; null if it has none or was removed. */
  texts: z.string().nullable(),
  dataType: z.enum(dataTypes),
  removedAt: Instant.nullable(),
})
export type HistoryColumn = z.output<typeof HistoryColumn>

export const HistoryReport = z.object({
  id: ReportId,
  name: z.string(),
  type: z.enum(['normal', 'summary']),
  mode: z.enum(storageModes),
  period: Period.nullable(),
  removedAt: Instant.nullable(),
  columns: z.array(HistoryColumn),
})
export type HistoryReport = z.output<typeof HistoryReport>

/** The history reports of a device. `zone`: the device's IANA zone, in which days and periods are counted. */
export const Reports = z.object({ zone: z.string(), reports: z.array(HistoryReport) })

export const queryReports = post('/lfscada/monitor/multi/report/query', {
  may: 'history:view',
  templates: true,
  on: { equipment: 'equipmentId' },
  about: 'The history reports of a device with their columns, removed ones last.',
  input: z.object({ equipmentId: EquipmentId }),
  output: Reports,
})

/** A gap with its reason: readings that the gateway had to drop, or chunks that cannot be read. */
export const HistoryHole = z.object({
  from: Instant,
  to: Instant,
  points: z.number(),
  reason: z.enum(['full', 'torn', 'forgotten', 'damaged']),
})
export type HistoryHole = z.output<typeof HistoryHole>

/**
 * Columnar, in time order. `times` are ms after the query's `from`. `bad` names readings that are not good by index and
 * code; their value is the last good one or null. Integers beyond 2^53 are decimal texts.
 */
export const HistorySeries = z.object({
  signalId: SignalId,
  columnId: ColumnId,
  aggregation: z.enum(aggregations).nullable(),
  /** Number of readings in the span; `times` has fewer if the series is reduced or truncated to the latest. */
  total: z.number(),
  isReduced: z.boolean(),
  times: z.array(z.number()),
  values: z.array(scalar),
  bad: z.array(z.tuple([z.number(), z.number()])),
})
export type HistorySeries = z.output<typeof HistorySeries>

/** A request for curves, at most 10 variables over at most 30 days. */
export const curveInput = z.object({
  ...span,
  /** The requested variables, from all reports that store them; at most 10. [S9] */
  signalIds: z.array(SignalId).max(1000).default([]),
  /** The requested columns, where it matters which report or aggregation. */
  columnIds: z.array(ColumnId).max(1000).default([]),
  /** The most points of a series; more are reduced, keeping minima and maxima. */
  points: numeric(z.number().int().min(2).max(limits.curvePoints)).default(limits.curveScreenPoints),
  /** `latest`: cut to the latest `points` of the span instead of reduced. */
  reduce: z.enum(['minmax', 'lttb', 'latest']).default('minmax'),
})

export const Curves = z.object({
  ...{ from: Instant, to: Instant },
  series: z.array(HistorySeries),
  holes: z.array(HistoryHole),
})

export const queryHistory = post('/lfscada/monitor/multi/history/query', {
  may: 'history:view',
  on: { equipment: 'equipmentId' },
  heavy: true,
  about: 'Curves of at most 10 variables over at most 30 days, reduced to `points` a series: 200,000 at most.',
  input: curveInput,
  output: Curves,
})

export const queryHistoryBinary = download('/lfscada/monitor/multi/history/query/binary', {
  may: 'history:view',
  on: { equipment: 'equipmentId' },
  heavy: true,
  about: 'Returns curves as arrays of numbers (contract/history-binary): 200,000 points per series need no parsing.',
  input: curveInput,
})

/** The interval of thinned rows, aligned to the device's days: each shows its first row. */
export const RowInterval = z.object({
  every: numeric(z.number().int().min(1).max(1000)),
  unit: z.enum(['minute', 'hour', 'day']),
})
export type RowInterval = z.output<typeof RowInterval>

/** Rows of a report: one for each moment at which any of its columns was stored. */
export const queryReportRows = post('/lfscada/monitor/multi/report/data/query', {
  may: 'history:view',
  on: { equipment: 'equipmentId' },
  heavy: true,
  about:
    'A page of the rows of a report, by page number or by a time on the page; newest first unless `order` says otherwise. With `interval` the first row at or after each multiple of it, counted from midnight by the clock of the device.',
  input: z.object({
    ...span,
    reportId: ReportId,
    order: z.enum(['ascending', 'descending']).default('descending'),
    pageNo: numeric(z.number().int().min(1).max(1_000_000)).default(1),
    pageSize: numeric(z.number().int().min(1).max(200)).default(limits.pageSize),
    /** Instead of `pageNo`: the page with this time, or with the next row in the order. */
    at: Instant.optional(),
    interval: RowInterval.optional(),
  }),
  output: z.object({
    /** The number of the page that contains these rows. */
    pageNo: z.number(),
    total: z.number(),
    /** True if there are too many rows to count, so that `total` is an estimate. */
    isEstimated: z.boolean(),
    columns: z.array(HistoryColumn),
    /** `values` and `codes` by column; code 0: the column was not stored at that moment. */
    rows: z.array(z.object({ time: Instant, values: z.array(scalar), codes: z.array(z.number()) })),
    holes: z.array(HistoryHole),
  }),
})

const nullable = z.number().nullable()

export const queryAggregates = post('/lfscada/monitor/multi/history/aggregate', {
  may: 'history:view',
  on: { equipment: 'equipmentId' },
  heavy: true,
  about: 'Delta, first, last, max, min, average and sum per bucket in the device’s time zone, or over the whole range.',
  input: curveInput.omit({ points: true, reduce: true }).extend({
    /** Aligned to the device's time zone; without it the span is one bucket. */
    bucket: Period.optional(),
  }),
  output: z.object({
    zone: z.string(),
    /** Begin of each bucket, epoch ms; below 0 where the first began before 1970. */
    times: z.array(z.number()),
    series: z.array(
      z.object({
        signalId: SignalId,
        columnId: ColumnId,
        /** Number of readings in the bucket, and how many of them are good. */
        count: z.array(z.number()),
        good: z.array(z.number()),
        delta: z.array(nullable),
        first: z.array(nullable),
        last: z.array(nullable),
        max: z.array(nullable),
        min: z.array(nullable),
        average: z.array(nullable),
        sum: z.array(nullable),
      }),
    ),
    holes: z.array(HistoryHole),
  }),
})
