// Columns of numbers as bytes: times, doubles, flags and codes. Differences are zigzag varints in which a zero is
// followed by how many more zeros come, so that what stands still costs nothing. Readers throw a RangeError on whatever
// no writer wrote; loops read without asking and the end is checked once behind them.
import {
  demand,
  latestInstant,
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

/** Writes differences; `zeros` waits to be written as a run. */
type Differences = { sink: Sink; zeros: number }

function putDifference(into: Differences, difference: number): void {
  if (difference === 0) {
    into.zeros += 1
    return
  }
  if (into.zeros > 0) putZeros(into)
  putVarint(into.sink, zigzag(difference))
}

function putZeros(into: Differences): void {
  if (into.zeros === 0) return
  putVarint(into.sink, 0)
  putVarint(into.sink, into.zeros - 1)
  into.zeros = 0
}

/** Hands `n` differences to `each`, in order. */
function takeDifferences(source: Source, n: number, each: (difference: number, i: number) => void): void {
  for (let i = 0; i < n; ) {
    const coded = takeVarint(source)
    if (coded !== 0) {
      each(unzigzag(coded), i)
      i += 1
      continue
    }
    const end = i + 1 + takeVarint(source)
    if (end > n) throw new RangeError('A run beyond its list')
    for (; i < end; i += 1) each(0, i)
  }
}

/** Ascending instants: the first, then how much each step differs from the one before. */
export function putTimes(sink: Sink, times: Float64Array): void {
  reserve(sink, (times.length + 2) * varintBytes)
  const into = { sink, zeros: 0 }
  let before = 0
  let step = 0
  for (let i = 0; i < times.length; i += 1) {
    const time = times[i]!
    if (!(time >= before && time <= latestInstant && Math.floor(time) === time))
      throw new RangeError(`${time} is no instant, or earlier than the one before`)
    putDifference(into, time - before - step)
    step = i === 0 ? 0 : time - before
    before = time
  }
  putZeros(into)
}

export function takeTimes(source: Source, n: number): Float64Array {
  const times = new Float64Array(n)
  let before = 0
  let step = 0
  takeDifferences(source, n, (difference, i) => {
    step += difference
    before += step
    if (step < 0 || before > latestInstant) throw new RangeError('A time out of order')
    times[i] = before
    if (i === 0) step = 0
  })
  return times
}

const mostDecimals = 12
const powers = Array.from({ length: mostDecimals + 1 }, (_, decimals) => 10 ** decimals)
/** Below it a scaled number divides back to the very double it came from. */
const mostScaled = 2 ** 49
const method = { single: 13, double: 14 } as const

/** Any doubles; NaN is not told from NaN. */
export function putNumbers(sink: Sink, values: Float64Array): void {
  reserve(sink, (values.length + 2) * 10)
  const decimals = decimalsOf(values)
  if (decimals === null) return putDoubles(sink, values)
  sink.bytes[sink.at++] = decimals
  const into = { sink, zeros: 0 }
  const power = powers[decimals]!
  let before = 0
  for (let i = 0; i < values.length; i += 1) {
    const scaled = Math.round(values[i]! * power)
    putDifference(into, scaled - before)
    before = scaled
  }
  putZeros(into)
}

/** The fewest decimals with which all of them are whole numbers that divide back exactly; null: there are none. */
function decimalsOf(values: Float64Array): number | null {
  let decimals = 0
  let power = 1
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!
    for (;;) {
      const scaled = Math.round(value * power)
      if (!(Math.abs(scaled) < mostScaled)) return null
      if (scaled / power === value) break
      if (decimals === mostDecimals) return null
      decimals += 1
      power = powers[decimals]!
    }
    if (Object.is(value, -0)) return null
  }
  // what came before the last increase is whole at more decimals too, as long as it is small enough
  for (let i = 0; i < values.length; i += 1) if (Math.abs(values[i]! * power) >= mostScaled) return null
  return decimals
}

/** Bytes of equal weight side by side, each double xor the one before: weights in which nothing changes are left out. */
function putDoubles(sink: Sink, values: Float64Array): void {
  const isSingle = values.every((value) => Object.is(Math.fround(value), value))
  sink.bytes[sink.at++] = isSingle ? method.single : method.double
  const doubles = isSingle ? Float32Array.from(values) : values.slice()
  const raw = new Uint8Array(doubles.buffer)
  const width = isSingle ? 4 : 8
  for (let i = raw.length - 1; i >= width; i -= 1) raw[i]! ^= raw[i - width]!
  const maskAt = sink.at++
  let mask = 0
  for (let weight = 0; weight < width; weight += 1) {
    const start = sink.at
    let any = 0
    for (let i = weight; i < raw.length; i += width) {
      any |= raw[i]!
      sink.bytes[sink.at++] = raw[i]!
    }
    if (any === 0) sink.at = start
    else mask |= 1 << weight
  }
  sink.bytes[maskAt] = mask
}

export function takeNumbers(source: Source, n: number): Float64Array {
  const decimals = takeByte(source)
  if (decimals === method.single || decimals === method.double) return takeDoubles(source, n, decimals)
  const power = powers[decimals]
  if (power === undefined) throw new RangeError('No such way to write numbers')
  const values = new Float64Array(n)
  let scaled = 0
  takeDifferences(source, n, (difference, i) => {
    scaled += difference
    values[i] = scaled / power
  })
  return values
}

function takeDoubles(source: Source, n: number, how: number): Float64Array {
  const doubles = how === method.single ? new Float32Array(n) : new Float64Array(n)
  const raw = new Uint8Array(doubles.buffer)
  const width = doubles.BYTES_PER_ELEMENT
  const mask = takeByte(source)
  for (let weight = 0; weight < width; weight += 1) {
    if ((mask & (1 << weight)) === 0) continue
    demand(source, n)
    for (let i = weight; i < raw.length; i += width) raw[i] = source.bytes[source.at++]!
  }
  for (let i = width; i < raw.length; i += 1) raw[i]! ^= raw[i - width]!
  return doubles instanceof Float64Array ? doubles : Float64Array.from(doubles)
}

const flagsAs = { clearFirst: 0, setFirst: 1, bits: 2 } as const

/** One bit for each (anything but 0 is set), as run lengths or as a bitmap, whichever is shorter. */
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
  for (let from = 0; from < n; isSet = 1 - isSet) from = takeRun(source, from, n, (to) => flags.fill(isSet, from, to))
  return flags
}

/** A run that begins at `from`: answers where it ends. */
function takeRun(source: Source, from: number, n: number, fill: (to: number) => void): number {
  const to = from + takeVarint(source)
  if (to > n || to === from) throw new RangeError('A run beyond its list')
  fill(to)
  return to
}

/** Whole numbers of 32 bits as run lengths. */
export function putRuns(sink: Sink, list: ArrayLike<number>): void {
  reserve(sink, (list.length + 1) * 2 * varintBytes)
  for (let from = 0; from < list.length; ) {
    let to = from + 1
    while (to < list.length && list[to] === list[from]) to += 1
    putVarint(sink, zigzag(list[from]!))
    putVarint(sink, to - from)
    from = to
  }
}

export function takeRuns(source: Source, n: number): Int32Array {
  const list = new Int32Array(n)
  for (let from = 0; from < n; ) {
    const value = unzigzag(takeVarint(source))
    if ((value | 0) !== value) throw new RangeError('A number of more than 32 bits')
    from = takeRun(source, from, n, (to) => list.fill(value, from, to))
  }
  return list
}
