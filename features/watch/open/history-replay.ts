// Stored readings of variables of several devices within a span, in time order, with one history query for any number
// of devices.
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Value } from '../../../core/data-type.ts'
import { givingWay } from '../../../core/giving-way.ts'
import type { AtQuery, Scope, Series, Span } from '../../../signal/history/history.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { lookbackOf, maxHoles, maxReplayed } from '../history/rules.ts'
import { codeAt, valueAt } from '../history/series.ts'
import { gapsOf } from '../history/series-gaps.ts'
import {
  loadDroppedTo,
  loadGatewayIds,
  loadHoles,
  loadKnownTo,
  loadSeriesOf,
  type StoredSeries,
} from '../history/store.ts'

export { refuse } from '../history/asked.ts'

export type Reading = { signalId: number; at: number; value: Value | null; code: number }

export type PastReadings = {
  /** End of the readings; earlier than requested if there are too many for one answer. */
  to: number
  /** The last reading of each variable at or before the start, at most a day older; stored on change: 31 days. */
  start: Reading[]
  /** Readings after the start, in time order; at the same time in the order of the variables. */
  readings: Reading[]
}

/** The series of variables, and the longest time between their readings. */
export type PastScope = {
  series: readonly StoredSeries[]
  scope: Scope
  /** Longest time between readings by variable, in ms; no entry for a variable stored on change. */
  gaps: ReadonlyMap<number, number>
  /** By device, until when readings from before the start were dropped. */
  droppedTo: ReadonlyMap<EquipmentId, number>
}

/** The series of variables of visible devices; variables that no report stores have none. `at`: the requested time. */
export async function pastScope(
  { sight }: Pick<OpenCall, 'sight'>,
  signalIds: readonly number[],
  at: number,
): Promise<PastScope> {
  const series = await loadSeriesOf(sight, signalIds)
  const equipmentIds = [...new Set(series.map(({ equipmentId }) => equipmentId))]
  const gatewayIds = await loadGatewayIds(sight, equipmentIds)
  const columnIds = series.map(({ id }) => id)
  return {
    series,
    scope: { orgId: sight.orgId, equipmentId: equipmentIds, gatewayIds, columnIds },
    gaps: gapsOf(series, at),
    droppedTo: await loadDroppedTo(sight, equipmentIds, at),
  }
}

type Call = Pick<OpenCall, 'history' | 'signal'>

/** The last reading of each variable at a time, unless later ones were dropped. */
export async function readingsAt(
  { history, signal }: Call,
  { series, scope, droppedTo }: PastScope,
  at: number,
  lookback: Pick<AtQuery, 'lookbackMs' | 'rare'> = lookbackOf(series, at),
): Promise<Reading[]> {
  if (series.length === 0) return []
  const { data } = await history.at({ ...scope, at, ...lookback }, { signal })
  const found = new Map<number, Reading>()
  for (const [c, reading] of data.entries()) {
    const { signalId, equipmentId } = series[c]!
    if (reading && reading.at < (droppedTo.get(equipmentId) ?? Number.NEGATIVE_INFINITY)) continue
    if (!reading || reading.at < (found.get(signalId)?.at ?? Number.NEGATIVE_INFINITY)) continue
    found.set(signalId, { signalId, at: reading.at, value: reading.value, code: reading.code })
  }
  return [...found.values()]
}

/** Readings after `from` up to `to`, in consecutive pieces; readings at the same time are in one piece. */
export async function* piecesOf(
  { history, signal }: Call,
  { series, scope }: PastScope,
  { from, to }: Span,
): AsyncGenerator<Reading[]> {
  if (series.length === 0 || to <= from) return
  const giveWay = givingWay()
  for await (const { data } of history.scan({ ...scope, from: from + 1, to, order: 'ascending' }, { signal }))
    for (const piece of inPieces(data.columns, series)) {
      yield piece
      await giveWay()
    }
}

/** The times at which readings of a device were dropped, and until when its gateway is known to have read. */
type DeviceKnown = { equipmentId: EquipmentId; holes: number[]; knownTo: number }

export async function knownOf(
  { sight, now }: Pick<OpenCall, 'sight' | 'now'>,
  equipmentIds: readonly EquipmentId[],
  span: Span,
): Promise<DeviceKnown[]> {
  const found: DeviceKnown[] = []
  for (const equipmentId of equipmentIds) {
    const holes = await loadHoles(sight, equipmentId, span, maxHoles)
    const knownTo = await loadKnownTo(sight, equipmentId, now())
    found.push({ equipmentId, holes: holes.map(({ from }) => from), knownTo })
  }
  return found
}

export async function readPast(call: Call, scope: PastScope, { from, to }: Span): Promise<PastReadings> {
  // Both queries run in parallel.
  const before = readingsAt(call, scope, from)
  before.catch(() => undefined)
  const readings: Reading[] = []
  for await (const piece of piecesOf(call, scope, { from, to })) {
    // Adds all readings of a piece or none, but always the first piece.
    const isFull = readings.length > 0 && readings.length + piece.length > maxReplayed
    if (isFull) return { to: piece[0]!.at - 1, start: await before, readings }
    for (const each of piece) readings.push(each)
  }
  return { to, start: await before, readings }
}

/** Readings per piece. A piece becomes longer if several readings share its last time. */
const pieceSize = 5_000

function* inPieces(columns: readonly Series[], series: readonly StoredSeries[]): Generator<Reading[]> {
  const total = columns.reduce((sum, { times }) => sum + times.length, 0)
  const moments = new Float64Array(total)
  let filled = 0
  for (const { times } of columns) {
    moments.set(times, filled)
    filled += times.length
  }
  moments.sort()
  const heads = new Int32Array(columns.length)
  for (let begin = 0; begin < total; ) {
    let end = Math.min(total, begin + pieceSize)
    while (end < total && moments[end] === moments[end - 1]) end += 1
    const last = moments[end - 1]!
    yield piece(columns, series, heads, last)
    begin = end
  }
}

/**
 * Returns the next readings of the columns up to a time. If a column has several at the same time, the latest arrival
 * counts.
 */
function piece(
  columns: readonly Series[],
  series: readonly StoredSeries[],
  heads: Int32Array,
  last: number,
): Reading[] {
  const found: Reading[] = []
  for (const [c, column] of columns.entries()) {
    const { times } = column
    const { signalId } = series[c]!
    let i = heads[c]!
    for (; i < times.length && times[i]! <= last; i += 1) {
      if (times[i + 1] === times[i]) continue
      found.push({ signalId, at: times[i]!, value: valueAt(column, i), code: codeAt(column, i) })
    }
    heads[c] = i
  }
  return found.sort((a, b) => a.at - b.at)
}
