// The queries for a reader thread, and their answers: large arrays are transferred, not copied.
import type { Transferable } from 'node:worker_threads'
import type { AggregateQuery, AtQuery, CurveQuery, Scope, Series, Span } from './history.ts'
import {
  type Placed,
  type Reader,
  readAggregates,
  readAt,
  readCounts,
  readCurves,
  readDensity,
  readSlice,
} from './read.ts'

export type ReadJob =
  | { ask: 'curves'; query: Placed<CurveQuery> }
  | { ask: 'aggregate'; query: Placed<AggregateQuery> }
  | { ask: 'at'; query: Placed<AtQuery> }
  | { ask: 'count' | 'density' | 'slice'; query: Placed<Scope & Span> }

export async function answerJob(reader: Reader, job: ReadJob): Promise<{ done: unknown; transfer: Transferable[] }> {
  const arrays = new Set<ArrayBuffer>()
  if (job.ask === 'curves') {
    const done = await readCurves(reader, job.query)
    for (const curve of done.data) curve.series = handOver(curve.series, arrays)
    return { done, transfer: [...arrays] }
  }
  if (job.ask === 'slice') {
    const done = await readSlice(reader, job.query)
    done.data.columns = done.data.columns.map((series) => handOver(series, arrays))
    return { done, transfer: [...arrays] }
  }
  return { done: await small(reader, job), transfer: [] }
}

function small(reader: Reader, job: Exclude<ReadJob, { ask: 'curves' } | { ask: 'slice' }>): Promise<unknown> {
  switch (job.ask) {
    case 'aggregate':
      return readAggregates(reader, job.query)
    case 'at':
      return readAt(reader, job.query)
    case 'count':
      return readCounts(reader, job.query)
    default:
      return readDensity(reader, job.query as Placed<Scope & Span>)
  }
}

/** The series with its own arrays, listed for transfer: an array that is a view or is shared is copied. */
function handOver(series: Series, arrays: Set<ArrayBuffer>): Series {
  const own = <A extends Float64Array | Int32Array>(array: A): A => {
    const isOwn = array.byteLength === array.buffer.byteLength && !arrays.has(array.buffer as ArrayBuffer)
    const given = isOwn ? array : (array.slice() as A)
    arrays.add(given.buffer as ArrayBuffer)
    return given
  }
  const codes = series.codes && own(series.codes)
  const values = series.values instanceof Float64Array ? own(series.values) : series.values
  return { ...series, times: own(series.times), values, codes } as Series
}
