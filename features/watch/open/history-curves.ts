// Stored curves of variables of any devices for widgets of a page; the calls are parameters.
import type { OutputOf } from '../../../contract/endpoint.ts'
import { type ColumnId, EquipmentId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type {
  Carried,
  Curve,
  CurveShape,
  Ending,
  HistoryService,
  MvarLine,
  Span,
  Stored as Wanted,
} from '../../../widgets/services.ts'
import type { HistorySeries, queryHistory, queryReports } from '../history/contract.ts'
import { heavyTurns } from '../history/heavy-turns.ts'
import { gapMsOf } from '../history/rules.ts'
import type { Start } from './history-carried.ts'

type Part = { equipmentId: number; signalIds: readonly number[] }
type Stored = OutputOf<typeof queryHistory>
type Reports = OutputOf<typeof queryReports>['reports']

/** The calls for a query: each for one device, with at most the maximum number of variables. */
export function partsOf(signals: readonly { equipmentId: number; signalId: number }[]): Part[] {
  const byDevice = new Map<number, Set<number>>()
  for (const { equipmentId, signalId } of signals) {
    const known = byDevice.get(equipmentId) ?? new Set()
    byDevice.set(equipmentId, known.add(signalId))
  }
  return [...byDevice].flatMap(([equipmentId, ids]) =>
    Array.from({ length: Math.ceil(ids.size / limits.curveSignals) }, (_, part) => ({
      equipmentId,
      signalIds: [...ids].slice(part * limits.curveSignals, (part + 1) * limits.curveSignals),
    })),
  )
}

/** For a variable in several reports: the series of the wanted report, else the one with the most readings. */
function best(series: readonly HistorySeries[], isWanted: (series: HistorySeries) => boolean): HistorySeries[] {
  const found = new Map<number, HistorySeries>()
  const rank = (each: HistorySeries) => (isWanted(each) ? Number.POSITIVE_INFINITY : each.total)
  for (const each of series) {
    const known = found.get(each.signalId)
    if (each.aggregation === null && (!known || rank(each) > rank(known))) found.set(each.signalId, each)
  }
  return [...found.values()]
}

/** Neighbouring points of a reduced series are further apart than its readings. */
const spacingMs = ({ isReduced }: HistorySeries, { from, to }: Span, points: number): number =>
  isReduced ? (6 * (to - from)) / points : 0

type Of = { equipmentId: number; wanted: readonly Wanted[]; points: number }

function curvesOf({ from, to, series, holes }: Stored, reports: Reports, of: Of): Curve[] {
  const { equipmentId, wanted, points } = of
  const isWanted = ({ signalId, columnId }: HistorySeries) => {
    const ids = wanted.flatMap((each) => (each.signalId === signalId && each.reportId ? [each.reportId] : []))
    return reports.some(({ id, columns }) => ids.includes(id) && columns.some((column) => column.id === columnId))
  }
  return best(series, isWanted).flatMap((each): Curve[] => {
    const report = reports.find(({ columns }) => columns.some(({ id }) => id === each.columnId))
    const column = report?.columns.find(({ id }) => id === each.columnId)
    if (!report || !column) return []
    return [{ equipmentId, signalId: each.signalId, ...shapeOf(each, { report, column, from, to, points, holes }) }]
  })
}

type Report = Reports[number]
type ShapeOf = Span & Pick<Stored, 'holes'> & { report: Report; column: Report['columns'][number]; points: number }

/** The appearance of a stored series. */
function shapeOf(series: HistorySeries, { report, column, from, to, points, holes }: ShapeOf): CurveShape {
  const { unit, decimals, texts, dataType } = column
  return {
    ...{ unit, decimals, texts, dataType, holes },
    times: series.times.map((after) => from + after),
    values: series.values,
    bad: series.bad,
    gapMs: Math.max(gapMsOf(report), spacingMs(series, { from, to }, points)),
    isStep: dataType === 'bool' || dataType === 'string' || report.mode === 'change',
  }
}

/** The calls that load curves. */
type HistoryCalls = {
  curves(
    of: {
      equipmentId: EquipmentId
      signalIds: SignalId[]
      columnIds?: ColumnId[]
      from: number
      to: number
      points: number
    },
    ending: Ending,
  ): Promise<Stored>
  reports(equipmentId: EquipmentId, ending: Ending): Promise<OutputOf<typeof queryReports>>
  /** The last stored reading of each variable at or before `at`; variables without one are omitted. */
  starts(of: { equipmentId: EquipmentId; signalIds: SignalId[]; at: number }, ending: Ending): Promise<readonly Start[]>
  /** Curves of intermediate variables, for pages that show them; times are ms after `from`. */
  mvars?: (
    of: { mvarIds: number[]; from: number; to: number; points: number },
    ending: Ending,
  ) => Promise<readonly Calculated[]>
}
type Calculated = Omit<MvarLine, 'holes'>

async function load(
  calls: HistoryCalls,
  part: Part,
  { from, to, points, wanted, isCarried }: Span & Carried & { points: number; wanted: readonly Wanted[] },
  { signal }: Ending,
): Promise<Curve[]> {
  const equipmentId = EquipmentId.parse(part.equipmentId)
  const signalIds = part.signalIds.map((id) => SignalId.parse(id))
  const ending = signal ? { signal } : {}
  const [stored, { reports }] = await Promise.all([
    heavyTurns(() => calls.curves({ equipmentId, signalIds, from, to, points }, ending), signal),
    calls.reports(equipmentId, ending),
  ])
  const ofDevice = wanted.filter((each) => each.equipmentId === part.equipmentId)
  const curves = curvesOf(stored, reports, { equipmentId: part.equipmentId, wanted: ofDevice, points })
  if (!isCarried) return curves
  // The module for carried values is loaded later than the first values of a page.
  const { carriedOf, withStarts } = await import('./history-carried.ts')
  const carried = carriedOf(curves, reports, from)
  if (carried.length === 0) return curves
  const asked = { equipmentId, signalIds: carried, at: from }
  const starts = await heavyTurns(() => calls.starts(asked, ending), signal).catch(() => {
    signal?.throwIfAborted()
    // Without the reading before the span the curves are still drawn.
    return []
  })
  return withStarts(curves, starts)
}

const atMost = (points: number): number => Math.max(2, Math.min(limits.curvePoints, Math.round(points)))

export const historyBy = (calls: HistoryCalls): HistoryService => ({
  async curves({ signals, points, isCarried = false, ...span }, ending = {}) {
    const from = Math.floor(span.from)
    const to = Math.floor(span.to)
    const how = { from, to, points: atMost(points), wanted: signals, isCarried }
    const parts = await Promise.all(partsOf(signals).map((part) => load(calls, part, how, ending)))
    return parts.flat()
  },
  async report({ equipmentId: device, reportId, points: asked, ...span }, ending = {}) {
    const equipmentId = EquipmentId.parse(device)
    const { reports } = await calls.reports(equipmentId, ending)
    const report = reports.find(({ id, removedAt }) => id === reportId && removedAt === null)
    if (!report) return null
    const columns = report.columns.filter(({ removedAt, dataType }) => removedAt === null && dataType !== 'string')
    const drawn = columns.slice(0, limits.curveSignals)
    if (drawn.length === 0) return { total: 0, curves: [] }
    const [from, to, points] = [Math.floor(span.from), Math.floor(span.to), atMost(asked)]
    const wanted = { equipmentId, signalIds: [], columnIds: drawn.map(({ id }) => id), from, to, points }
    const { series, holes } = await heavyTurns(() => calls.curves(wanted, ending), ending.signal)
    const curves = drawn.flatMap((column) => {
      const own = series.find(({ columnId }) => columnId === column.id)
      const { id: columnId, title } = column
      return own ? [{ columnId, title, ...shapeOf(own, { report, column, from, to, points, holes }) }] : []
    })
    return { total: columns.length, curves }
  },
  async mvars({ mvarIds, points, ...span }, ending = {}) {
    const { mvars } = calls
    if (!mvars) return []
    const [from, to] = [Math.floor(span.from), Math.floor(span.to)]
    const parts = Array.from({ length: Math.ceil(mvarIds.length / limits.curveSignals) }, (_, part) =>
      mvarIds.slice(part * limits.curveSignals, (part + 1) * limits.curveSignals),
    )
    const ask = (ids: number[]) => mvars({ mvarIds: ids, from, to, points: atMost(points) }, ending)
    const found = await Promise.all(parts.map((ids) => heavyTurns(() => ask(ids), ending.signal)))
    return found.flat().map((line) => ({ ...line, times: line.times.map((after) => from + after), holes: [] }))
  },
})
