// The values in the legend of a chart, at the cursor or without one the last of the view, and the ranges of its scales.
// They are written directly into the nodes that curve-legend.tsx draws.
import { rangeWords } from './curve-axes.ts'
import { type CurveBand, type CurveEvent, type CurveLine, type CurveView, readingAt } from './curve-data.ts'
import { isBadAt } from './curve-draw.ts'
import { drawAttribute, drawText } from './draw.ts'
import { formatTime, nothingShown } from './format.ts'
import { uiText } from './text.ts'

type AtCursor = {
  bands: readonly CurveBand[]
  events: readonly CurveEvent[]
  zone: string
  /** Epoch ms; null: no cursor. */
  at: number | null
  view: CurveView
}

/** An event, or a reading, is at the cursor if it is no further away than this. */
const reachOf = ({ from, to }: CurveView): number => (to - from) / 60

const lastOfAll = { isStep: true, gapMs: Number.POSITIVE_INFINITY, reachMs: 0 }

/** Lower and upper end of the scales without an axis. */
export function drawRanges(
  node: HTMLElement | null,
  rangeOf: (scale: string) => readonly [number, number] | undefined,
): void {
  for (const target of node?.querySelectorAll<HTMLElement>('[data-scale]') ?? []) {
    const range = rangeOf(target.dataset.scale ?? '')
    drawText(target, range ? rangeWords(range) : nothingShown)
  }
}

export function drawLegend(node: HTMLElement | null, lines: readonly CurveLine[], cursor: AtCursor): void {
  if (!node) return
  drawText(node.querySelector('.curve-time'), cursorWords(cursor))
  for (const line of lines) {
    const { words, isBad } = lineValue(line, cursor)
    const [mark, key] = line.ghostOf === undefined ? ['line', line.key] : ['ghost', line.ghostOf]
    const target = node.querySelector(`[data-${mark}="${key}"]`)
    drawText(target, words)
    drawAttribute(target, 'data-bad', isBad ? '' : null)
  }
}

/** The time of the cursor, the reason for a gap there, and the events; empty without a cursor. */
export function cursorWords({ bands, events, zone, at, view }: AtCursor): string {
  if (at === null) return ''
  const gap = bands.find(({ from, to }) => at >= from && at <= to)
  const near = events.filter(({ from, to }) => at >= from - reachOf(view) && at <= (to ?? at))
  return [formatTime(at, zone), ...(gap ? [gap.words] : []), ...new Set(near.map(({ words }) => words))].join(' · ')
}

/** The value of a line at the cursor; without a cursor its last reading of the view, of any age. */
export function lineValue(
  line: CurveLine,
  { at, view }: Pick<AtCursor, 'at' | 'view'>,
): { words: string; isBad: boolean } {
  const columns = line.read()
  const how = at === null ? lastOfAll : { isStep: line.isStep, gapMs: line.gapMs, reachMs: reachOf(view) }
  const found = readingAt(columns, (at ?? view.to) - line.shiftMs, how)
  if (!found) return { words: nothingShown, isBad: false }
  if (isBadAt(columns.bad, found.index)) return { words: uiText.t('bad'), isBad: true }
  return { words: Number.isNaN(found.value) ? nothingShown : line.words(found.value), isBad: false }
}
