// The states of a variable over a time: start and end of each, with unknown stretches in between. Pure.
import { good, type Value } from '../../core/data-type.ts'
import type { CurveShape, Span } from '../services.ts'

/**
 * The state of a segment. A number: the index of a state; `other`: a value without a defined state; `unknown`: no good
 * reading.
 */
export type Kind = number | 'other' | 'unknown'
export type Segment = Span & { kind: Kind }

/** The live reading; `isCurrent`: its value is still valid. */
type Now = { time: number; value: Value | null; code: number; isCurrent: boolean }

type Change = { at: number; kind: Kind }

const kindOf = (value: Value | null, states: readonly number[]): Kind => {
  if (value === null || value === '') return 'unknown'
  const index = states.indexOf(Number(value))
  return index < 0 ? 'other' : index
}

/**
 * The segments of a state chart. Each reading lasts until the next one, but not across a gap; `now` is set on a live
 * page.
 */
export function segmentsOf(curve: CurveShape | undefined, span: Span, states: readonly number[], now?: Now): Segment[] {
  const bad = new Set(curve?.bad.map(([index]) => index))
  const changes: Change[] = (curve?.times ?? []).map((at, index) => ({
    at,
    kind: bad.has(index) ? 'unknown' : kindOf(curve!.values[index] ?? null, states),
  }))
  const stored = changes.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  if (now && now.time > stored)
    changes.push({ at: now.time, kind: now.code === good ? kindOf(now.value, states) : 'unknown' })
  const gapMs = curve?.gapMs ?? 0
  const lastAt = changes.at(-1)?.at ?? span.from
  // A live value that is no longer current ends at its time; a stored one lasts as long as its report allows.
  const endOf = (at: number) => Math.min(span.to, at + gapMs)
  const end = !now ? endOf(lastAt) : now.isCurrent ? span.to : Math.min(span.to, Math.max(lastAt, now.time))
  const held = changes.flatMap(({ at, kind }, index): Segment[] => {
    const next = changes[index + 1]
    const until = next ? (next.at - at > Math.max(gapMs, liveGapMs(now, next, stored)) ? at : next.at) : end
    const cut = { from: Math.max(at, span.from), to: Math.min(until, span.to) }
    return cut.to > cut.from ? [{ ...cut, kind }] : []
  })
  return joined(withUnknown(parted(held, curve?.holes ?? []), span))
}

/** The first live value may follow the last stored one later than `gapMs`, because a report may store slowly. */
const liveGapMs = (now: Now | undefined, next: Change, stored: number): number => (now && next.at > stored ? 60_000 : 0)

/** Removes the spans in which readings are known to be missing. */
const parted = (segments: readonly Segment[], holes: readonly Span[]): Segment[] =>
  holes.reduce<Segment[]>(
    (all, hole) =>
      all.flatMap((each) =>
        [
          { ...each, to: Math.min(each.to, hole.from) },
          { ...each, from: Math.max(each.from, hole.to) },
        ].filter(({ from, to }) => to > from),
      ),
    [...segments],
  )

/** Fills the time between segments with unknown ones. */
function withUnknown(segments: readonly Segment[], { from, to }: Span): Segment[] {
  const all: Segment[] = []
  let at = from
  for (const each of segments) {
    if (each.from > at) all.push({ from: at, to: each.from, kind: 'unknown' })
    all.push(each)
    at = each.to
  }
  if (at < to) all.push({ from: at, to, kind: 'unknown' })
  return all
}

/** Merges neighbours of the same state. */
function joined(segments: readonly Segment[]): Segment[] {
  const all: Segment[] = []
  for (const each of segments) {
    const last = all.at(-1)
    if (last && last.kind === each.kind && last.to === each.from) last.to = each.to
    else all.push({ ...each })
  }
  return all
}

/** Share of each kind in the whole time, 0 to 1, including unknown time. */
export function sharesOf(segments: readonly Segment[], { from, to }: Span): Map<Kind, number> {
  const shares = new Map<Kind, number>()
  for (const each of segments)
    shares.set(each.kind, (shares.get(each.kind) ?? 0) + (each.to - each.from) / Math.max(1, to - from))
  return shares
}
