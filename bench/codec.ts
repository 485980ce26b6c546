// The cost of a frame, a chunk, a merge, a reduction and a bucket: CPU time and bytes, for typical plant data.
// `npm run bench -- codec`. Medians of CPU time of this process; no database, no threads.
import type { Value } from '../core/data-type.ts'
import { Buckets } from '../signal/history/aggregate.ts'
import { decodeChunk, encodeChunk } from '../signal/history/chunk.ts'
import { encodeBatch, readFrame } from '../signal/history/frame.ts'
import type { Series } from '../signal/history/history.ts'
import { reduceCurve } from '../signal/history/reduce.ts'
import { mergeSeries, seriesOfLists } from '../signal/history/series.ts'
import { machineLine, median } from './machine.ts'

const rounds = 7
const leastNs = 20e6
const start = Date.UTC(2026, 2, 1)

let state = 12_345
function chance(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state / 2_147_483_648
}

/** The median of some rounds, CPU ns per unit; each round takes at least `leastNs`. */
function measure(units: number, act: () => void): number {
  const cpuNs = (times: number) => {
    const before = process.cpuUsage()
    for (let i = 0; i < times; i += 1) act()
    const { user, system } = process.cpuUsage(before)
    return (user + system) * 1000
  }
  let times = 1
  while (cpuNs(times) < leastNs) times *= 2
  return median(Array.from({ length: rounds }, () => cpuNs(times) / times / units))
}

const walk = (decimals: number) => {
  let scaled = 50 * 10 ** decimals
  return () => {
    scaled += Math.round((chance() - 0.5) * 80)
    return scaled / 10 ** decimals
  }
}
const double = () => {
  const next = walk(2)
  return () => next() * Math.PI
}
const flag = () => {
  let is = false
  return () => {
    if (chance() < 0.02) is = !is
    return is
  }
}
const word = () => {
  const words = ['running', 'stopped', 'fault 17', 'cleaning']
  let at = 0
  return () => {
    if (chance() < 0.02) at = Math.floor(chance() * words.length)
    return words[at]!
  }
}
const counter = () => {
  let value = 2n ** 60n
  return () => {
    value += BigInt(Math.floor(chance() * 1000))
    return value.toString()
  }
}

type Shape = { name: string; values: () => () => Value; jitterMs: number }
const shapes: Shape[] = [
  ...[0, 1, 2, 3, 4].map((decimals) => ({ name: `${decimals} decimals`, values: () => walk(decimals), jitterMs: 40 })),
  { name: '2 decimals, to the clock', values: () => walk(2), jitterMs: 0 },
  { name: '7 digits', values: () => () => Number((50 + chance()).toPrecision(7)), jitterMs: 40 },
  { name: 'doubles', values: double, jitterMs: 40 },
  { name: 'bools', values: flag, jitterMs: 40 },
  { name: 'text', values: word, jitterMs: 40 },
  { name: '64-bit counter', values: counter, jitterMs: 40 },
]

function seriesOf({ values, jitterMs }: Shape, n: number): Series {
  const next = values()
  const times = Float64Array.from({ length: n }, (_, i) => start + i * 1000 + Math.floor(chance() * jitterMs))
  return seriesOfLists(times, Array.from({ length: n }, next), null)
}

function printRow(cells: (string | number)[]): void {
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)).join(' | ')} |`)
}

function printChunks(): void {
  printRow(['shape', 'points', 'deflate', 'B/point', 'encode ns/point', 'decode ns/point'])
  printRow(['---', '---', '---', '---', '---', '---'])
  for (const shape of shapes) {
    for (const n of [10, 60, 400, 3600]) {
      const series = seriesOf(shape, n)
      for (const deflate of [false, true]) {
        const { data } = encodeChunk(series, { deflate })
        const encode = measure(n, () => encodeChunk(series, { deflate }))
        const decode = measure(n, () => decodeChunk(data))
        printRow([shape.name, String(n), deflate ? 'yes' : 'no', data.length / n, encode, decode])
      }
    }
  }
}

function printFrames(): void {
  const of = (n: number, value: (i: number) => Value | null, codes: Int32Array | null = null) => ({
    gatewayId: 7,
    equipmentId: 5,
    orgId: 1,
    epoch: '00ff00aa12345678',
    lane: 1 as const,
    seq: 123_456,
    ids: Array.from({ length: n }, (_, i) => 4000 + i),
    times: Array.from({ length: n }, (_, i) => start + (i % 40)),
    values: Array.from({ length: n }, (_, i) => value(i)),
    codes,
  })
  const cases = [
    { name: '20 numbers', batch: of(20, (i) => i / 7) },
    { name: '100 numbers', batch: of(100, (i) => i / 7) },
    { name: '100 numbers, 10 bad', batch: of(100, (i) => i / 7, new Int32Array(100).fill(200).fill(1305, 90)) },
    { name: '100 values, 10 bools', batch: of(100, (i) => (i % 10 ? i / 7 : i % 20 === 0)) },
    { name: '100 values, 10 texts', batch: of(100, (i) => (i % 10 ? i / 7 : 'running')) },
    { name: '500 numbers', batch: of(500, (i) => i / 7) },
  ]
  printRow(['frame', 'B', 'encode µs', 'read µs'])
  printRow(['---', '---', '---', '---'])
  let seen = 0
  for (const { name, batch } of cases) {
    const bytes = encodeBatch(batch)
    const frame = Buffer.concat(Array.from({ length: 8 }, () => bytes))
    const encode = measure(1000, () => encodeBatch(batch))
    const read = measure(8000, () => readFrame(frame, ({ seq }) => (seen += seq)))
    printRow([name, String(bytes.length), encode, read])
  }
}

function printReads(): void {
  const parts = Array.from({ length: 56 }, () => seriesOf(shapes[2]!, 3600))
  const apart = parts.map((part, i) => ({ ...part, times: part.times.map((at) => at + i * 3_600_000) }) as Series)
  const whole = mergeSeries(apart)
  const n = whole.times.length
  const span = { from: whole.times[0]!, to: whole.times[n - 1]! }
  const edges = Array.from({ length: 2001 }, (_, i) => span.from + (i * (span.to + 1 - span.from)) / 2000)
  const chunks = apart.map((part) => encodeChunk(part, { deflate: true }))
  printRow([`200k points (${n})`, 'ns/point'])
  printRow(['---', '---'])
  printRow(['decode, 3600 a chunk', measure(n, () => chunks.forEach(({ data }) => void decodeChunk(data)))])
  printRow(['merge, one after the other', measure(n, () => mergeSeries(apart))])
  printRow(['merge, all at once', measure(n, () => mergeSeries(parts))])
  printRow(['minmax to 2000', measure(n, () => reduceCurve(whole, span, 2000, 'minmax'))])
  printRow(['lttb to 2000', measure(n, () => reduceCurve(whole, span, 2000, 'lttb'))])
  printRow(['2000 buckets', measure(n, () => new Buckets(edges).addSeries(whole))])
  printRow([
    'headers, by chunk',
    measure(chunks.length, () => {
      const buckets = new Buckets([span.from, span.to + 1])
      for (const chunk of chunks) buckets.addHeader(chunk)
    }),
  ])
}

console.log(`${machineLine()}; CPU time, medians of ${rounds}\n`)
printFrames()
console.log()
printReads()
console.log()
printChunks()
