// Stored values of variables of several devices by bucket, for calculations. One query to the historian per device, for
// any number of its variables.
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Value } from '../../../core/data-type.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { Sight } from '../../../db/sight.ts'
import type { Aggregates, ReadingAt, Scope } from '../../../signal/history/history.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { changeLookbackMs, gapMsOf, maxHoles, maxSearched } from '../history/rules.ts'
import { codeAt, goodCode, valueAt } from '../history/series.ts'
import {
  loadGatewaysOf,
  loadHoles,
  loadKnownTo,
  loadSteadyColumns,
  loadVariableColumns,
  type VariableColumn,
} from '../history/store.ts'

/**
 * A column of a variable. `isSelective`: stored only under a condition, so that its average does not cover the whole
 * time.
 */
export type StoredColumn = { id: number; gapMs: number; periodMs: number | null; isSelective: boolean }

/** A visible variable with the columns that store its plain values, including those of removed reports. */
export type StoredVariable = {
  equipmentId: EquipmentId
  signalId: number
  columns: StoredColumn[]
  /** The value at which the variable, a counter, rolls over to 0. */
  rollover: number | null
}

type Named = { equipmentId: number; signalId: number }
type By = Pick<OpenCall, 'sight' | 'history' | 'signal' | 'now'>

const columnOf = ({ id, mode, period }: Pick<VariableColumn, 'id' | 'mode' | 'period'>): StoredColumn => {
  const gapMs = gapMsOf({ mode, period })
  // For a conditional report the expected number of readings is unknown.
  const isSteady = mode === 'periodic' || mode === 'interval'
  const isSelective = mode === 'conditional' || mode === 'single'
  return { id, gapMs, periodMs: isSteady && Number.isFinite(gapMs) ? gapMs / gapFactor : null, isSelective }
}
/** The number of periods in `gapMsOf`. */
const gapFactor = 2.5

/** The variables that are visible and stored by some report. */
export async function storedVariables(sight: Sight, named: readonly Named[]): Promise<StoredVariable[]> {
  const wanted = new Map(named.map(({ equipmentId, signalId }) => [signalId, equipmentId]))
  const found = new Map<number, StoredVariable>()
  for (const column of await loadVariableColumns(sight, [...wanted.keys()])) {
    const { equipmentId, signalId, rollover } = column
    if (wanted.get(signalId) !== equipmentId) continue
    const variable = found.get(signalId) ?? { equipmentId, signalId, columns: [], rollover }
    variable.columns.push(columnOf(column))
    found.set(signalId, variable)
  }
  return [...found.values()]
}

/** The query of each device for the columns of these variables. */
async function scopesOf(sight: Sight, variables: readonly StoredVariable[]): Promise<Scope[]> {
  const byDevice = new Map<EquipmentId, number[]>()
  for (const { equipmentId, columns } of variables)
    byDevice.set(equipmentId, [...(byDevice.get(equipmentId) ?? []), ...columns.map(({ id }) => id)])
  const gateways = await loadGatewaysOf(sight, [...byDevice.keys()])
  return [...byDevice].map(([equipmentId, columnIds]) => ({
    ...{ orgId: sight.orgId, equipmentId, columnIds },
    gatewayIds: gateways.get(equipmentId) ?? [],
  }))
}

/** Aggregates of all columns of the variables, by column; buckets exclude their upper edge. */
export async function bucketAggregates(
  { sight, history, signal }: By,
  variables: readonly StoredVariable[],
  edges: ArrayLike<number>,
): Promise<Map<number, Aggregates>> {
  const found = new Map<number, Aggregates>()
  for (const scope of await scopesOf(sight, variables)) {
    const { data } = await history.aggregate({ ...scope, edges }, { signal })
    for (const each of data) found.set(each.columnId, each)
  }
  return found
}

/** The last reading of each variable before a time; omitted if it is bad or older than a month. */
export async function readingsBefore(
  call: By,
  variables: readonly StoredVariable[],
  at: number,
): Promise<Map<number, { at: number; value: Value }>> {
  const signalOf = new Map(variables.flatMap(({ signalId, columns }) => columns.map(({ id }) => [id, signalId])))
  const found = new Map<number, { at: number; value: Value }>()
  for (const { columnId, value, code, at: readAt } of (await lastReadings(call, variables, at)).values()) {
    if (code !== goodCode || value === null) continue
    const signalId = signalOf.get(columnId)!
    if (readAt > (found.get(signalId)?.at ?? Number.NEGATIVE_INFINITY)) found.set(signalId, { at: readAt, value })
  }
  return found
}

/**
 * Buckets in which a device with a clock-driven report recorded nothing, by device: values stored on change are unknown
 * there. Devices without such a report are omitted.
 */
export async function silentBuckets(
  call: By,
  devices: readonly EquipmentId[],
  edges: ArrayLike<number>,
): Promise<Map<EquipmentId, boolean[]>> {
  const byDevice = new Map<EquipmentId, StoredVariable>()
  for (const column of await loadSteadyColumns(call.sight, devices)) {
    const { equipmentId } = column
    const known = byDevice.get(equipmentId) ?? { equipmentId, signalId: equipmentId, columns: [], rollover: null }
    known.columns.push(columnOf(column))
    byDevice.set(equipmentId, known)
  }
  const steady = [...byDevice.values()]
  const counted = await bucketAggregates(call, steady, edges)
  const before = await lastReadings(call, steady, edges[0]!)
  const now = call.now()
  return new Map(
    steady.map(({ equipmentId, columns }) => {
      const leastMs = Math.min(...columns.map(({ gapMs }) => gapMs))
      let hasRecorded = columns.some(({ id }) => before.has(id))
      const silent = Array.from({ length: edges.length - 1 }, (_, bucket) => {
        const lasted = Math.min(edges[bucket + 1]!, now) - edges[bucket]!
        const isEmpty = columns.every(({ id }) => !((counted.get(id)?.n[bucket] ?? 0) > 0))
        hasRecorded ||= !isEmpty
        return isEmpty && hasRecorded && lasted > leastMs
      })
      return [equipmentId, silent]
    }),
  )
}

