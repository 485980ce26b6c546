// Curves over time: several lines and axes, zoom and pan by pointer or keys, values at the cursor, gaps shown as gaps.
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import './curve-chart.css'
import { dashOf, hueOf, rangeWords, scaleOf } from './curve-axes.ts'
import { type CurveBand, type CurveEvent, type CurveLine, type CurveView, readingAt } from './curve-data.ts'
import { isBadAt } from './curve-draw.ts'
import { curveImage } from './curve-image.ts'
import { type CurvePlot, createCurvePlot, type PlotHears } from './curve-plot.ts'
import { drawAttribute, drawText } from './draw.ts'
import { formatTime, nothingShown } from './format.ts'
import { uiText } from './text.ts'
import { useTone } from './theme.ts'
import { useText } from './words.ts'

export type { CurveBand, CurveEvent, CurveLine, CurveView } from './curve-data.ts'

/** Methods of a mounted chart. */
export type CurveHandle = {
  /** Draws new readings, optionally in another view: once in the next frame, and not while out of sight. */
  redraw(view?: CurveView): void
  image(title: string): Promise<Blob>
}

const none: readonly CurveEvent[] = []

export function CurveChart({
  lines,
  bands = [],
  events = none,
  view,
  home,
  zone,
  label,
  busy = false,
  onView,
  handle,
  children,
}: {
  lines: readonly CurveLine[]
  bands?: readonly CurveBand[]
  /** Events, drawn below the lines and listed at the cursor. */
  events?: readonly CurveEvent[]
  view: CurveView
  /** The largest range that the chart can show. */
  home: CurveView
  zone: string
  /** The accessible name of the chart. */
  label: string
  /** A finer answer is loading: the shown curve stays. */
  busy?: boolean
  /** Called when the user changes the range; null: back to the whole range. `isFinal`: the gesture has ended. */
  onView?: (view: CurveView | null, isFinal: boolean) => void
  handle?: RefObject<CurveHandle | null>
  /** Shown over the plot, e.g. that there is no data in this range. */
  children?: ReactNode
}) {
  const t = useText(uiText)
  const tone = useTone()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(
    () => lines.filter(({ key, ghostOf }) => !hidden.has(key) && !(ghostOf && hidden.has(ghostOf))),
    [lines, hidden],
  )
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [axes, setAxes] = useState<readonly string[]>([])
  const hasAxis = (line: CurveLine) => line.isState || axes.length === 0 || axes.includes(scaleOf(line))
  const legend = useRef<HTMLDivElement>(null)
  const cursor = useRef<number | null>(null)
  const showValues = (next?: CurveView) => {
    const shownView = next ?? plot.current?.view() ?? view
    drawLegend(legend.current, { lines, bands, events, zone, at: cursor.current, view: shownView })
  }
  const { node, plot } = usePlot({ lines: shown, bands, events, view, home, zone, chosen }, tone, {
    onView: (next, isFinal) => onView?.(next, isFinal),
    onReset: () => onView?.(null, true),
    onCursor: (at) => {
      cursor.current = at
      showValues()
    },
    onAxes: setAxes,
    onDrawn: () => drawRanges(legend.current, (scale) => plot.current?.rangeOf(scale)),
  })
  useEffect(() => drawRanges(legend.current, (scale) => plot.current?.rangeOf(scale)))
  useEffect(
    () => drawLegend(legend.current, { lines, bands, events, zone, at: null, view }),
    [lines, bands, events, zone, view],
  )
  useImperativeHandle(handle, () => ({
    redraw: (next) => {
      if (next) plot.current?.show(next)
      else plot.current?.redraw()
      showValues(next)
    },
    image: (title) =>
      curveImage(plot.current?.canvas(), {
        title,
        lines: shown,
        zone,
        view: plot.current?.view() ?? view,
        rangeOf: (line) => (hasAxis(line) ? undefined : plot.current?.rangeOf(scaleOf(line))),
      }),
  }))
  const toggle = (key: string) =>
    setHidden((now) => new Set(now.has(key) ? [...now].filter((each) => each !== key) : [...now, key]))
  const choose = (scale: string) => setChosen((now) => [scale, ...now.filter((each) => each !== scale)])
  return (
    <figure className="curve-chart" aria-busy={busy || undefined}>
      <div ref={legend} className="curve-legend">
        <output className="curve-time" aria-live="polite" />
        {lines.map(
          (line) =>
            line.ghostOf === undefined && (
              <span key={line.key} className="curve-entry">
                <button
                  type="button"
                  aria-pressed={!hidden.has(line.key)}
                  title={t('curveToggle')}
                  onClick={() => toggle(line.key)}
                >
                  <Swatch look={line.look} />
                  <span className="curve-name">{line.title}</span>
                  <b data-line={line.key}>{nothingShown}</b>
                  {line.unit && <small>{line.unit}</small>}
                  {lines.some(({ ghostOf }) => ghostOf === line.key) && (
                    <i data-ghost={line.key} title={t('curveCompared')} />
                  )}
                </button>
                {!hasAxis(line) && !hidden.has(line.key) && (
                  <button
                    type="button"
                    className="curve-range"
                    data-scale={scaleOf(line)}
                    title={t('curveAxis')}
                    onClick={({ currentTarget }) => {
                      choose(scaleOf(line))
                      // The button disappears when the axis appears; keyboard focus must not be lost with it.
                      currentTarget.parentElement?.querySelector('button')?.focus()
                    }}
                  />
                )}
              </span>
            ),
        )}
      </div>
      <div ref={node} className="curve-plot" role="application" aria-label={`${label}. ${t('curveKeys')}`} />
      {children && <div className="curve-over-note">{children}</div>}
    </figure>
  )
}

