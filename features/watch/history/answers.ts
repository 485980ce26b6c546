// Answers that several calls share.
import type { ColumnId, EquipmentId, SignalId } from '../../../contract/fields.ts'
import type { CurveQuery, Span } from '../../../signal/history/history.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { columnsOf, openDevice, refuse, scopeOf } from './asked.ts'
import { cannotDraw } from './rules.ts'
import type { Column, Device } from './store.ts'

type Asked = {
  equipmentId: EquipmentId
  from: number
  to: number
  signalIds: readonly SignalId[]
  columnIds: readonly ColumnId[]
}

/**
 * The columns of a curve, at most `most`. A variable that was in many reports over the years counts
 * with the reports that stored it within the span. 1101, 10002, 10009, 10010, 10011.
 */
export async function openColumns(
  call: OpenCall,
  asked: Asked,
  most?: number,
): Promise<{ device: Device; columns: Column[] }> {
  const { sight } = call
  const device = await openDevice(sight, asked)
  refuse(cannotDraw(new Set(asked.signalIds).size + new Set(asked.columnIds).size, most))
  const columns = await columnsOf(sight, asked)
  if (!cannotDraw(columns.length, most)) return { device, columns }
  const counts = await countsOf(call, device, columns, asked)
  const within = columns.filter(({ id }, c) => counts[c]! > 0 || asked.columnIds.includes(id))
  refuse(cannotDraw(within.length, most))
  return { device, columns: within }
}

/** Reads the requested curves. */
export async function readCurves(call: OpenCall, asked: Asked & Pick<CurveQuery, 'points' | 'reduce'>) {
  const { from, to, points, reduce } = asked
  const { device, columns } = await openColumns(call, asked)
  const scope = scopeOf(call.sight, device, columns)
  const { data, damaged } = await call.history.curves({ ...scope, from, to, points, reduce }, { signal: call.signal })
  const byId = new Map<number, Column>(columns.map((column) => [column.id, column]))
  const curves = data.flatMap((curve) => {
    const column = byId.get(curve.columnId)
    return column ? [{ column, curve }] : []
  })
  return { device, curves, damaged }
}

/** How many readings each column has in a span, in the order of the columns. */
export async function countsOf(
  { sight, history, signal }: OpenCall,
  device: Device,
  columns: readonly Column[],
  { from, to }: Span,
): Promise<number[]> {
  if (columns.length === 0) return []
  const counts = await history.count({ ...scopeOf(sight, device, columns), from, to }, { signal })
  const byId = new Map(counts.map(({ columnId, n }) => [columnId, n]))
  return columns.map(({ id }) => byId.get(id) ?? 0)
}