/** The last reading of each column before a time, good or bad. */
async function lastReadings(
  { sight, history, signal }: By,
  variables: readonly StoredVariable[],
  at: number,
): Promise<Map<number, NonNullable<ReadingAt>>> {
  const found = new Map<number, NonNullable<ReadingAt>>()
  for (const scope of await scopesOf(sight, variables)) {
    const { data } = await history.at({ ...scope, at: at - 1, lookbackMs: changeLookbackMs }, { signal })
    for (const reading of data) if (reading) found.set(reading.columnId, reading)
  }
  return found
}

/** Receives the readings of one variable in time order; null: unknown from then on. */
export type Hearer = {
  variable: StoredVariable
  /** Adds a reading. `gapMs`: how long it remains valid without a further one. */
  hear(reading: { at: number; value: Value | null; code: number } | null, at: number, gapMs: number): void
  /** Ends the readings; the last one is valid until `knownTo`. */
  end(knownTo: number): void
}

/**
 * Passes the readings of each variable from `from` up to but not including `to`, starting with the value before, in
 * bounded memory. If several reports store a variable, uses the one with the most readings. Throws 10011 for too many
 * readings.
 */
export async function hearReadings(call: By, hearers: readonly Hearer[], from: number, to: number): Promise<void> {
  const byDevice = new Map<EquipmentId, Hearer[]>()
  for (const hearer of hearers) {
    const { equipmentId } = hearer.variable
    byDevice.set(equipmentId, [...(byDevice.get(equipmentId) ?? []), hearer])
  }
  let read = 0
  for (const [equipmentId, own] of byDevice) {
    const variables = [...new Map(own.map(({ variable }) => [variable.signalId, variable])).values()]
    const [scope] = await scopesOf(call.sight, variables)
    if (!scope) continue
    const counts = await call.history.count({ ...scope, from, to: to - 1 }, { signal: call.signal })
    const byColumn = new Map(counts.map(({ columnId, n }) => [columnId, n]))
    const chosen = new Map(variables.map((each) => [each.signalId, fullest(each, byColumn)]))
    for (const column of chosen.values()) read += byColumn.get(column.id) ?? 0
    if (read > maxSearched) throw fail('tooManyPoints', { limit: maxSearched })
    await hearDevice(call, { scope, own, chosen, from, to })
    const knownTo = await loadKnownTo(call.sight, equipmentId, call.now())
    for (const each of own) each.end(Math.min(to, knownTo))
  }
}

/** Prefers columns that are not selective: a state may hold for days without a reading. */
function fullest({ columns }: StoredVariable, counts: ReadonlyMap<number, number>): StoredColumn {
  const n = ({ id }: StoredColumn) => counts.get(id) ?? 0
  return columns.reduce((best, each) => {
    if (each.isSelective !== best.isSelective) return each.isSelective ? best : each
    return n(each) > n(best) ? each : best
  })
}

type Device = {
  scope: Scope
  own: readonly Hearer[]
  chosen: ReadonlyMap<number, StoredColumn>
  from: number
  to: number
}

async function hearDevice(call: By, { scope, own, chosen, from, to }: Device): Promise<void> {
  const { sight, history, signal } = call
  const equipmentId = scope.equipmentId as EquipmentId
  const columnIds = [...new Set([...chosen.values()].map(({ id }) => id))]
  const before = await history.at({ ...scope, columnIds, at: from - 1, lookbackMs: changeLookbackMs }, { signal })
  const since = Math.min(from, ...before.data.flatMap((reading) => reading?.at ?? []))
  const dropped = await loadHoles(sight, equipmentId, { from: since, to }, maxHoles)
  const holes = [...dropped, ...before.damaged].map((hole) => hole.from).sort((a, b) => a - b)
  const ears = own.map((hearer) => {
    const column = chosen.get(hearer.variable.signalId)!
    return { hearer, column, next: 0 }
  })
  type Ear = (typeof ears)[number]
  const hear = (ear: Ear, at: number, reading: { at: number; value: Value | null; code: number }) => {
    while (ear.next < holes.length && holes[ear.next]! <= at) {
      ear.hearer.hear(null, holes[ear.next]!, 0)
      ear.next += 1
    }
    ear.hearer.hear(reading, at, ear.column.gapMs)
  }
  for (const ear of ears) {
    const last = before.data.find((reading) => reading?.columnId === ear.column.id)
    if (last) hear(ear, last.at, last)
  }
  const slices = history.scan({ ...scope, columnIds, from, to: to - 1, order: 'ascending' }, { signal })
  for await (const { data, damaged } of slices) {
    holes.push(...damaged.map((hole) => hole.from).filter((at) => at >= (holes.at(-1) ?? 0)))
    for (const ear of ears) {
      const series = data.columns[columnIds.indexOf(ear.column.id)]!
      for (let i = 0; i < series.times.length; i += 1) {
        const at = series.times[i]!
        hear(ear, at, { at, value: valueAt(series, i), code: codeAt(series, i) })
      }
      await nextTurn()
    }
  }
  for (const ear of ears) for (const at of holes.slice(ear.next)) if (at < to) ear.hearer.hear(null, at, 0)
}
