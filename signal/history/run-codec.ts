// Columns of flags and of codes as bytes: equal neighbours form one run. Readers throw a RangeError for bytes that no
// writer wrote.
import { good } from '../../core/data-type.ts'
import {
  demand,
  putVarint,
  reserve,
  type Sink,
  type Source,
  takeByte,
  takeVarint,
  unzigzag,
  varintBytes,
  zigzag,
} from './bytes.ts'

const flagsAs = { clearFirst: 0, setFirst: 1, bits: 2 } as const

/** Writes one bit for each flag (any value but 0 is set), as run lengths or as a bitmap, whichever is shorter. */
export function putFlags(sink: Sink, flags: Uint8Array): void {
  const n = flags.length
  reserve(sink, n * varintBytes + 2)
  const start = sink.at
  sink.bytes[sink.at++] = flags[0] ? flagsAs.setFirst : flagsAs.clearFirst
  for (let from = 0; from < n; ) {
    let to = from + 1
    while (to < n && flags[to] === flags[from]) to += 1
    putVarint(sink, to - from)
    from = to
  }
  const length = Math.ceil(n / 8)
  if (sink.at - start <= length + 1) return
  sink.at = start
  sink.bytes[sink.at++] = flagsAs.bits
  sink.bytes.fill(0, sink.at, sink.at + length)
  for (let i = 0; i < n; i += 1) if (flags[i]) sink.bytes[sink.at + (i >> 3)]! |= 1 << (i & 7)
  sink.at += length
}

export function takeFlags(source: Source, n: number): Uint8Array {
  const flags = new Uint8Array(n)
  const how = takeByte(source)
  if (how === flagsAs.bits) {
    const length = Math.ceil(n / 8)
    demand(source, length)
    for (let i = 0; i < n; i += 1) flags[i] = (source.bytes[source.at + (i >> 3)]! >> (i & 7)) & 1
    source.at += length
    return flags
  }
  if (how > flagsAs.setFirst) throw new RangeError('No such way to write flags')
  let isSet = how
  for (let from = 0; from < n; isSet = 1 - isSet) {
    const to = takeRun(source, from, n)
    if (isSet) flags.fill(1, from, to)
    from = to
  }
  return flags
}

/** Reads the end of the run that starts at `from`. */
function takeRun(source: Source, from: number, n: number): number {
  const to = from + takeVarint(source)
  if (to > n || to === from) throw new RangeError('A run beyond its list')
  return to
}

/** Whole numbers of 32 bits as run lengths. Throws a RangeError for others. */
export function putRuns(sink: Sink, list: ArrayLike<number>): void {
  reserve(sink, (list.length + 1) * 2 * varintBytes)
  for (let from = 0; from < list.length; ) {
    const value = list[from]!
    if ((value | 0) !== value) throw new RangeError(`${value} is no number of 32 bits`)
    let to = from + 1
    while (to < list.length && list[to] === value) to += 1
    putVarint(sink, zigzag(value))
    putVarint(sink, to - from)
    from = to
  }
}

/** Fills the list and returns it. */
export function takeRuns(source: Source, list: Int32Array): Int32Array {
  for (let from = 0; from < list.length; ) {
    const value = unzigzag(takeVarint(source))
    if ((value | 0) !== value) throw new RangeError('A number of more than 32 bits')
    const to = takeRun(source, from, list.length)
    list.fill(value, from, to)
    from = to
  }
  return list
}

export function isAllGood(codes: ArrayLike<number>): boolean {
  for (let i = 0; i < codes.length; i += 1) if (codes[i] !== good) return false
  return true
}
