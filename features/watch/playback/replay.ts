// The data for playing back a device: the value of each variable at the start, and all readings since.
import type { Value } from '../../../core/data-type.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { AtQuery, Damage, History, Scope, Series, Span } from '../../../signal/history/history.ts'
import { codeAt, goodCode, rowCursor, valueAt } from '../history/part-reading.ts'
import { maxReplayed } from '../history/rules.ts'

type Reader = Pick<History, 'at' | 'scan'>

type Replayed = {
  to: number
  start: { signalId: number; at: number; value: Value | null; code: number }[]
  times: number[]
  ids: number[]
  values: (Value | null)[]
  codes: number[] | null
  damaged: Damage[]
}

type ReplayQuery = Scope &
  Span & {
    /** The variables of the columns of the scope, in their order. */
    signalIds: readonly number[]
    lookback: Pick<AtQuery, 'lookbackMs' | 'rare'>
    /** Readings before it were followed by dropped ones: they do not show the value at the start. */
    droppedTo: number
  }

export async function readReplay(reader: Reader, query: ReplayQuery, signal: AbortSignal): Promise<Replayed> {
  const { signalIds, from, to, lookback, droppedTo, ...scope } = query
  const replayed: Replayed = { to, start: [], times: [], ids: [], values: [], codes: null, damaged: [] }
  if (scope.columnIds.length === 0) return replayed
  const { data, damaged } = await reader.at({ ...scope, at: from, ...lookback }, { signal })
  replayed.damaged.push(...damaged)
  replayed.start = latest(data, signalIds).filter(({ at }) => at >= droppedTo)
  const codes: number[] = []
  for await (const slice of reader.scan({ ...scope, from: from + 1, to, order: 'ascending' }, { signal })) {
    replayed.damaged.push(...slice.damaged)
    const end = await append(replayed, codes, slice.data.columns, { signalIds, from })
    if (end === undefined) continue
    replayed.to = end
    break
  }
  replayed.codes = codes.every((code) => code === goodCode) ? null : codes
  return replayed
}

/** Number of times between two yields to other requests. */
const momentsAtOnce = 500

/** Adds the readings of a slice, all of a time or none; when the answer is full, returns where it ends. */
async function append(
  { times, ids, values }: Replayed,
  codes: number[],
  columns: readonly Series[],
  { signalIds, from }: { signalIds: readonly number[]; from: number },
): Promise<number | undefined> {
  const cursor = rowCursor(columns, 'ascending')
  for (let moments = 1; cursor.next(); moments += 1) {
    if (times.length > 0 && times.length + columns.length > maxReplayed && times.length + cursor.count() > maxReplayed)
      return cursor.time() - 1
    for (let c = 0; c < columns.length; c += 1) {
      const i = cursor.at(c)
      if (i < 0) continue
      times.push(cursor.time() - from)
      ids.push(signalIds[c]!)
      values.push(valueAt(columns[c]!, i))
      codes.push(codeAt(columns[c]!, i))
    }
    if (moments % momentsAtOnce === 0) await nextTurn()
  }
  return undefined
}

/** The last reading of each variable, from any of its columns. */
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
