// Landing frames: batches of readings one after the other, each with its length and its own checksum, so that damage
// loses only one batch. A batch: magic, u32 length, u32 crc, body. Body: gateway, flags, device, organisation, epoch (8
// bytes), number, count, then columns of ids, times, values and codes.
import { crc32 } from 'node:zlib'
import type { Value } from '../../core/data-type.ts'
import {
  createSink,
  demand,
  putVarint,
  reserve,
  restart,
  type Source,
  sourceOf,
  takeByte,
  takeVarint,
} from './bytes.ts'
import { putIds, putNumbers, putTimes, putTyped, takeIds, takeNumbers, takeTimes, takeTyped } from './frame-columns.ts'
import type { LandBatch, LaneNumber, Place } from './history.ts'
import { isAllGood, putRuns, takeRuns } from './run-codec.ts'

/**
 * A batch as it was stored on arrival; a mark (`encodeMark`) has no readings and 0 for `equipmentId` and `orgId`. The
 * arrays of one batch share memory.
 */
export type LandedBatch = Omit<Place, 'sn'> & {
  equipmentId: number
  orgId: number
  ids: Int32Array
  times: Float64Array
  /** An array of doubles (NaN: no value) where all are numbers or missing; otherwise a list of the values. */
  values: Float64Array | (Value | null)[]
  /** The codes of the readings; null if all are good. */
  codes: Int32Array | null
}

const magic = 0xd5
const headBytes = 9

/** Whether the bytes start like a batch; JSON and UTF-8 text never do. */
export const isFrame = (bytes: Uint8Array): boolean => bytes[0] === magic

const flag = { event: 0, record: 1, sameTime: 2, typed: 4, codes: 8 } as const
const sink = createSink()

/**
 * The bytes of one batch, which may share their memory with others: copy them before posting them to a thread. Throws a
 * RangeError for lists of unequal length and for values that no reading can have.
 */
export function encodeBatch(batch: Omit<LandBatch, 'sn'>): Uint8Array {
  const { ids, times, values, codes } = batch
  const n = ids.length
  if (times.length !== n || values.length !== n || (codes && codes.length !== n))
    throw new RangeError('The lists of a batch are not equally long')
  const start = begin(batch, 64 + n * 40)
  putWhole(batch.equipmentId)
  putWhole(batch.orgId)
  putVarint(sink, n)
  putIds(sink, ids)
  let flags = batch.lane === 0 ? flag.event : flag.record
  if (putTimes(sink, times)) flags |= flag.sameTime
  if (!putNumbers(sink, values)) {
    flags |= flag.typed
    putTyped(sink, values)
  }
  if (codes && !isAllGood(codes)) {
    flags |= flag.codes
    putRuns(sink, codes)
  }
  return finish(start, flags)
}

/** A batch without readings that only says "this number is committed". */
export function encodeMark(place: Omit<Place, 'sn'>): Uint8Array {
  const start = begin(place, 64)
  putVarint(sink, 0)
  putVarint(sink, 0)
  putVarint(sink, 0)
  return finish(start, (place.lane === 0 ? flag.event : flag.record) | flag.sameTime)
}

/** Starts a batch in the sink; returns the position of its flags. */
function begin(place: Omit<Place, 'sn'>, room: number): number {
  restart(sink)
  reserve(sink, room)
  sink.at = headBytes
  putWhole(place.gatewayId)
  const flagsAt = sink.at++
  putEpoch(place.epoch)
  putWhole(place.seq)
  return flagsAt
}

function putWhole(value: number): void {
  if (!(value >= 0 && Number.isSafeInteger(value))) throw new RangeError(`${value} is no id and no sequence number`)
  putVarint(sink, value)
}

function finish(flagsAt: number, flags: number): Uint8Array {
  const { bytes, view, at } = sink
  bytes[flagsAt] = flags
  bytes[0] = magic
  view.setUint32(1, at - headBytes, true)
  view.setUint32(5, crc32(bytes.subarray(headBytes, at)), true)
  return Buffer.from(bytes.subarray(0, at))
}

