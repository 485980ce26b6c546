// Codec of columns of times and of doubles. Differences are zigzag varints; a zero is followed by the number of further
// zeros, so that constants take no space. Readers throw a RangeError for bytes that no writer produced; loops read
// without checks, and the end is checked once after them.
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
  writeVarint,
  zigzag,
} from './bytes.ts'

const scratch = new Float64Array(65_536)

/** A buffer for whole numbers before they are encoded; its previous content is not cleared. */
const scratchOf = (n: number) => (n <= scratch.length ? scratch : new Float64Array(n))

/** Writes the differences of the first `n` entries of a list. */
function putDifferences(sink: Sink, list: Float64Array, n: number): void {
  reserve(sink, (n + 2) * varintBytes)
  const { bytes } = sink
  let at = sink.at
  for (let i = 0; i < n; i += 1) {
    const difference = list[i]!
    const coded = zigzag(difference)
    if (coded === 0) {
      const start = i
      while (i + 1 < n && list[i + 1] === 0) i += 1
      bytes[at++] = 0
      at = writeVarint(bytes, at, i - start)
    } else if (coded < 128) bytes[at++] = coded
    else at = writeVarint(bytes, at, coded)
  }
  sink.at = at
}

function takeDifferences(source: Source, n: number): Float64Array {
  const list = new Float64Array(n)
  const { bytes } = source
  let at = source.at
  for (let i = 0; i < n; i += 1) {
    const byte = bytes[at++]!
    if (byte < 128 && byte > 0) {
      list[i] = (byte >>> 1) ^ -(byte & 1)
      continue
    }
    const next = bytes[at]!
    if (byte >= 128 && next < 128) {
      const coded = (byte & 127) | (next << 7)
      list[i] = (coded >>> 1) ^ -(coded & 1)
      at += 1
      continue
    }
    source.at = byte === 0 ? at : at - 1
    if (byte === 0) i += takeVarint(source)
    else list[i] = unzigzag(takeVarint(source))
    at = source.at
    if (i >= n) throw new RangeError('A run beyond its list')
  }
  if (at > bytes.length) throw new RangeError('Cut short')
  source.at = at
  return list
}

/** Larger differences are not jitter. */
const clipped = 8192
const sampledSteps = 15

/**
 * Ascending instants: the first, then the difference of each step, either from the step before (0) or, where jitter
 * would count twice, from the usual step (1 more than it).
 */
export function putTimes(sink: Sink, times: Float64Array): void {
  const n = times.length
  const steps = scratchOf(n)
  let before = 0
  for (let i = 0; i < n; i += 1) {
    const time = times[i]!
    const step = time - before
    if (!(step >= 0 && time <= latestInstant && Math.floor(time) === time))
      throw new RangeError(`${time} is no instant, or earlier than the one before`)
    if (i > 0) steps[i - 1] = step
    before = time
  }
  reserve(sink, 2 * varintBytes)
  putVarint(sink, times[0]!)
  const usual = usualStep(steps, n - 1)
  putVarint(sink, usual === null ? 0 : usual + 1)
  if (usual === null) for (let i = n - 2; i > 0; i -= 1) steps[i]! -= steps[i - 1]!
  else for (let i = 0; i < n - 1; i += 1) steps[i]! -= usual
  putDifferences(sink, steps, n - 1)
}

const samples = new Float64Array(sampledSteps)

/** The median of some steps if the steps are nearer to it than to each other, else null. */
function usualStep(steps: Float64Array, n: number): number | null {
  if (n < 2) return null
  const count = Math.min(sampledSteps, n)
  for (let i = 0; i < count; i += 1) {
    const step = steps[Math.floor((i * n) / count)]!
    let at = i
    for (; at > 0 && samples[at - 1]! > step; at -= 1) samples[at] = samples[at - 1]!
    samples[at] = step
  }
  const usual = samples[count >> 1]!
  let [fromUsual, fromBefore, before] = [0, 0, 0]
  for (let i = 0; i < n; i += 1) {
    const step = steps[i]!
    fromUsual += Math.min(clipped, Math.abs(step - usual))
    fromBefore += Math.min(clipped, Math.abs(step - before))
    before = step
  }
  return fromUsual < fromBefore ? usual : null
}

