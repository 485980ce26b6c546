// The ten-minute trends of a device, filled from its reports.
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { type Device, loadColumns, loadDropped, loadKnownTo, loadReports, scopeOf } from '../history/part-reading.ts'
import { gapMsOf } from '../history/rules.ts'
import { chooseColumns, fillTrend, isSparse } from './trend-fill.ts'
import { storedPoints, trendSpanOf } from './trend-stored.ts'

export async function readTrends({ sight, live, history, now, signal }: OpenCall, device: Device) {
  const { equipmentId } = device
  const at = Math.floor(now())
  const columns = [...(await storedBy(sight, equipmentId)).values()].filter(({ signalId }) =>
    isSparse(live.trend(equipmentId, signalId)),
  )
  if (columns.length === 0) return []
  const dropped = await loadDropped(sight, [equipmentId], trendSpanOf(at))
  const stored = { columns: columns.map((column) => ({ ...column, equipmentId })), dropped }
  const [points, knownTo] = await Promise.all([
    storedPoints(history, scopeOf(sight, device, columns), stored, at, { signal }),
    loadKnownTo(sight, equipmentId, at),
  ])
  return columns.flatMap(({ id, signalId, ...report }) => {
    const found = points.get(id) ?? []
    if (found.length === 0) return []
    const span = { now: at, gapMs: gapMsOf(report), knownTo }
    return [{ id: signalId, trend: fillTrend(live.trend(equipmentId, signalId), found, span) }]
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
