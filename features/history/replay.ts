// What a page needs to show a device at past moments: what each variable said at the beginning, and all it said since.
import type { Value } from '../../core/data-type.ts'
import type { Damage, History, Scope, Series, Span } from '../../signal/history/history.ts'
import { mostReplayed, replayLookbackMs } from './rules.ts'
import { codeAt, goodCode, valueAt } from './series.ts'

type Reader = Pick<History, 'at' | 'scan'>

export type Replayed = {
  to: number
  start: { signalId: number; at: number; value: Value | null; code: number }[]
  times: number[]
  ids: number[]
  values: (Value | null)[]
  codes: number[] | null
  damaged: Damage[]
}

/** `signalIds` are the variables of the columns of the scope, in their order. */
export async function readReplay(
  reader: Reader,
  query: Scope & Span & { signalIds: readonly number[] },
  signal: AbortSignal,
): Promise<Replayed> {
  const { signalIds, from, to, ...scope } = query
  const replayed: Replayed = { to, start: [], times: [], ids: [], values: [], codes: null, damaged: [] }
  if (scope.columnIds.length === 0) return replayed
  const { data, damaged } = await reader.at({ ...scope, at: from, lookbackMs: replayLookbackMs }, { signal })
  replayed.damaged.push(...damaged)
  replayed.start = latest(data, signalIds)
  const codes: number[] = []
  for await (const slice of reader.scan({ ...scope, from: from + 1, to, order: 'ascending' }, { signal })) {
    replayed.damaged.push(...slice.damaged)
    const readings = inOrder(slice.data.columns)
    const fitting = roomFor(readings, slice.data.columns, mostReplayed - replayed.times.length)
    for (let i = 0; i < fitting; i += 1) {
      const { column, index } = readings[i]!
      const series = slice.data.columns[column]!
      replayed.times.push(series.times[index]! - from)
      replayed.ids.push(signalIds[column]!)
      replayed.values.push(valueAt(series, index))
      codes.push(codeAt(series, index))
    }
    if (fitting < readings.length) {
      const { column, index } = readings[fitting]!
      replayed.to = slice.data.columns[column]!.times[index]! - 1
      break
    }
  }
  replayed.codes = codes.every((code) => code === goodCode) ? null : codes
  return replayed
}

/** The last reading of each variable, whichever of its columns has it. */
function latest(
  readings: readonly ({ at: number; value: Value | null; code: number } | null)[],
  signalIds: readonly number[],
): Replayed['start'] {
  const found = new Map<number, Replayed['start'][number]>()
  for (const [c, reading] of readings.entries()) {
    const signalId = signalIds[c]!
    if (!reading || reading.at < (found.get(signalId)?.at ?? Number.NEGATIVE_INFINITY)) continue
    const { at, value, code } = reading
    found.set(signalId, { signalId, at, value, code })
  }
  return [...found.values()]
}

type Place = { column: number; index: number }

/** All readings of a slice by time; of equal times in the order of columns and arrival. */
function inOrder(columns: readonly Series[]): Place[] {
  const places: Place[] = []
  for (const [column, { times }] of columns.entries()) {
    for (let index = 0; index < times.length; index += 1) places.push({ column, index })
  }
  const timeOf = ({ column, index }: Place) => columns[column]!.times[index]!
  return places.sort((a, b) => timeOf(a) - timeOf(b))
}

/** How many readings still fit: all of a moment or none, but at least the first moment of an answer. */
function roomFor(places: readonly Place[], columns: readonly Series[], room: number): number {
  if (places.length <= room) return places.length
  const timeOf = (i: number) => columns[places[i]!.column]!.times[places[i]!.index]!
  let count = room
  while (count > 0 && timeOf(count - 1) === timeOf(count)) count -= 1
  if (count > 0 || room < mostReplayed) return count
  count = 1
  while (count < places.length && timeOf(count) === timeOf(0)) count += 1
  return count
}