export function takeTimes(source: Source, n: number): Float64Array {
  const first = takeVarint(source)
  const usual = takeVarint(source) - 1
  const differences = takeDifferences(source, n - 1)
  const times = new Float64Array(n)
  const grows = usual < 0 ? 1 : 0
  let time = first
  let expected = Math.max(0, usual)
  let least = 0
  times[0] = first
  for (let i = 1; i < n; i += 1) {
    const step = expected + differences[i - 1]!
    expected = grows * step + (1 - grows) * expected
    if (step < least) least = step
    time += step
    times[i] = time
  }
  if (least < 0 || time > latestInstant) throw new RangeError('A time out of order')
  return times
}

const maxDecimals = 12
const powers = Array.from({ length: maxDecimals + 1 }, (_, decimals) => 10 ** decimals)
/** Keeps zigzag differences exact. */
const maxScaled = 2 ** 51
const method = { single: 13, double: 14 } as const

/** Writes doubles other than NaN. */
export function putNumbers(sink: Sink, values: Float64Array): void {
  const n = values.length
  reserve(sink, n * varintBytes + 16)
  const list = scratchOf(n)
  const decimals = scale(values, list)
  if (decimals === null) return putDoubles(sink, values)
  sink.bytes[sink.at++] = decimals
  for (let i = n - 1; i > 0; i -= 1) list[i]! -= list[i - 1]!
  putDifferences(sink, list, n)
}

/** Scales doubles to whole numbers that divide back exactly, with the fewest decimals; null: not possible. */
function scale(values: Float64Array, into: Float64Array): number | null {
  let decimals = 0
  let power = 1
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!
    const scaled = Math.round(value * power)
    if (!(scaled < maxScaled && scaled > -maxScaled) || Object.is(value, -0)) return null
    into[i] = scaled
    if (scaled / power === value) continue
    // Starts again with one more decimal: every number must have been tested with the same count.
    decimals += 1
    if (decimals > maxDecimals) return null
    power = powers[decimals]!
    i = -1
  }
  return decimals
}

/**
 * The first double, then each double xor the one before, with bytes of equal weight side by side; a mask marks the weights
 * that change, the others are omitted.
 */
function putDoubles(sink: Sink, values: Float64Array): void {
  const isSingle = areSingle(values)
  const doubles = isSingle ? Float32Array.from(values) : values.slice()
  const raw = new Uint8Array(doubles.buffer)
  const width = doubles.BYTES_PER_ELEMENT
  for (let i = raw.length - 1; i >= width; i -= 1) raw[i]! ^= raw[i - width]!
  const { bytes } = sink
  let at = sink.at
  bytes[at++] = isSingle ? method.single : method.double
  bytes.set(raw.subarray(0, width), at)
  const maskAt = at + width
  at = maskAt + 1
  let mask = 0
  for (let weight = 0; weight < width; weight += 1) {
    const start = at
    let any = 0
    for (let i = width + weight; i < raw.length; i += width) {
      any |= raw[i]!
      bytes[at++] = raw[i]!
    }
    if (any === 0) at = start
    else mask |= 1 << weight
  }
  bytes[maskAt] = mask
  sink.at = at
}

function areSingle(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i += 1) if (Math.fround(values[i]!) !== values[i]) return false
  return true
}

export function takeNumbers(source: Source, n: number): Float64Array {
  const how = takeByte(source)
  if (how === method.single || how === method.double) return takeDoubles(source, n, how)
  const power = powers[how]
  if (power === undefined) throw new RangeError('No such way to write numbers')
  const values = takeDifferences(source, n)
  let scaled = 0
  for (let i = 0; i < n; i += 1) {
    scaled += values[i]!
    values[i] = scaled / power
  }
  return values
}

function takeDoubles(source: Source, n: number, how: number): Float64Array {
  const doubles = how === method.single ? new Float32Array(n) : new Float64Array(n)
  const raw = new Uint8Array(doubles.buffer)
  const width = doubles.BYTES_PER_ELEMENT
  if (n === 0) throw new RangeError('No doubles')
  demand(source, width)
  const { bytes } = source
  raw.set(bytes.subarray(source.at, source.at + width))
  source.at += width
  const mask = takeByte(source)
  for (let weight = 0; weight < width; weight += 1) {
    if ((mask & (1 << weight)) === 0) continue
    demand(source, n - 1)
    let at = source.at
    for (let i = width + weight; i < raw.length; i += width) raw[i] = bytes[at++]!
    source.at = at
  }
  for (let i = width; i < raw.length; i += 1) raw[i]! ^= raw[i - width]!
  return doubles instanceof Float64Array ? doubles : Float64Array.from(doubles)
}
