// Builds the historian's lists from plain readings, for tests of the code that uses them.
import type { Value } from '../core/data-type.ts'
import type { History, Scope, Series, Span } from '../signal/history/history.ts'

export type Reading = readonly [at: number, value: Value | null, code?: number]

/** A column of readings, with the kind of its values. */
export function seriesOf(readings: readonly Reading[]): Series {
  const times = Float64Array.from(readings, ([at]) => at)
  const bad = readings.some(([, , code = 200]) => code !== 200)
  const codes = bad ? Int32Array.from(readings, ([, , code = 200]) => code) : null
  const values = readings.map(([, value]) => value)
  const isAll = (type: string) => values.every((value) => value === null || typeof value === type)
  const numbers = () => Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value)))
  if (isAll('number')) return { kind: 'number', times, codes, values: numbers() }
  if (isAll('boolean')) return { kind: 'bool', times, codes, values: numbers() }
  if (isAll('string')) return { kind: 'text', times, codes, values: values as (string | null)[] }
  return { kind: 'mixed', times, codes, values }
}

/** Index of the first reading that is not before a time (`isPast`: that is after it). */
function firstAt(list: readonly Reading[], at: number, isPast = false): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const time = list[middle]![0]
    if (time < at || (isPast && time === at)) low = middle + 1
    else high = middle
  }
  return low
}

type Asked = { calls: string[] }

/** The answers of a historian with these columns, in slices of `sliceMs`. */
export function readerOf(
  columns: Record<number, readonly Reading[]>,
  sliceMs = 10,
): Pick<History, 'scan' | 'count' | 'at'> & Asked {
  const calls: string[] = []
  const within = (id: number, { from, to }: Span) => {
    const list = columns[id] ?? []
    return list.slice(firstAt(list, from), firstAt(list, to, true))
  }

  async function* scan(query: Scope & Span & { order: 'ascending' | 'descending' }) {
    const { from, to, order, columnIds } = query
    const isUp = order === 'ascending'
    for (let done = 0; done <= to - from; done += sliceMs) {
      calls.push('slice')
      const span = isUp
        ? { from: from + done, to: Math.min(to, from + done + sliceMs - 1) }
        : { from: Math.max(from, to - done - sliceMs + 1), to: to - done }
      yield { data: { span, columns: columnIds.map((id) => seriesOf(within(id, span))) }, damaged: [] }
    }
  }

  return {
    calls,
    scan,
    async count({ columnIds, ...span }) {
      calls.push('count')
      return columnIds.map((columnId) => ({ columnId, n: within(columnId, span).length }))
    },
    async at({ columnIds, at, lookbackMs, rare }) {
      const data = columnIds.map((columnId) => {
        const backMs = rare?.columnIds.includes(columnId) ? rare.lookbackMs : lookbackMs
        const last = within(columnId, { from: at - backMs, to: at }).at(-1)
        return last ? { columnId, at: last[0], value: last[1], code: last[2] ?? 200 } : null
      })
      return { data, damaged: [] }
    },
  }
}
