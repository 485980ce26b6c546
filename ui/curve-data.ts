// Readings for a curve: where its lines break, how they are reduced to pixels, which reading is at the cursor.
// Pure, over typed arrays: no point becomes an object.

/**
 * The readings of a line. `times` in epoch ms, ascending; a NaN among `values` is a break. `bad`: indices of readings
 * that are not good.
 */
export type Columns = {
  times: Float64Array
  values: Float64Array
  bad?: ArrayLike<number>
}

/** A span of time without readings that has a reason. */
export type CurveBand = { from: number; to: number; words: string }

/** An event on a chart: a mark at its beginning, and an area until its end, or until now if it has not ended. */
export type CurveEvent = {
  from: number
  to: number | null
  /** Selects the CSS variables for colour and shade: `severe`. */
  tone: 'severe' | 'important' | 'normal'
  words: string
}

export type CurveView = { from: number; to: number }

export type CurveLine = {
  /** Identifies the line between drawings. */
  key: string
  title: string
  unit: string | null
  /** Returns the readings; called again at each drawing, because a live curve grows. */
  read: () => Columns
  /** The variable is a switch or a state: it holds its value until the next reading. */
  isStep: boolean
  /** The variable is boolean: it is drawn in its own lane at the bottom. */
  isState: boolean
  /** Readings further apart than this are not connected. */
  gapMs: number
  /** The last step is drawn until here; epoch ms in the line's own times. */
  holdTo?: number
  /** Offset that is added to the times of a line, so that yesterday's readings are drawn below today's. */
  shiftMs: number
  /** Index of the style: hue and dash. */
  look: number
  /** A CSS colour, such as `var(--accent)`, instead of the colour of the line's style. */
  ink?: string
  /** The area below the line is shaded. */
  isArea?: boolean
  /** The id of the line whose variable this line shows at another time; it is drawn fainter. */
  ghostOf?: string
  words: (value: number) => string
}

