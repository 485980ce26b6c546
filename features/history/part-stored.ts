// What is stored of a device, as calls answer it: of the device itself, or through a project whose page shows it.
import { fail } from '../../contract/errors.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import type { Sight } from '../../db/sight.ts'
import { inPieces, type OpenCall } from '../serve.ts'
import { readCurves } from './answers.ts'
import { holesOf } from './asked.ts'
import { historyJson } from './json-answer.ts'
import { maxAtOnce } from './rules.ts'
import { jsonSeries } from './series.ts'
import { type Column, loadColumns, loadDevice, loadReports } from './store.ts'

const view = ({ reportId: _, ...column }: Column) => column

/** The reports of a visible device with their columns; throws equipmentNotFound. */
export async function storedReports(sight: Sight, equipmentId: EquipmentId) {
  const device = await loadDevice(sight, equipmentId)
  if (!device) throw fail('equipmentNotFound')
  const columns = await loadColumns(sight, equipmentId)
  const reports = (await loadReports(sight, equipmentId)).map((report) => ({
    ...report,
    columns: columns.filter(({ reportId }) => reportId === report.id).map(view),
  }))
  return { zone: device.zone, reports }
}

/** The requested curves, in pieces where they are large. Throws as `readCurves`. */
export async function storedCurves(call: OpenCall, input: Parameters<typeof readCurves>[1]) {
  const { from, to } = input
  const { device, curves, damaged } = await readCurves(call, input)
  const holes = await holesOf(call.sight, device, { from, to }, damaged)
  const points = curves.reduce((sum, { curve }) => sum + curve.series.times.length, 0)
  if (points > maxAtOnce) return inPieces(historyJson({ from, to, curves, holes }))
  return { from, to, series: curves.map(({ column, curve }) => jsonSeries(column, curve, from)), holes }
}
