// The ten-minute trends of a device, filled from its reports with two bounded history queries for any number of
// variables.
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import type { Curve, ReadingAt } from '../../../signal/history/history.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { scopeOf } from './asked.ts'
import { gapMsOf, trendLookbackMs } from './rules.ts'
import { codeAt, goodCode, valueAt } from './series.ts'
import { type Device, loadColumns, loadKnownTo, loadReports } from './store.ts'
import { chooseColumns, fillTrend, isSparse, type Points, trendSpanMs } from './trend-fill.ts'

/** Number of points of a trend: minimum and maximum of each step. */
const pointsOfTrend = 120

export async function readTrends({ sight, live, history, now, signal }: OpenCall, device: Device) {
  const { equipmentId } = device
  const at = Math.floor(now())
  const columns = [...(await storedBy(sight, equipmentId)).values()].filter(({ signalId }) =>
    isSparse(live.trend(equipmentId, signalId)),
  )
  if (columns.length === 0) return []
  const scope = scopeOf(sight, device, columns)
  const from = at - trendSpanMs
  const asked = { ...scope, from, to: at, points: pointsOfTrend, reduce: 'minmax' as const }
  const [curves, before, knownTo] = await Promise.all([
    history.curves(asked, { signal }),
    history.at({ ...scope, at: from - 1, lookbackMs: trendLookbackMs }, { signal }),
    loadKnownTo(sight, equipmentId, at),
  ])
  const curveOf = new Map(curves.data.map((curve) => [curve.columnId, curve]))
  return columns.flatMap(({ id, signalId, ...report }, c) => {
    const stored = [...pointOf(before.data[c]), ...pointsOf(curveOf.get(id))]
    if (stored.length === 0) return []
    const span = { now: at, gapMs: gapMsOf(report), knownTo }
    return [{ id: signalId, trend: fillTrend(live.trend(equipmentId, signalId), stored, span) }]
  })
}

async function storedBy(sight: Sight, equipmentId: EquipmentId) {
  const reports = new Map((await loadReports(sight, equipmentId)).map((report) => [report.id, report]))
  const columns = (await loadColumns(sight, equipmentId)).flatMap((column) => {
    const report = reports.get(column.reportId)
    return report && report.removedAt === null ? [{ ...column, mode: report.mode, period: report.period }] : []
  })
  return chooseColumns(columns)
}

const pointOf = (reading: ReadingAt | undefined): Points =>
  reading ? [[reading.at, reading.code === goodCode ? numberOf(reading.value) : Number.NaN]] : []

function pointsOf(curve: Curve | undefined): Points {
  if (!curve) return []
  const { series } = curve
  return Array.from(series.times, (time, i) => [
    time,
    codeAt(series, i) === goodCode ? numberOf(valueAt(series, i)) : Number.NaN,
  ])
}

/** Text has no curve; a sparkline does not need the last digit of a 64-bit integer. */
function numberOf(value: unknown): number {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : Number.NaN
}
