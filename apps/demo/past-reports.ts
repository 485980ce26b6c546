// What the reports of a station would have stored in a past that is made up: the storage modes at the step of the
// simulation. The gateway's own execution is in signal/edge; this one has no gateway, no clock and no faults.
import type { Aggregation, Period } from '../../contract/gateway-config.ts'
import type { Value } from '../../core/data-type.ts'
import { nextPeriodStart } from '../../core/period.ts'
import type { Comparison } from '../../features/equipment-config/contract.ts'

/** A report with the names of its variables. */
export type PastReport = {
  type: 'normal' | 'summary'
  mode: 'conditional' | 'change' | 'periodic' | 'interval' | 'single'
  period?: Period | undefined
  condition?: { signal: string; symbol: Comparison; value: number } | undefined
  columns: readonly { id: number; signal: string; aggregation?: Aggregation | undefined }[]
}

export type Readings = { readonly [signal: string]: Value }
type Sink = (at: number, columnId: number, value: Value) => void
/** Looks at the readings of a moment and stores what is due. Moments come in order. */
export type Recorder = (at: number, readings: Readings) => void

const holds = ({ signal, symbol, value }: NonNullable<PastReport['condition']>, readings: Readings): boolean => {
  const left = Number(readings[signal])
  const results = { '==': left === value, '!=': left !== value, '>': left > value, '>=': left >= value }
  return { ...results, '<': left < value, '<=': left <= value }[symbol]
}

/** All reports of a station; what they would store at a moment goes to the sink. */
export function createRecorder(reports: readonly PastReport[], zone: string, sink: Sink): Recorder {
  const recorders = reports.flatMap((report) => recorderOf(report, zone, sink) ?? [])
  return (at, readings) => {
    for (const record of recorders) record(at, readings)
  }
}

function recorderOf(report: PastReport, zone: string, sink: Sink): Recorder | undefined {
  const { type, mode, period } = report
  if (type === 'summary') return period && mode === 'periodic' ? summary(report, period, zone, sink) : undefined
  if (mode === 'change') return change(report, sink)
  if (mode === 'single') return single(report, sink)
  if (!period) return undefined
  return mode === 'conditional' ? conditional(report, period, sink) : periodic(report, period, zone, sink)
}

function storeAll({ columns }: PastReport, at: number, readings: Readings, sink: Sink): void {
  for (const { id, signal } of columns) {
    const value = readings[signal]
    if (value !== undefined) sink(at, id, value)
  }
}

function periodic(report: PastReport, period: Period, zone: string, sink: Sink): Recorder {
  let dueAt: number | undefined
  return (at, readings) => {
    dueAt ??= nextPeriodStart(period, zone, at - 1)
    if (at < dueAt) return
    storeAll(report, at, readings, sink)
    dueAt = nextPeriodStart(period, zone, at)
  }
}

function conditional(report: PastReport, { every, unit }: Period, sink: Sink): Recorder {
  const everyMs =
    every * { second: 1000, minute: 60_000, hour: 3_600_000, day: 864e5, week: 6048e5, month: 2592e6 }[unit]
  let storedAt = Number.NEGATIVE_INFINITY
  return (at, readings) => {
    if (!report.condition || !holds(report.condition, readings) || at - storedAt < everyMs) return
    storeAll(report, at, readings, sink)
    storedAt = at
  }
}

function single(report: PastReport, sink: Sink): Recorder {
  let didHold = true
  return (at, readings) => {
    if (!report.condition) return
    const does = holds(report.condition, readings)
    if (does && !didHold) storeAll(report, at, readings, sink)
    didHold = does
  }
}

function change({ columns }: PastReport, sink: Sink): Recorder {
  const stored = new Map<number, Value>()
  return (at, readings) => {
    for (const { id, signal } of columns) {
      const value = readings[signal]
      if (value === undefined || stored.get(id) === value) continue
      stored.set(id, value)
      sink(at, id, value)
    }
  }
}

type Sums = { n: number; sum: number; min: number; max: number; first: number; last: number; before: number }

function summary({ columns }: PastReport, period: Period, zone: string, sink: Sink): Recorder {
  const sums = columns.map((): Sums => emptySums(Number.NaN))
  let endsAt: number | undefined
  return (at, readings) => {
    endsAt ??= nextPeriodStart(period, zone, at)
    if (at >= endsAt) {
      for (const [index, { id, aggregation }] of columns.entries()) {
        if (sums[index]!.n > 0) sink(endsAt, id, resultOf(sums[index]!, aggregation ?? 'last'))
        sums[index] = emptySums(sums[index]!.last)
      }
      endsAt = nextPeriodStart(period, zone, at)
    }
    for (const [index, { signal }] of columns.entries()) add(sums[index]!, Number(readings[signal]))
  }
}

const emptySums = (before: number): Sums => ({
  ...{ n: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY },
  ...{ first: Number.NaN, last: before, before },
})

function add(sums: Sums, value: number): void {
  if (!Number.isFinite(value)) return
  if (sums.n === 0) sums.first = value
  sums.n += 1
  sums.sum += value
  sums.last = value
  if (value < sums.min) sums.min = value
  if (value > sums.max) sums.max = value
}

function resultOf({ n, sum, min, max, first, last, before }: Sums, aggregation: Aggregation): number {
  const delta = last - (Number.isNaN(before) ? first : before)
  return { delta, first, last, min, max, average: sum / n }[aggregation]
}
