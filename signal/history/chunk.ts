// A chunk: readings of one column as bytes, and the values for its header. Layout: u32 crc of all that follows,
// version, flags (kind, codes, deflated), varint count, and when deflated the varint length before; then columns of
// times, codes and values.
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { good, type Value } from '../../core/data-type.ts'
import { createSink, restart, type Source, sourceOf, takeByte, takeVarint, varintBytes, writeVarint } from './bytes.ts'
import type { Series } from './history.ts'
import { putTimes, takeTimes } from './number-codec.ts'
import { isAllGood, putRuns, takeRuns } from './run-codec.ts'
import { putValues, takeValues } from './value-codec.ts'

/**
 * `low` to `lastValue` describe the good finite numbers in time order (bools as 0 and 1); null if there are none.
 * `good` counts these numbers or, if there are none, the good values of other types.
 */
export type ChunkHeader = {
  t0: number
  t1: number
  n: number
  good: number
  low: number | null
  high: number | null
  total: number | null
  firstValue: number | null
  lastValue: number | null
}

export type Chunk = ChunkHeader & { data: Buffer }

/** The bytes differ from what was stored: some changed or are missing. */
export class DamagedChunk extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`A damaged chunk: ${why}`, options)
    this.name = 'DamagedChunk'
  }
}

/** The most readings of a chunk: memory is allocated for no more before the bytes are checked. */
export const chunkPoints = 2 ** 22

const version = 1
const headBytes = 4
const maxHead = 24
const kinds = ['number', 'bool', 'bigint', 'text', 'mixed'] as const
const flag = { kind: 7, codes: 8, deflated: 16 } as const
/** Deflate shrinks data to no less than this part. */
const maxDeflated = 1032
/** Smaller data never shrinks enough to be worth a call. */
const leastDeflated = 64
const sink = createSink()

/**
 * Throws a RangeError for an empty series, for more than `chunkPoints` readings, and for times that do not ascend or are
 * not instants. NaN means no value; any other number is read back unchanged.
 */
export function encodeChunk(series: Series, options: { deflate: boolean }): Chunk {
  const n = series.times.length
  if (n === 0 || n > chunkPoints) throw new RangeError(`${n} readings make no chunk`)
  if (series.values.length !== n || (series.codes && series.codes.length !== n))
    throw new RangeError('The lists of a series are not equally long')
  restart(sink)
  sink.at = maxHead
  putTimes(sink, series.times)
  const codes = series.codes && !isAllGood(series.codes) ? series.codes : null
  if (codes) putRuns(sink, codes)
  putValues(sink, series)
  const flags = kinds.indexOf(series.kind) | (codes ? flag.codes : 0)
  return chunkOf(series, packed(flags, n, options.deflate))
}

/** The content of the sink after the room for its head, deflated if that is smaller. */
function packed(flags: number, n: number, deflate: boolean): Buffer {
  const raw = sink.bytes.subarray(maxHead, sink.at)
  if (deflate && raw.length >= leastDeflated) {
    const small = deflateRawSync(raw, { level: 1 })
    if (small.length + varintBytes < raw.length) return sealed(flags | flag.deflated, n, raw.length, small)
  }
  return sealed(flags, n, null, raw)
}

const head = Buffer.alloc(maxHead)

function sealed(flags: number, n: number, rawLength: number | null, body: Buffer): Buffer {
  let length = headBytes
  head[length++] = version
  head[length++] = flags
  length = writeVarint(head, length, n)
  if (rawLength !== null) length = writeVarint(head, length, rawLength)
  const data = Buffer.allocUnsafe(length + body.length)
  head.copy(data, 0, 0, length)
  body.copy(data, length)
  data.writeUInt32LE(crc32(data.subarray(headBytes)), 0)
  return data
}

/** Throws DamagedChunk on any damage. */
export function decodeChunk(data: Uint8Array): Series {
  const source = sourceOf(data)
  if (source.bytes.length < headBytes + 3) throw new DamagedChunk('it is cut short')
  if (crc32(source.bytes.subarray(headBytes)) !== source.view.getUint32(0, true))
    throw new DamagedChunk('its checksum does not fit')
  try {
    return takeChunk(source)
  } catch (cause) {
    throw new DamagedChunk(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function takeChunk(source: Source): Series {
  source.at = headBytes
  const found = takeByte(source)
  if (found !== version) throw new RangeError(`Version ${found}`)
  const flags = takeByte(source)
  const kind = kinds[flags & flag.kind]
  if (!kind || flags > 31) throw new RangeError('No such kind')
  const n = takeVarint(source)
  if (n === 0 || n > chunkPoints) throw new RangeError(`${n} readings`)
  const body = flags & flag.deflated ? inflated(source) : source
  const times = takeTimes(body, n)
  const codes = flags & flag.codes ? takeRuns(body, new Int32Array(n)) : null
  const values = takeValues(body, kind, n)
  if (body.at !== body.bytes.length) throw new RangeError('Longer than its readings')
  return { times, codes, ...values } as Series
}

function inflated(source: Source): Source {
  const length = takeVarint(source)
  const rest = source.bytes.subarray(source.at)
  if (length > (rest.length + 16) * maxDeflated) throw new RangeError('Longer than deflate makes it')
  const raw = inflateRawSync(rest, { maxOutputLength: Math.max(1, length) })
  if (raw.length !== length) throw new RangeError('Not as long as it was')
  return sourceOf(raw)
}

/** The data with its header. Object literals, since spreading takes longer than encoding a small chunk. */
function chunkOf(series: Series, data: Buffer): Chunk {
  const { times, codes } = series
  const n = times.length
  const t0 = times[0]!
  const t1 = times[n - 1]!
  const numbers = series.values instanceof Float64Array ? series.values : numbersOf(series.values)
  let found = 0
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let total = 0
  let firstValue = 0
  let lastValue = 0
  for (let i = 0; i < numbers.length; i += 1) {
    const value = numbers[i]!
    // The difference is not 0 for NaN and the infinities.
    if (value - value !== 0 || (codes !== null && codes[i] !== good)) continue
    if (found === 0) firstValue = value
    lastValue = value
    found += 1
    total += value
    if (value < low) low = value
    if (value > high) high = value
  }
  if (found > 0) return { t0, t1, n, good: found, low, high, total, firstValue, lastValue, data }
  const texts = series.values instanceof Float64Array ? 0 : countTexts(series.values, codes)
  return { t0, t1, n, good: texts, low: null, high: null, total: null, firstValue: null, lastValue: null, data }
}

/** Bools as 0 and 1, NaN where there is no number. */
function numbersOf(values: readonly (Value | null)[]): Float64Array {
  const numbers = new Float64Array(values.length)
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!
    numbers[i] = typeof value === 'string' || value === null ? Number.NaN : Number(value)
  }
  return numbers
}

function countTexts(values: readonly (Value | null)[], codes: Int32Array | null): number {
  let count = 0
  for (let i = 0; i < values.length; i += 1)
    if (typeof values[i] === 'string' && (codes === null || codes[i] === good)) count += 1
  return count
}
