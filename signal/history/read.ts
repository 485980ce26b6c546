// Queries to history, each answered from one snapshot: chunks and landed readings are combined, and what cannot
// be read is reported while the rest is answered. [DESIGN 5 History]
import type { Connection } from '../../db/connection.ts'
import { Buckets } from './aggregate.ts'
import { maxDecoded, maxOfColumn, roomFor } from './bounded.ts'
import { openChunk, runs, splitByOverlap } from './chunk-runs.ts'
import { readFrame } from './frame.ts'
import { createGathering } from './gather.ts'
import {
  type AggregateQuery,
  type Aggregates,
  type Answer,
  type AtQuery,
  type Curve,
  type CurveQuery,
  type Damage,
  devicesOf,
  type ReadingAt,
  type Scope,
  type Series,
  type Span,
} from './history.ts'
import { type Asked, type HeaderRow, inSnapshot, readChunks, readHeaders } from './read-store.ts'
import { createReduction } from './reduction.ts'
import { emptySeries, mergeSeries, readingAt, sliceSeries } from './series.ts'

/** The connection of a query, and the signal that aborts it. */
export type Reader = { client: Connection; signal: AbortSignal }

/** Includes the ring's open segment, so that landed readings come in the order of arrival. */
export type Placed<Q> = Q & { open: number }

type Landed = (columnId: number) => Series

async function withLanded<T>(
  { client, signal }: Reader,
  asked: Asked,
  act: (landed: Landed) => Promise<T>,
): Promise<T> {
  const gathering = createGathering(new Set(asked.columnIds))
  const gateways = new Set(asked.gatewayIds)
  const devices = new Set(devicesOf(asked))
  const visit = (frame: Buffer): void => {
    signal.throwIfAborted()
    readFrame(
      frame,
      (batch) => {
        if (batch.orgId === asked.orgId && devices.has(batch.equipmentId)) gathering.add(batch)
      },
      (gatewayId) => gateways.has(gatewayId),
    )
  }
  return inSnapshot(client, asked, visit, () => {
    const parts = new Map<number, Series[]>()
    for (const { owner, series } of gathering.columns())
      parts.set(owner.columnId, [...(parts.get(owner.columnId) ?? []), series])
    return act((columnId) => mergeSeries(parts.get(columnId) ?? []))
  })
}

const isEmpty = ({ gatewayIds, columnIds }: Scope): boolean => gatewayIds.length === 0 || columnIds.length === 0

/**
 * Groups rows that arrive sorted by column, and yields one group per column. Adds columns that are too large for memory
 * to `damaged`.
 */
async function* byColumn<R extends HeaderRow>(rows: AsyncIterable<R>, signal: AbortSignal, damaged?: Damage[]) {
  let columnId: number | undefined
  let held: R[] = []
  const begin = () => (damaged ? roomFor(maxOfColumn, damaged) : () => true)
  let fits = begin()
  for await (const row of rows) {
    signal.throwIfAborted()
    if (row.columnId !== columnId && columnId !== undefined) {
      yield { columnId, rows: held }
      held = []
      fits = begin()
    }
    columnId = row.columnId
    if (fits(row)) held.push(row)
  }
  if (columnId !== undefined) yield { columnId, rows: held }
}

export async function readCurves(reader: Reader, query: Placed<CurveQuery>): Promise<Answer<Curve[]>> {
  const damaged: Damage[] = []
  if (isEmpty(query)) return { data: query.columnIds.map(noCurve), damaged }
  const data = await withLanded(reader, query, async (landed) => {
    const curves = new Map<number, Curve>()
    const close = (columnId: number, series: Iterable<Series>): void => {
      const reduction = createReduction(query)
      for (const part of series) reduction.add(part)
      curves.set(columnId, { columnId, ...reduction.result() })
    }
    for await (const { columnId, rows } of byColumn(readChunks(reader.client, query, query), reader.signal, damaged))
      close(columnId, runs(rows, landed(columnId), query, damaged))
    for (const columnId of query.columnIds)
      if (!curves.has(columnId)) close(columnId, [sliceSeries(landed(columnId), query.from, query.to)])
    return query.columnIds.map((id) => curves.get(id)!)
  })
  return { data, damaged }
}

/** Each result has its own arrays, because arrays that are sent to another thread become unusable here. */
const noCurve = (columnId: number): Curve => ({ columnId, total: 0, isReduced: false, series: emptySeries() })

