// Pairs of readings of two variables that a report stores together at the same instant.
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { Damage, Series } from '../../../signal/history/history.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { holesOf, openDevice, scopeOf } from './asked.ts'
import { gapMsOf, maxSearched } from './rules.ts'
import { codeAt, goodCode, valueAt } from './series.ts'
import { type Column, loadColumns, loadReports } from './store.ts'

/** The pair of variables to read; empty: loads only the device and its gaps. */
export type Signals = readonly [first: number, second: number] | readonly []
type Pair = { columns: readonly [Column, Column]; gapMs: number }

/** A reading of both variables as numbers, NaN if bad or not a number. `gapMs`: maximum time between readings. */
type PairReading = { at: number; first: number; second: number; gapMs: number }

type Asked = { equipmentId: EquipmentId; from: number; to: number; signals: Signals }

/** The columns of each report that stores both variables, including removed reports. */
async function pairsOf(
  { sight }: Pick<OpenCall, 'sight'>,
  equipmentId: EquipmentId,
  signals: Signals,
): Promise<Pair[]> {
  const columns = await loadColumns(sight, equipmentId)
  const of = (reportId: number, signalId: number) =>
    columns.find((each) => each.reportId === reportId && each.signalId === signalId && each.aggregation === null)
  return (await loadReports(sight, equipmentId)).flatMap((report) => {
    const [first, second] = signals.map((signalId) => of(report.id, signalId))
    return first && second ? [{ columns: [first, second] as const, gapMs: gapMsOf(report) }] : []
  })
}

/**
 * Calls `hear` with each stored pair in time order, and with null where readings were lost. `isStored`: some report
 * stores both together. Throws as other history queries, and tooManyPoints.
 */
export async function readPairs(call: OpenCall, asked: Asked, hear: (reading: PairReading | null) => void) {
  const { sight, history, signal } = call
  const { from, to } = asked
  const device = await openDevice(sight, asked)
  const pairs = await pairsOf(call, asked.equipmentId, asked.signals)
  const columns = pairs.flatMap((pair) => pair.columns)
  const scope = { ...scopeOf(sight, device, columns), from, to }
  const damaged: Damage[] = []
  if (pairs.length > 0) {
    const stored = (await history.count(scope, { signal })).reduce((sum, { n }) => sum + n, 0)
    if (stored > maxSearched) throw fail('tooManyPoints', { limit: maxSearched })
  }
  let losses = (await holesOf(sight, device, { from, to }, [])).map((hole) => hole.from)
  const slices = pairs.length > 0 ? history.scan({ ...scope, order: 'ascending' }, { signal }) : []
  for await (const { data, damaged: unread } of slices) {
    damaged.push(...unread)
    losses = [...losses, ...unread.map((hole) => hole.from)].sort((a, b) => a - b)
    for (const [index, reading] of readingsOf(pairs, data.columns).entries()) {
      const lost = losses.findIndex((at) => at > reading.at)
      if (lost !== 0 && losses.length > 0) {
        hear(null)
        losses = lost < 0 ? [] : losses.slice(lost)
      }
      hear(reading)
      // Lets other requests run.
      if (index % atOnce === atOnce - 1) await nextTurn()
    }
  }
  return { zone: device.zone, isStored: pairs.length > 0, holes: await holesOf(sight, device, { from, to }, damaged) }
}

const atOnce = 20_000

/** The pairs of one slice; of several reports, merged by time. */
function readingsOf(pairs: readonly Pair[], columns: readonly Series[]): PairReading[] {
  const readings = pairs.flatMap(({ gapMs }, index) => joined(columns[2 * index]!, columns[2 * index + 1]!, gapMs))
  return pairs.length > 1 ? readings.sort((a, b) => a.at - b.at) : readings
}

/** Pairs of readings at the same instant; readings without a partner are skipped. */
function joined(first: Series, second: Series, gapMs: number): PairReading[] {
  const readings: PairReading[] = []
  let [i, j] = [0, 0]
  while (i < first.times.length && j < second.times.length) {
    const [at, other] = [first.times[i]!, second.times[j]!]
    if (at === other) readings.push({ at, first: numberAt(first, i), second: numberAt(second, j), gapMs })
    if (at <= other) i += 1
    if (other <= at) j += 1
  }
  return readings
}

const numberAt = (series: Series, index: number): number => {
  const value = codeAt(series, index) === goodCode ? valueAt(series, index) : null
  return typeof value === 'number' ? value : Number.NaN
}
