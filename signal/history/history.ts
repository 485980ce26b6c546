// The interface of the historian for the rest of the platform: ids, times and values only, independent of MQTT, HTTP
// and configuration. All instants are epoch ms UTC on the platform's clock.
import type { Value } from '../../core/data-type.ts'

/** 0: events, 1: records (contract/topics `lanes`). */
export type LaneNumber = 0 | 1

/** The place of a message in an outbox. The caller has checked its owner. */
export type Place = {
  gatewayId: number
  sn: string
  /** 16 hex digits, generated with the outbox file. */
  epoch: string
  lane: LaneNumber
  seq: number
}

/** Readings to store; index i of every list is one reading. `codes` null: all good. Times may come in any order. */
export type LandBatch = Place & {
  orgId: number
  equipmentId: number
  ids: ArrayLike<number>
  times: ArrayLike<number>
  values: readonly (Value | null)[]
  codes: ArrayLike<number> | null
}

/** Everything from `from` to `seq` was dropped by the gateway. */
export type LandGap = Place & {
  orgId: number
  equipmentId: number
  from: number
  points: number
  fromAt: number | null
  toAt: number | null
  reason: 'full' | 'torn' | 'forgotten'
}

/** A message that has no owner or cannot be read; stored as received. */
export type LandQuarantine = Place & {
  orgId: number | null
  bindingId: number | null
  /** For a gap without an owner: the first of the numbers that it covers. */
  from?: number
  receivedAt: number
  reason: string
  payload: Uint8Array
}

/** An event of a gateway besides readings, stored for its receiver in the order of arrival. */
export type LandEvent = Place & {
  orgId: number
  equipmentId: number
  bindingId: number
  receivedAt: number
  /** The content of the message, stored as JSON. */
  body: object
}

/**
 * `taken`: the message will be committed, and `onCommitted` reports when. `known`: it is committed or about to be.
 * `ahead`: an earlier message is missing, so that the gateway must send again. `full`: too much data waits for the
 * database; the message was not accepted.
 */
export type Landing = 'taken' | 'known' | 'ahead' | 'full'

/** Everything of this outbox and lane is committed up to `seq`: reported once per commit, in order. */
export type Committed = Place

/**
 * Values of one column in time order; of equal times the earlier arrival comes first. `number` and `bool` (0, 1) are
 * in a Float64Array with NaN where there was no value; `bigint` (decimal strings), `text` and `mixed` in a list.
 * `codes` null: all good.
 */
export type Series = {
  times: Float64Array
  codes: Int32Array | null
} & (
  | { kind: 'number' | 'bool'; values: Float64Array }
  | { kind: 'bigint' | 'text'; values: (string | null)[] }
  | { kind: 'mixed'; values: (Value | null)[] }
)

/** Columns of a device, or of several; `gatewayIds` are all gateways that ever served them. */
export type Scope = {
  orgId: number
  equipmentId: number | readonly number[]
  gatewayIds: readonly number[]
  columnIds: readonly number[]
}

export const devicesOf = ({ equipmentId }: Pick<Scope, 'equipmentId'>): readonly number[] =>
  typeof equipmentId === 'number' ? [equipmentId] : equipmentId

/** A span of time that includes both `from` and `to`. */
export type Span = { from: number; to: number }

export type CurveQuery = Scope &
  Span & {
    /**
     * The most points of a series. More are reduced to the lowest and highest of each part of the span (`minmax`), or
     * the points that keep the shape (`lttb`); bad readings stay as breaks. Text and bigints are thinned out.
     */
    points: number
    /** `latest`: not reduced, but limited to the latest `points`. */
    reduce: 'minmax' | 'lttb' | 'latest'
  }

export type Curve = {
  columnId: number
  /** Readings in the span, before reduction. */
  total: number
  isReduced: boolean
  series: Series
}

/**
 * Buckets between neighbouring `edges` (ascending), each without its upper edge. `rollovers`: columns that store a counter,
 * and where it begins again at 0.
 */
export type AggregateQuery = Scope & { edges: ArrayLike<number>; rollovers?: ReadonlyMap<number, number> }

/**
 * Index i is bucket i; NaN if it has no good number. `delta` is the last value of the bucket minus the last earlier one
 * in the query (or minus the bucket's first if there is none); for a counter, its rise (core/rollover.ts).
 */
export type Aggregates = {
  columnId: number
  n: Float64Array
  good: Float64Array
  delta: Float64Array
  first: Float64Array
  last: Float64Array
  max: Float64Array
  min: Float64Array
  average: Float64Array
  sum: Float64Array
}

/**
 * The last readings at or before `at`, at most `lookbackMs` older. `rare`: columns that are searched further back where
 * they have none within it, because their last reading holds until the next one.
 */
export type AtQuery = Scope & {
  at: number
  lookbackMs: number
  rare?: { columnIds: readonly number[]; lookbackMs: number }
}

/** A reading; null where there was none within the look-back. */
export type ReadingAt = { columnId: number; at: number; value: Value | null; code: number } | null

/** Chunks that could not be read: skipped, counted and reported, while the rest is answered. */
export type Damage = { columnId: number; from: number; to: number; points: number }

export type Answer<T> = { data: T; damaged: Damage[] }

/** Ends a reader's work; aborting rejects with the signal's reason. */
export type Ask = { signal?: AbortSignal }

export type History = {
  curves(query: CurveQuery, ask?: Ask): Promise<Answer<Curve[]>>
  aggregate(query: AggregateQuery, ask?: Ask): Promise<Answer<Aggregates[]>>
  /** The last reading of each column at or before `at`, in the order of `columnIds`. */
  at(query: AtQuery, ask?: Ask): Promise<Answer<ReadingAt[]>>
  /** Number of readings in the span by column, from the headers of chunks that are entirely inside. */
  count(query: Scope & Span, ask?: Ask): Promise<{ columnId: number; n: number }[]>
  /**
   * Reads all readings of the columns, in slices of the span that follow each other in time (`order`), each small
   * enough for memory. Every slice has the columns in the order of `columnIds`.
   */
  scan(
    query: Scope & Span & { order: 'ascending' | 'descending' },
    ask?: Ask,
  ): AsyncIterable<Answer<{ span: Span; columns: Series[] }>>
}

export type HistorianCounters = {
  landedBatches: number
  landedPoints: number
  knownBatches: number
  aheadBatches: number
  refusedFull: number
  quarantined: number
  gaps: number
  compactedPoints: number
  chunksWritten: number
  mergedChunks: number
  damagedChunks: number
  /** Bytes waiting for a commit, and segments waiting for the compactor. */
  pendingBytes: number
  sealedSegments: number
  /** Rows in the default partition, without a week: should be 0. */
  strayChunks: number
}
