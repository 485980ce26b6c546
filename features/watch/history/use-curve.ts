// The curves of a range and of its visible part, at the resolution of the screen. The shown curves stay until the finer
// answer arrives; obsolete requests are aborted.
import { useEffect, useState } from 'react'
import { callStream, isPassing } from '../../../contract/call.ts'
import { ColumnId, type EquipmentId } from '../../../contract/fields.ts'
import { type BinaryHistory, decodeHistory } from '../../../contract/history-binary.ts'
import { limits } from '../../../contract/limits.ts'
import { queryHistoryBinary } from './contract.ts'
import type { Span } from './part-span.ts'

export type Answer = { span: Span; points: number; history: BinaryHistory }

export type CurveAnswers = {
  /** The whole range; null before the first answer. */
  whole: Answer | null
  /** The visible part, with a margin at its sides to pan into. */
  part: Answer | null
  /** The whole range at the compared time, with its own times. */
  before: Answer | null
  isBusy: boolean
  error: unknown
  retry: () => void
}

type CurveAsk = {
  equipmentId: EquipmentId
  columnIds: readonly number[]
  home: Span
  view: Span
  /** Width of the plot in pixels. */
  pixels: number
  /** The offset of the comparison; 0: no comparison. */
  beforeMs: number
}

const debounceMs = 150
/** Retry delay after a temporary failure. */
const againMs = 5_000

const pointsOf = (pixels: number, screens: number): number =>
  Math.min(limits.curvePoints, Math.max(400, Math.round(pixels * 2 * screens)))

async function load(
  ask: { equipmentId: EquipmentId; columnIds: readonly number[] },
  span: Span,
  points: number,
  signal: AbortSignal,
): Promise<Answer> {
  const { equipmentId } = ask
  const columnIds = ask.columnIds.map((id) => ColumnId.parse(id))
  const input = { equipmentId, columnIds, ...span, points, reduce: 'minmax' as const }
  const response = await callStream(queryHistoryBinary, input, { signal })
  return { span, points, history: decodeHistory(await response.arrayBuffer()) }
}

/** Adds half a view at both sides. */
export function widened(view: Span, home: Span): Span {
  const room = (view.to - view.from) / 2
  return { from: Math.max(home.from, Math.floor(view.from - room)), to: Math.min(home.to, Math.ceil(view.to + room)) }
}

/** Whether a loaded answer is good enough for a view: it covers the view, raw or fine enough. */
export function suffices(answer: Answer | null, view: Span): boolean {
  if (!answer || answer.span.from > view.from || answer.span.to < view.to) return false
  if (answer.history.series.every(({ isReduced }) => !isReduced)) return true
  return answer.span.to - answer.span.from <= (view.to - view.from) * 2.2
}

export function useCurve({ equipmentId, columnIds, home, view, pixels, beforeMs }: CurveAsk): CurveAnswers {
  const ids = columnIds.join('.')
  const [answers, setAnswers] = useState<Pick<CurveAnswers, 'whole' | 'part' | 'before'>>({
    whole: null,
    part: null,
    before: null,
  })
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState({ whole: true, part: false })
  const [tries, setTries] = useState(0)
  const { from, to } = home

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const ask = { equipmentId, columnIds: ids === '' ? [] : ids.split('.').map(Number) }
    const run = async () => {
      setPending((now) => ({ ...now, whole: true }))
      const points = pointsOf(pixels, 1)
      const earlier = { from: from - beforeMs, to: to - beforeMs }
      const [whole, before] = await Promise.all([
        load(ask, { from, to }, points, signal),
        beforeMs > 0 ? load(ask, earlier, points, signal) : null,
      ])
      setAnswers({ whole, part: null, before })
      setError(null)
    }
    if (ask.columnIds.length === 0) return undefined
    run()
      .catch((fault: unknown) => signal.aborted || setError(fault))
      .finally(() => signal.aborted || setPending((now) => ({ ...now, whole: false })))
    return () => ending.abort()
  }, [equipmentId, ids, from, to, pixels, beforeMs, tries])

  const { whole, part } = answers
  useEffect(() => {
    const shown = part && suffices(part, view) ? part : whole
    if (!whole || suffices(shown, view)) return undefined
    const ending = new AbortController()
    const { signal } = ending
    const span = widened(view, { from, to })
    const share = (span.to - span.from) / (view.to - view.from)
    const run = async () => {
      setPending((now) => ({ ...now, part: true }))
      const finer = await load(
        { equipmentId, columnIds: ids.split('.').map(Number) },
        span,
        pointsOf(pixels, share),
        signal,
      )
      setAnswers((now) => ({ ...now, part: finer }))
      setError(null)
    }
    const timer = setTimeout(() => {
      run()
        .catch((fault: unknown) => signal.aborted || setError(fault))
        .finally(() => signal.aborted || setPending((now) => ({ ...now, part: false })))
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
      setPending((now) => (now.part ? { ...now, part: false } : now))
    }
  }, [equipmentId, ids, from, to, view, pixels, whole, part])

  useEffect(() => {
    if (!isPassing(error)) return undefined
    const timer = setTimeout(() => setTries((now) => now + 1), againMs)
    return () => clearTimeout(timer)
  }, [error])

  const isBusy = pending.whole || pending.part
  return { ...answers, isBusy, error, retry: () => setTries((now) => now + 1) }
}