export async function readAggregates(reader: Reader, query: Placed<AggregateQuery>): Promise<Answer<Aggregates[]>> {
  const { edges, rollovers = new Map<number, number>() } = query
  const damaged: Damage[] = []
  const buckets = new Map(query.columnIds.map((id) => [id, new Buckets(edges, rollovers.get(id))]))
  const result = () => query.columnIds.map((id) => ({ columnId: id, ...buckets.get(id)!.result() }))
  if (isEmpty(query) || edges.length < 2) return { data: result(), damaged }
  const span = { from: edges[0]!, to: edges[edges.length - 1]! - 1 }
  const [counters, plain] = parted(query.columnIds, (id) => rollovers.has(id))
  await withLanded(reader, query, async (landed) => {
    const toOpen: HeaderRow[] = []
    const ofPlain = { ...query, columnIds: plain }
    for await (const { columnId, rows } of byColumn(readHeaders(reader.client, ofPlain, span), reader.signal)) {
      const { alone, others } = splitByOverlap(rows, landed(columnId))
      for (const row of alone) {
        if (buckets.get(columnId)!.fitsOneBucket(row.t0, row.t1)) buckets.get(columnId)!.addHeader(row)
        else others.push(row)
      }
      toOpen.push(...others)
    }
    // Readings at equal times are added in the order of arrival.
    for await (const { columnId, series } of openSome(reader, ofPlain, span, toOpen, damaged))
      buckets.get(columnId)!.addSeries(series)
    for (const columnId of plain) buckets.get(columnId)!.addSeries(landed(columnId))
    await eachInOrder(reader, { ...query, columnIds: counters }, { span, landed, damaged }, (columnId, series) =>
      buckets.get(columnId)!.addSeries(series),
    )
  })
  return { data: result(), damaged }
}

type InOrder = { span: Span; landed: Landed; damaged: Damage[] }

/** The readings of these columns in time order, in runs. */
async function eachInOrder(
  { client, signal }: Reader,
  asked: Asked,
  { span, landed, damaged }: InOrder,
  visit: (columnId: number, series: Series) => void,
): Promise<void> {
  if (asked.columnIds.length === 0) return
  const left = new Set(asked.columnIds)
  for await (const { columnId, rows } of byColumn(readChunks(client, asked, span), signal, damaged)) {
    left.delete(columnId)
    for (const run of runs(rows, landed(columnId), span, damaged)) visit(columnId, run)
  }
  for (const columnId of left) visit(columnId, landed(columnId))
}

function parted<T>(list: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((one) => !isFirst(one))]
}

const keyOf = ({ columnId, id, t0 }: HeaderRow): string => `${columnId} ${id} ${t0}`

/** The readings of some chunks, by column and in the order of arrival. */
async function* openSome(reader: Reader, asked: Asked, span: Span, some: readonly HeaderRow[], damaged: Damage[]) {
  if (some.length === 0) return
  const wanted = new Set(some.map(keyOf))
  const ids = new Set(some.map(({ id }) => id))
  for await (const row of readChunks(reader.client, asked, span, ids)) {
    reader.signal.throwIfAborted()
    const series = wanted.has(keyOf(row)) ? openChunk(row, damaged) : undefined
    if (series) yield { columnId: row.columnId, series }
  }
}

export async function readCounts(
  reader: Reader,
  query: Placed<Scope & Span>,
): Promise<{ columnId: number; n: number }[]> {
  const counts = new Map(query.columnIds.map((id) => [id, 0]))
  const add = (columnId: number, n: number) => counts.set(columnId, counts.get(columnId)! + n)
  const inSpan = (series: Series) => sliceSeries(series, query.from, query.to).times.length
  if (!isEmpty(query))
    await withLanded(reader, query, async (landed) => {
      const cut: HeaderRow[] = []
      for await (const row of readHeaders(reader.client, query, query)) {
        if (row.t0 >= query.from && row.t1 <= query.to) add(row.columnId, row.n)
        else cut.push(row)
      }
      for await (const { columnId, series } of openSome(reader, query, query, cut, [])) add(columnId, inSpan(series))
      for (const columnId of counts.keys()) add(columnId, inSpan(landed(columnId)))
    })
  return query.columnIds.map((columnId) => ({ columnId, n: counts.get(columnId)! }))
}

