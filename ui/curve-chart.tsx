// Curves over time: several lines and axes, zoom and pan by pointer or keys, values at the cursor, gaps shown as gaps.
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import './curve-chart.css'
import { scaleOf } from './curve-axes.ts'
import type { CurveBand, CurveEvent, CurveLine, CurveView } from './curve-data.ts'
import { curveImage } from './curve-image.ts'
import { CurveLegend } from './curve-legend.tsx'
import { drawLegend, drawRanges } from './curve-legend-values.ts'
import { CurvePlot, type PlotHears } from './curve-plot.ts'
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
    drawLegend(legend.current, lines, { bands, events, zone, at: cursor.current, view: shownView })
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
    () => drawLegend(legend.current, lines, { bands, events, zone, at: null, view }),
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
      <CurveLegend {...{ lines, hidden, hasAxis }} node={legend} onToggle={toggle} onAxis={choose} />
      <div ref={node} className="curve-plot" role="application" aria-label={`${label}. ${t('curveKeys')}`} />
      {children && <div className="curve-over-note">{children}</div>}
    </figure>
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
    const made = new CurvePlot(node.current, latest.current.state, {
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