/** A sample of a line, for the legend. */
export function Swatch({ look, ghost = false }: { look: number; ghost?: boolean }) {
  return (
    <svg className="curve-swatch" width="16" height="8" aria-hidden="true">
      <line
        x1="0"
        x2="16"
        y1="4"
        y2="4"
        stroke={`var(${hueOf(look)})`}
        strokeWidth="2"
        strokeDasharray={dashOf(look, ghost).join(' ')}
      />
    </svg>
  )
}

type Plotted = {
  lines: readonly CurveLine[]
  bands: readonly CurveBand[]
  events: readonly CurveEvent[]
  view: CurveView
  home: CurveView
  zone: string
  chosen: readonly string[]
}

/** The plot of a node, updated on changes. */
function usePlot(state: Plotted, tone: string, hears: PlotHears) {
  const node = useRef<HTMLDivElement>(null)
  const plot = useRef<CurvePlot | null>(null)
  const latest = useRef({ state, hears })
  latest.current = { state, hears }
  const { lines, bands, events, view, home, zone, chosen } = state
  useEffect(() => {
    if (!node.current) return undefined
    const made = createCurvePlot(node.current, latest.current.state, {
      onView: (...args) => latest.current.hears.onView(...args),
      onReset: () => latest.current.hears.onReset(),
      onCursor: (at) => latest.current.hears.onCursor(at),
      onAxes: (scales) => latest.current.hears.onAxes(scales),
      onDrawn: () => latest.current.hears.onDrawn(),
    })
    plot.current = made
    return () => {
      plot.current = null
      made.end()
    }
  }, [])
  useEffect(
    () => plot.current?.set({ lines, bands, events, home, zone, chosen }),
    [lines, bands, events, home, zone, chosen],
  )
  useEffect(() => plot.current?.show(view), [view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours in the style sheet
  useEffect(() => plot.current?.restyle(), [tone])
  return { node, plot }
}

/** Lower and upper end of the scales without an axis, shown in the legend. */
function drawRanges(node: HTMLElement | null, rangeOf: (scale: string) => readonly [number, number] | undefined): void {
  for (const target of node?.querySelectorAll<HTMLElement>('[data-scale]') ?? []) {
    const range = rangeOf(target.dataset.scale ?? '')
    drawText(target, range ? rangeWords(range) : nothingShown)
  }
}

const lastOfAll = { isStep: true, gapMs: Number.POSITIVE_INFINITY, reachMs: 0 }

type Cursor = {
  lines: readonly CurveLine[]
  bands: readonly CurveBand[]
  events: readonly CurveEvent[]
  zone: string
  at: number | null
  view: CurveView
}

/** Values at the cursor, shown in the legend; without a cursor the last ones of the view. */
function drawLegend(node: HTMLElement | null, { lines, bands, events, zone, at, view }: Cursor): void {
  if (!node) return
  const reachMs = (view.to - view.from) / 60
  const hole = at === null ? undefined : bands.find(({ from, to }) => at >= from && at <= to)
  const time = at === null ? '' : formatTime(at, zone)
  const met = at === null ? [] : events.filter(({ from, to }) => at >= from - reachMs && at <= (to ?? at))
  const words = [time, ...(hole ? [hole.words] : []), ...new Set(met.map((event) => event.words))]
  drawText(node.querySelector('.curve-time'), words.join(' · '))
  for (const line of lines) {
    // Without a cursor it shows the last reading of the range, of any age.
    const how = at === null ? lastOfAll : { isStep: line.isStep, gapMs: line.gapMs, reachMs }
    const { words, isBad } = shownAt(line, (at ?? view.to) - line.shiftMs, how)
    const [mark, key] = line.ghostOf === undefined ? ['line', line.key] : ['ghost', line.ghostOf]
    const target = node.querySelector(`[data-${mark}="${key}"]`)
    drawText(target, words)
    drawAttribute(target, 'data-bad', isBad ? '' : null)
  }
}

function shownAt(line: CurveLine, at: number, how: typeof lastOfAll): { words: string; isBad: boolean } {
  const columns = line.read()
  const found = readingAt(columns, at, how)
  if (!found) return { words: nothingShown, isBad: false }
  if (isBadAt(columns.bad, found.index)) return { words: uiText.t('bad'), isBad: true }
  return { words: Number.isNaN(found.value) ? nothingShown : line.words(found.value), isBad: false }
}