export async function readAt(reader: Reader, query: Placed<AtQuery>): Promise<Answer<ReadingAt[]>> {
  const { at, rare } = query
  const damaged: Damage[] = []
  const found = new Map<number, ReadingAt>()
  const search = async (columnIds: readonly number[], lookbackMs: number, landed: Landed): Promise<void> => {
    const span = { from: at - lookbackMs, to: at }
    const parts = await latestParts(reader, { ...query, columnIds }, span, damaged)
    for (const columnId of columnIds) {
      const series = mergeSeries([...(parts.get(columnId) ?? []), landed(columnId)])
      const reading = readingAt(sliceSeries(series, span.from, at), at)
      if (reading) found.set(columnId, { columnId, ...reading })
    }
  }
  if (!isEmpty(query))
    await withLanded(reader, query, async (landed) => {
      await search(query.columnIds, query.lookbackMs, landed)
      // an unreadable chunk may hold a later reading than any before it
      const isOpen = (id: number) => !found.has(id) && !damaged.some(({ columnId }) => columnId === id)
      const left = rare?.columnIds.filter(isOpen) ?? []
      if (rare && left.length > 0) await search(left, rare.lookbackMs, landed)
    })
  return { data: query.columnIds.map((columnId) => found.get(columnId) ?? null), damaged }
}

/** The chunks that may hold the last reading of a column in the span; nothing else is opened. */
async function latestParts(
  reader: Reader,
  asked: Asked,
  span: Span,
  damaged: Damage[],
): Promise<ReadonlyMap<number, Series[]>> {
  const toOpen: HeaderRow[] = []
  for await (const { rows } of byColumn(readHeaders(reader.client, asked, span), reader.signal)) {
    // nothing before the latest time in the headers can be the last
    const known = Math.max(...rows.map(({ t0, t1 }) => (t1 <= span.to ? t1 : t0)))
    toOpen.push(...rows.filter(({ t1 }) => t1 >= known))
  }
  const parts = new Map<number, Series[]>()
  const some = toOpen.filter(roomFor(maxDecoded, damaged))
  for await (const { columnId, series } of openSome(reader, asked, span, some, damaged))
    parts.set(columnId, [...(parts.get(columnId) ?? []), series])
  return parts
}

type Slice = { span: Span; columns: Series[] }

/** Reads all readings of the columns in a span that is small enough for memory. */
export async function readSlice(reader: Reader, query: Placed<Scope & Span>): Promise<Answer<Slice>> {
  const { from, to } = query
  const damaged: Damage[] = []
  const columns = new Map<number, Series>()
  const fits = roomFor(maxDecoded, damaged)
  if (!isEmpty(query))
    await withLanded(reader, query, async (landed) => {
      for await (const { columnId, rows } of byColumn(
        readChunks(reader.client, query, query),
        reader.signal,
        damaged,
      )) {
        const parts = rows.filter(fits).flatMap((row) => sliceOf(openChunk(row, damaged), query))
        columns.set(columnId, mergeSeries([...parts, sliceSeries(landed(columnId), from, to)]))
      }
      for (const columnId of query.columnIds)
        if (!columns.has(columnId)) columns.set(columnId, sliceSeries(landed(columnId), from, to))
    })
  return {
    data: { span: { from, to }, columns: query.columnIds.map((id) => columns.get(id) ?? emptySeries()) },
    damaged,
  }
}

const sliceOf = (series: Series | undefined, { from, to }: Span): Series[] =>
  series ? [sliceSeries(series, from, to)] : []

/** The approximate distribution of readings, for cutting a span into slices. */
export async function readDensity(reader: Reader, query: Placed<Scope & Span>): Promise<Stretch[]> {
  const stretches: Stretch[] = []
  if (isEmpty(query)) return stretches
  await withLanded(reader, query, async (landed) => {
    for await (const { t0, t1, n } of readHeaders(reader.client, query, query)) stretches.push({ from: t0, to: t1, n })
    for (const columnId of query.columnIds) {
      const { times } = landed(columnId)
      // Landed readings may have any time, so they are counted in short runs.
      for (let i = 0; i < times.length; i += landedRun) {
        const end = Math.min(times.length, i + landedRun)
        stretches.push({ from: times[i]!, to: times[end - 1]!, n: end - i })
      }
    }
  })
  return stretches
}

const landedRun = 256

export type Stretch = Span & { n: number }