/** Index of the first time that is not before `at`. */
export function firstFrom(times: Float64Array, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Lowest and highest value between two times, or else of the readings next to them. */
export function extentOf({ times, values }: Columns, from: number, to: number): [number, number] | undefined {
  const first = firstFrom(times, from)
  const end = firstFrom(times, to + 1)
  const [begin, stop] = first < end ? [first, end] : [Math.max(0, first - 1), Math.min(times.length, end + 1)]
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = begin; i < stop; i += 1) {
    const value = values[i]!
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? [low, high] : undefined
}

/** Lower and upper end of an axis: with a margin, and a band around a constant. */
export function axisRange(low: number, high: number): [number, number] {
  if (!(high > low)) {
    const room = low === 0 ? 1 : Math.abs(low) / 10
    return [low - room, high + room]
  }
  const room = (high - low) * 0.06
  // Zero is a natural limit, so there is no margin below it when no value is below it.
  return [low >= 0 && low - room < 0 ? 0 : low - room, high + room]
}

/** The target of a line: canvas pixels. */
type Pen = { moveTo(x: number, y: number): void; lineTo(x: number, y: number): void }

/**
 * Maps readings to pixels: x = left + (at − from) × perMs, drawn in columns of `columnPx`; y = foot − (value − low) ×
 * perUnit.
 */
export type Mapping = {
  left: number
  from: number
  perMs: number
  columnPx: number
  y: (value: number) => number
}

type Breaks = { gapMs: number; holes: readonly CurveView[]; isStep: boolean; holdTo?: number }

/**
 * Draws the readings of a view, and one beyond at each side. In each column of pixels the first, lowest, highest and
 * last reading are drawn, so that no peak is lost. Returns how many readings are in view. The loop runs over
 * millions of readings per frame: it compares times with the end of a column instead of mapping each.
 */
export function trace(columns: Columns, view: CurveView, mapping: Mapping, breaks: Breaks, pen: Pen): number {
  const { times, values } = columns
  const { gapMs } = breaks
  const first = firstFrom(times, view.from)
  const end = firstFrom(times, view.to + 1)
  const stop = Math.min(times.length, end + 1)
  const holes = holesOf(breaks.holes)
  const line = createLine(mapping, pen, breaks.isStep)
  const span = { low: 0, high: 0, last: 0 }
  let lastAt = Number.NaN
  for (let i = Math.max(0, first - 1); i < stop; ) {
    const at = times[i]!
    const value = values[i]!
    if (Number.isNaN(value)) {
      line.lift()
      lastAt = Number.NaN
      i += 1
      continue
    }
    if (at - lastAt > gapMs || (at >= holes.next() && holes.parts(lastAt, at))) line.lift()
    const until = Math.min(line.open(at, value), holes.next())
    i = readColumn(columns, { begin: i, stop, until, gapMs }, span)
    line.close(span.low, span.high, span.last)
    lastAt = times[i - 1]!
  }
  const heldTo = Math.min(breaks.holdTo ?? lastAt, view.to)
  if (breaks.isStep && stop === times.length && heldTo > lastAt) line.hold(heldTo)
  line.lift()
  return Math.max(0, end - first)
}

/** Reads to the end of a column or a break: puts lowest, highest and last value into `span`, returns the next index. */
function readColumn(
  { times, values }: Columns,
  { begin, stop, until, gapMs }: { begin: number; stop: number; until: number; gapMs: number },
  span: { low: number; high: number; last: number },
): number {
  let low = values[begin]!
  let high = low
  let last = low
  let lastAt = times[begin]!
  let i = begin + 1
  for (; i < stop; i += 1) {
    const at = times[i]!
    const value = values[i]!
    // Comparisons with NaN are false, so NaN ends the run.
    if (at >= until || at - lastAt > gapMs || !(value >= low || value < low)) break
    if (value < low) low = value
    if (value > high) high = value
    last = value
    lastAt = at
  }
  span.low = low
  span.high = high
  span.last = last
  return i
}

/** Finds gaps between neighbouring readings; must be called in the order of time. */
function holesOf(holes: readonly CurveView[]) {
  const sorted = [...holes].sort((a, b) => a.from - b.from)
  let index = 0
  return {
    /** The start of the next gap. */
    next: () => sorted[index]?.from ?? Number.POSITIVE_INFINITY,
    parts(from: number, to: number): boolean {
      let found = false
      while (index < sorted.length && sorted[index]!.from <= to) {
        const hole = sorted[index]!
        if (hole.from >= from && hole.to <= to) found = true
        else if (hole.to > to) break
        index += 1
      }
      return found
    },
  }
}

/** Connects columns of pixels; a single reading between breaks becomes a dot. */
function createLine({ left, from, perMs, columnPx, y }: Mapping, pen: Pen, isStep: boolean) {
  let isDown = false
  let [x, firstY, beforeY] = [0, 0, 0]
  let drawn = 0
  return {
    /** Starts a pixel column; returns the time at which the column ends. */
    open(at: number, value: number): number {
      const column = Math.round((left + (at - from) * perMs) / columnPx)
      x = column * columnPx
      firstY = y(value)
      return from + ((column + 0.5) * columnPx - left) / perMs
    },
    close(low: number, high: number, last: number) {
      const [lowY, highY, lastY] = [y(low), y(high), y(last)]
      if (!isDown) pen.moveTo(x, firstY)
      else {
        if (isStep) pen.lineTo(x, beforeY)
        pen.lineTo(x, firstY)
      }
      if (lowY !== highY) {
        pen.lineTo(x, lowY)
        pen.lineTo(x, highY)
        pen.lineTo(x, lastY)
      }
      isDown = true
      drawn += 1
      beforeY = lastY
    },
    /** Continues to the right at the same height. */
    hold(until: number) {
      x = Math.round(left + (until - from) * perMs)
      pen.lineTo(x, beforeY)
      drawn += 1
    },
    lift() {
      if (drawn === 1) pen.lineTo(x + 1.5, beforeY)
      isDown = false
      drawn = 0
    },
  }
}

type Found = { index: number; at: number; value: number }

/**
 * The reading at a time: for steps the last one at or before it, else the nearest. None across a gap or further away
 * than `reachMs`.
 */
export function readingAt(
  { times, values }: Columns,
  at: number,
  { isStep, gapMs, reachMs }: { isStep: boolean; gapMs: number; reachMs: number },
): Found | undefined {
  const after = firstFrom(times, at)
  const before = times[after] === at ? after : after - 1
  const isNearer = !isStep && after < times.length && (before < 0 || times[after]! - at < at - times[before]!)
  const index = isNearer ? after : before
  const found = times[index]
  if (found === undefined) return undefined
  const reach = isStep ? gapMs : Math.max(reachMs, Math.min(gapMs, Number.MAX_SAFE_INTEGER) / 2)
  return Math.abs(found - at) > reach ? undefined : { index, at: found, value: values[index]! }
}

/** The next time with a reading after `at`, or before it with a negative `direction`. */
export function nextReading(columns: readonly Columns[], at: number, direction: 1 | -1): number | undefined {
  const found = columns
    .map(({ times }) => (direction > 0 ? times[firstFrom(times, at + 1)] : times[firstFrom(times, at) - 1]))
    .filter((time) => time !== undefined)
  if (found.length === 0) return undefined
  return direction > 0 ? Math.min(...found) : Math.max(...found)
}

/**
 * Share of the time, 0 to 1, that a curve was between two limits; each reading holds until the next, but not across a
 * break. Undefined where no time is covered.
 */
export function shareWithin(
  { times, values }: Columns,
  view: CurveView,
  limits: { low: number | null; high: number | null; gapMs: number },
): number | undefined {
  const { low, high, gapMs } = limits
  let [within, covered] = [0, 0]
  for (let i = Math.max(0, firstFrom(times, view.from) - 1); i < times.length && times[i]! < view.to; i += 1) {
    const value = values[i]!
    const until = Math.min(times[i + 1] ?? view.to, view.to)
    const length = until - Math.max(times[i]!, view.from)
    if (Number.isNaN(value) || length <= 0 || (times[i + 1] ?? view.to) - times[i]! > gapMs) continue
    covered += length
    if ((low === null || value >= low) && (high === null || value <= high)) within += length
  }
  return covered > 0 ? within / covered : undefined
}

/** A view scaled by `factor` around `around`, within `home`, at least `leastMs` long. */
export function zoomed(view: CurveView, home: CurveView, factor: number, around: number, leastMs = 1000): CurveView {
  const length = view.to - view.from
  const next = Math.min(home.to - home.from, Math.max(leastMs, length * factor))
  const share = length > 0 ? (around - view.from) / length : 0.5
  return within({ from: around - share * next, to: around + (1 - share) * next }, home)
}

export const panned = (view: CurveView, home: CurveView, byMs: number): CurveView =>
  within({ from: view.from + byMs, to: view.to + byMs }, home)

/** Shifts a view into the home range, whole milliseconds. */
export function within({ from, to }: CurveView, home: CurveView): CurveView {
  const length = Math.min(to - from, home.to - home.from)
  const begin = Math.min(Math.max(from, home.from), home.to - length)
  return { from: Math.round(begin), to: Math.round(begin + length) }
}
