// Curves as JSON text in pieces: two million points are about sixty megabytes, and are never in memory as a whole.
import type { HistoryHole } from './contract.ts'
import { codeAt, type Drawn, goodCode, headOf, valueAt } from './series.ts'

/** The fewest characters of a piece: about a millisecond of work. */
const pieceChars = 32 * 1024

type Curves = { from: number; to: number; curves: readonly Drawn[]; holes: readonly HistoryHole[] }

/** Generates the same text as `JSON.stringify` of `jsonSeries`, in pieces as fast as they can be sent. */
export function* historyJson({ from, to, curves, holes }: Curves): Generator<string> {
  yield `{"from":${from},"to":${to},"series":[`
  for (const [index, { column, curve }] of curves.entries()) {
    const { series } = curve
    const { length } = series.times
    const head = JSON.stringify(headOf(column, curve)).slice(0, -1)
    yield `${index === 0 ? '' : ','}${head},"times":[`
    yield* listed(length, (i) => String(series.times[i]! - from))
    yield '],"values":['
    yield* listed(length, (i) => scalarText(valueAt(series, i)))
    yield '],"bad":['
    const badAt = (i: number) => (codeAt(series, i) === goodCode ? undefined : `[${i},${codeAt(series, i)}]`)
    yield* listed(series.codes === null ? 0 : length, badAt)
    yield ']}'
  }
  yield `],"holes":${JSON.stringify(holes)}}`
}

function scalarText(value: ReturnType<typeof valueAt>): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** Texts joined by commas; empty ones are omitted. */
function* listed(length: number, textAt: (index: number) => string | undefined): Generator<string> {
  let [text, comma] = ['', '']
  for (let i = 0; i < length; i += 1) {
    const each = textAt(i)
    if (each === undefined) continue
    text += comma + each
    comma = ','
    if (text.length < pieceChars) continue
    yield text
    text = ''
  }
  yield text
}
