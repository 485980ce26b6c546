// Stored values of a device as answers of calls, on the device itself or through a project page.
import type { z } from 'zod'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { inPieces, type OpenCall } from '../../frame/serve.ts'
import { countsOf, readCurves } from '../history/answers.ts'
import { holesOf, mustCut, openDevice, reportOf, scopeOf } from '../history/asked.ts'
import type { queryReportRows } from '../history/contract.ts'
import { historyJson } from '../history/json-answer.ts'
import { readRowPage } from '../history/row-page.ts'
import { readThinPage } from '../history/row-thin.ts'
import { maxAtOnce } from '../history/rules.ts'
import { jsonSeries } from '../history/series.ts'
import { type Column, loadColumns, loadDevice, loadReports } from '../history/store.ts'

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

type RowsInput = z.output<(typeof queryReportRows)['input']>

/** A page of the rows of a report. Throws equipmentNotFound, notFound, or a fault of the span or the page. */
export async function storedRows(call: OpenCall, { reportId, ...input }: RowsInput) {
  const { equipmentId, from, to, order, pageNo, pageSize, at, interval } = input
  const { sight, history, signal } = call
  const device = await openDevice(sight, input)
  const { columns } = await reportOf(sight, equipmentId, reportId)
  const counts = await countsOf(call, device, columns, input)
  const stored = columns.filter((_, c) => counts[c]! > 0)
  const shown = columns.filter(({ removedAt }, c) => removedAt === null || counts[c]! > 0)
  const query = { ...scopeOf(sight, device, stored), from, to, order, pageNo, pageSize, at }
  const found = { ...query, counts: counts.filter((n) => n > 0) }
  const page = interval
    ? await readThinPage(history, { ...found, intervals: mustCut(interval, device, input) }, signal)
    : await readRowPage(history, found, signal)
  const places = shown.map((column) => stored.indexOf(column))
  const rows = page.rows.map(({ time, values, codes }) => ({
    time,
    values: places.map((place) => values[place] ?? null),
    codes: places.map((place) => codes[place] ?? 0),
  }))
  const holes = await holesOf(sight, device, { from, to }, page.damaged)
  const { total, isEstimated } = page
  return { pageNo: page.pageNo, total, isEstimated, columns: shown.map(view), rows, holes }
}

/** The requested curves, in pieces if they are large. Throws the same errors as `readCurves`. */
export async function storedCurves(call: OpenCall, input: Parameters<typeof readCurves>[1]) {
  const { from, to } = input
  const { device, curves, damaged } = await readCurves(call, input)
  const holes = await holesOf(call.sight, device, { from, to }, damaged)
  const points = curves.reduce((sum, { curve }) => sum + curve.series.times.length, 0)
  if (points > maxAtOnce) return inPieces(historyJson({ from, to, curves, holes }))
  return { from, to, series: curves.map(({ column, curve }) => jsonSeries(column, curve, from)), holes }
}