function putEpoch(epoch: string): void {
  if (!/^[0-9a-f]{16}$/.test(epoch)) throw new RangeError('An epoch is 16 hex digits')
  sink.view.setUint32(sink.at, Number.parseInt(epoch.slice(0, 8), 16))
  sink.view.setUint32(sink.at + 4, Number.parseInt(epoch.slice(8), 16))
  sink.at += 8
}

/**
 * Visits the batches of the wanted gateways in order. Damaged parts are skipped: returns how many there are. Errors of
 * `visit` are rethrown.
 */
export function readFrame(
  frame: Uint8Array,
  visit: (batch: LandedBatch) => void,
  wants?: (gatewayId: number) => boolean,
): number {
  const source = sourceOf(frame)
  let damaged = 0
  for (let at = 0; at < frame.length; ) {
    const end = endOfBatch(source, at)
    if (end === null) {
      damaged += 1
      at = nextBatch(source, at + 1)
      continue
    }
    source.at = at + headBytes
    const batch = readBatch(source, end, wants)
    if (batch === 'damaged') damaged += 1
    else if (batch) visit(batch)
    at = end
  }
  return damaged
}

/** Where the batch that starts here ends; null: no complete batch starts here. */
function endOfBatch({ bytes, view }: Source, at: number): number | null {
  if (bytes[at] !== magic || at + headBytes > bytes.length) return null
  const end = at + headBytes + view.getUint32(at + 1, true)
  if (end > bytes.length) return null
  return crc32(bytes.subarray(at + headBytes, end)) === view.getUint32(at + 5, true) ? end : null
}

function nextBatch(source: Source, from: number): number {
  let at = source.bytes.indexOf(magic, from)
  while (at >= 0 && endOfBatch(source, at) === null) at = source.bytes.indexOf(magic, at + 1)
  return at < 0 ? source.bytes.length : at
}

function readBatch(
  source: Source,
  end: number,
  wants: ((gatewayId: number) => boolean) | undefined,
): LandedBatch | 'damaged' | undefined {
  try {
    const gatewayId = takeVarint(source)
    if (wants && !wants(gatewayId)) return undefined
    return takeBatch(source, end, gatewayId)
  } catch (error) {
    if (error instanceof RangeError) return 'damaged'
    throw error
  }
}

function takeBatch(source: Source, end: number, gatewayId: number): LandedBatch {
  const flags = takeByte(source)
  const lane: LaneNumber = flags & flag.record ? 1 : 0
  const epoch = takeEpoch(source)
  const seq = takeVarint(source)
  const equipmentId = takeVarint(source)
  const orgId = takeVarint(source)
  const n = takeVarint(source)
  // Each reading takes at least one byte, for its id.
  if (n > end - source.at) throw new RangeError('Cut short')
  const isTyped = (flags & flag.typed) !== 0
  // One allocation for all arrays: four separate ones take nearly four times as long.
  const memory = new ArrayBuffer(n * (isTyped ? 16 : 24))
  const ids = new Int32Array(memory, n * (isTyped ? 8 : 16), n)
  const times = new Float64Array(memory, 0, n)
  takeIds(source, ids)
  takeTimes(source, times, (flags & flag.sameTime) !== 0)
  const values = isTyped ? takeTyped(source, n) : takeNumbers(source, new Float64Array(memory, n * 8, n))
  const codes = flags & flag.codes ? takeRuns(source, new Int32Array(memory, ids.byteOffset + n * 4, n)) : null
  if (source.at !== end) throw new RangeError('Not as long as its readings')
  return { gatewayId, equipmentId, orgId, epoch, lane, seq, ids, times, values, codes }
}

function takeEpoch(source: Source): string {
  demand(source, 8)
  const high = source.view.getUint32(source.at).toString(16).padStart(8, '0')
  const low = source.view
    .getUint32(source.at + 4)
    .toString(16)
    .padStart(8, '0')
  source.at += 8
  return high + low
}
