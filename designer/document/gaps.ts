// Equal gaps: a moving box snaps to the distance between two other boxes of its row, or to the midpoint between two
// boxes. The boxes that do not move are sorted once when the move starts; each step finds the neighbours by binary
// search. Pure.
import type { Box } from './geometry.ts'

export type Axis = 'x' | 'y'

/** A box along one axis, from `near` to `far`, with its extent across the axis. */
type Span = { near: number; far: number; from: number; to: number }
type Pair = { before: Span; after: Span; gap: number }
type Row = { byNear: readonly Span[]; byFar: readonly Span[]; pairs: readonly Pair[] }
export type Gaps = { x: Row; y: Row }

/** A gap to draw: along its axis from `from` to `to`, at `at` across. */
export type Measure = { axis: Axis; from: number; to: number; at: number }

const spanOf = ({ x, y, width, height }: Box, axis: Axis): Span =>
  axis === 'x'
    ? { near: x, far: x + width, from: y, to: y + height }
    : { near: y, far: y + height, from: x, to: x + width }

export const gapsOf = (boxes: readonly Box[]): Gaps => ({ x: rowOf(boxes, 'x'), y: rowOf(boxes, 'y') })

function rowOf(boxes: readonly Box[], axis: Axis): Row {
  const spans = boxes.map((box) => spanOf(box, axis))
  const byNear = spans.toSorted((a, b) => a.near - b.near)
  return { byNear, byFar: spans.toSorted((a, b) => a.far - b.far), pairs: pairsOf(byNear) }
}

/**
 * A part of the visible outline of the boxes: from `from` to `to` across the axis, `span` is the first box that is
 * visible.
 */
type Seen = { from: number; to: number; span: Span }

/**
 * Pairs of boxes with no box between them, sorted by gap. Goes from the last box to the first and maintains the
 * outline of the boxes behind each.
 */
function pairsOf(byNear: readonly Span[]): Pair[] {
  const pairs: Pair[] = []
  const view: Seen[] = []
  for (const span of byNear.toReversed()) {
    const first = firstAfter(view, span.from)
    let next = first
    let last: Span | undefined
    while (next < view.length && view[next]!.from < span.to) {
      const { span: behind } = view[next]!
      if (behind !== last && behind.near > span.far)
        pairs.push({ before: span, after: behind, gap: behind.near - span.far })
      last = behind
      next += 1
    }
    if (span.to > span.from) view.splice(first, next - first, ...painted(view.slice(first, next), span))
  }
  return pairs.sort((a, b) => a.gap - b.gap)
}

/**
 * The parts of the outline after a box is added in front: the box itself, and the visible ends of the boxes behind it.
 */
function painted(hidden: readonly Seen[], span: Span): Seen[] {
  const [head, tail] = [hidden[0], hidden.at(-1)]
  return [
    ...(head && head.from < span.from ? [{ ...head, to: span.from }] : []),
    { from: span.from, to: span.to, span },
    ...(tail && tail.to > span.to ? [{ ...tail, from: span.to }] : []),
  ]
}

/** Index of the first part of the outline that reaches beyond a position across the axis. */
const firstAfter = (view: readonly Seen[], at: number): number => placeOf(view, (seen) => seen.to > at)

function placeOf<T>(sorted: readonly T[], is: (each: T) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (is(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

const isBeside = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

/**
 * The nearest boxes of the same row on both sides. They may overlap by `reach`, because the box may still move back.
 */
function neighbours(
  { byNear, byFar }: Row,
  own: Span,
  reach: number,
): { before: Span | undefined; after: Span | undefined } {
  let before: Span | undefined
  for (let i = placeOf(byFar, ({ far }) => far > own.near + reach) - 1; i >= 0 && !before; i -= 1)
    if (isBeside(byFar[i]!, own)) before = byFar[i]
  let after: Span | undefined
  for (let i = placeOf(byNear, ({ near }) => near >= own.far - reach); i < byNear.length && !after; i += 1)
    if (isBeside(byNear[i]!, own)) after = byNear[i]
  return { before, after }
}

/**
 * The distance to the nearest position with an equal gap along an axis, at most `reach`; undefined if there is none.
 */
export function gapStep(gaps: Gaps, box: Box, axis: Axis, reach: number): number | undefined {
  const [row, own] = [gaps[axis], spanOf(box, axis)]
  const { before, after } = neighbours(row, own, reach)
  const steps: number[] = []
  if (before && after && after.near - before.far > own.far - own.near)
    steps.push((before.far + after.near - own.near - own.far) / 2)
  if (before)
    for (const { gap } of around(row, own, own.near - before.far, reach)) steps.push(before.far + gap - own.near)
  if (after) for (const { gap } of around(row, own, after.near - own.far, reach)) steps.push(after.near - gap - own.far)
  // After the step another box may be in between, so the result is checked.
  return steps
    .filter((step) => Math.abs(step) <= reach)
    .sort((a, b) => Math.abs(a) - Math.abs(b))
    .find((step) => measuresAlong(gaps, { ...box, [axis]: box[axis] + step }, axis).length > 1)
}

/** Pairs of the row whose gap is within `reach` of the given one. */
function around({ pairs }: Row, own: Span, gap: number, reach: number): Pair[] {
  const found: Pair[] = []
  for (let i = placeOf(pairs, (pair) => pair.gap >= gap - reach); pairs[i] && pairs[i]!.gap <= gap + reach; i += 1) {
    const pair = pairs[i]!
    if (isBeside(pair.before, own) && isBeside(pair.after, own)) found.push(pair)
  }
  return found
}

/** Tolerance, because positions have one decimal. */
const same = 0.11

/** Equal gaps around a box that does not move: its own gaps, and those of its row with the same width. */
export const measuresOf = (gaps: Gaps, box: Box): Measure[] => [
  ...measuresAlong(gaps, box, 'x'),
  ...measuresAlong(gaps, box, 'y'),
]

function measuresAlong(gaps: Gaps, box: Box, axis: Axis): Measure[] {
  const [row, own] = [gaps[axis], spanOf(box, axis)]
  const { before, after } = neighbours(row, own, 0)
  const left = before && own.near > before.far ? { before, after: own, gap: own.near - before.far } : undefined
  const right = after && after.near > own.far ? { before: own, after, gap: after.near - own.far } : undefined
  const isMidway = left && right && Math.abs(left.gap - right.gap) <= same
  const shown = [left, right].flatMap((pair) => {
    const like = pair ? around(row, own, pair.gap, same) : []
    return pair && (isMidway || like.length > 0) ? [pair, ...like] : []
  })
  const single = new Map(shown.map((pair) => [`${pair.before.far} ${pair.after.near}`, pair]))
  return [...single.values()].map(({ before: first, after: second }) => {
    const at = (Math.max(first.from, second.from) + Math.min(first.to, second.to)) / 2
    return { axis, from: first.far, to: second.near, at }
  })
}
