// The columns of a landed batch as bytes. Writers require reserved room; readers throw a RangeError where the
// bytes end.
import type { Value } from '../../core/data-type.ts'
import {
  demand,
  latestInstant,
  putText,
  putVarint,
  reserve,
  type Sink,
  type Source,
  takeByte,
  takeText,
  takeVarint,
  unzigzag,
  writeVarint,
  zigzag,
} from './bytes.ts'

const tag = { number: 0, false: 1, true: 2, other: 3 } as const

export function putIds(sink: Sink, ids: ArrayLike<number>): void {
  const { bytes } = sink
  let at = sink.at
  let before = 0
  for (let i = 0; i < ids.length; i += 1) {
    const id = ids[i]!
    if ((id | 0) !== id) throw new RangeError(`${id} is no column`)
    const coded = zigzag(id - before)
    if (coded < 128) bytes[at++] = coded
    else at = writeVarint(bytes, at, coded)
    before = id
  }
  sink.at = at
}

/** Writes times. Returns true if all are equal; then only the first is written. */
export function putTimes(sink: Sink, times: ArrayLike<number>): boolean {
  if (times.length === 0) return true
  const first = instant(times[0]!)
  putVarint(sink, first)
  const { bytes } = sink
  let at = sink.at
  let isSame = true
  for (let i = 1; i < times.length; i += 1) {
    const apart = instant(times[i]!) - first
    if (apart !== 0) isSame = false
    const coded = zigzag(apart)
    if (coded < 128) bytes[at++] = coded
    else at = writeVarint(bytes, at, coded)
  }
  if (!isSame) sink.at = at
  return isSame
}

function instant(time: number): number {
  if (!(time >= 0 && time <= latestInstant && Math.floor(time) === time)) throw new RangeError(`${time} is no instant`)
  return time
}

/** Writes numbers. Returns false, and writes nothing, if some values are neither numbers nor missing. */
export function putNumbers(sink: Sink, values: readonly (Value | null)[]): boolean {
  const start = sink.at
  const { view } = sink
  let at = start
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]
    if (typeof value === 'number') view.setFloat64(at, value, true)
    else if (value === null) view.setFloat64(at, Number.NaN, true)
    else return false
    at += 8
  }
  sink.at = at
  return true
}

/** Writes two type bits for each value, then the values whose type does not determine them. */
export function putTyped(sink: Sink, values: readonly (Value | null)[]): void {
  let tagAt = sink.at
  sink.at += Math.ceil(values.length / 4)
  let tags = 0
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!
    tags |= tagOf(value) << ((i & 3) * 2)
    if ((i & 3) === 3 || i === values.length - 1) {
      sink.bytes[tagAt++] = tags
      tags = 0
    }
    if (typeof value === 'number') putNumber(sink, value)
    else if (typeof value !== 'boolean') putOther(sink, value, values.length - i)
  }
}

function putNumber(sink: Sink, value: number): void {
  sink.view.setFloat64(sink.at, value, true)
  sink.at += 8
}

function tagOf(value: Value | null): number {
  if (typeof value === 'number') return tag.number
  if (typeof value === 'boolean') return value ? tag.true : tag.false
  return tag.other
}

/** Writes a text, or 0 for none; afterwards there is room again for what follows the text. */
function putOther(sink: Sink, value: string | null, behind: number): void {
  sink.bytes[sink.at++] = value === null ? 0 : 1
  if (value === null) return
  putText(sink, value)
  reserve(sink, behind * 24)
}

export function takeIds(source: Source, ids: Int32Array): void {
  const { bytes } = source
  let at = source.at
  let id = 0
  for (let i = 0; i < ids.length; i += 1) {
    const byte = bytes[at]!
    if (byte < 128) {
      id += (byte >>> 1) ^ -(byte & 1)
      at += 1
    } else {
      source.at = at
      id += unzigzag(takeVarint(source))
      at = source.at
    }
    ids[i] = id
  }
  source.at = at
}

export function takeTimes(source: Source, times: Float64Array, isSame: boolean): void {
  if (times.length === 0) return
  const first = takeVarint(source)
  times.fill(first)
  if (isSame) return
  const { bytes } = source
  let at = source.at
  for (let i = 1; i < times.length; i += 1) {
    const byte = bytes[at]!
    if (byte < 128) {
      times[i] = first + ((byte >>> 1) ^ -(byte & 1))
      at += 1
    } else {
      source.at = at
      times[i] = first + unzigzag(takeVarint(source))
      at = source.at
    }
  }
  source.at = at
}

export function takeNumbers(source: Source, values: Float64Array): Float64Array {
  const n = values.length
  demand(source, n * 8)
  const { view, at } = source
  for (let i = 0; i < n; i += 1) values[i] = view.getFloat64(at + i * 8, true)
  source.at = at + n * 8
  return values
}

export function takeTyped(source: Source, n: number): (Value | null)[] {
  const tags = source.at
  demand(source, Math.ceil(n / 4))
  source.at += Math.ceil(n / 4)
  const values: (Value | null)[] = []
  for (let i = 0; i < n; i += 1) {
    const kind = (source.bytes[tags + (i >> 2)]! >> ((i & 3) * 2)) & 3
    if (kind === tag.number) values.push(takeNumber(source))
    else if (kind === tag.other) values.push(takeByte(source) === 0 ? null : takeText(source))
    else values.push(kind === tag.true)
  }
  return values
}

/** NaN means a missing value, as in a list of numbers. */
function takeNumber(source: Source): number | null {
  demand(source, 8)
  const value = source.view.getFloat64(source.at, true)
  source.at += 8
  return Number.isNaN(value) ? null : value
}
