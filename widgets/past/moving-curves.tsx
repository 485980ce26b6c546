// A chart over time: stored readings, continued by live values. The plot library loads when the chart is drawn.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { LiveLine } from '../../signal/web/live-line.ts'
import { dashOf, hueOf } from '../../ui/curve-axes.ts'
import { type CurveBand, type CurveLine, readingAt } from '../../ui/curve-data.ts'
import type { CurvePlot, PlotState } from '../../ui/curve-plot.ts'
import { drawAttribute, drawText } from '../../ui/draw.ts'
import { nothingShown } from '../../ui/format.ts'
import { useTone } from '../../ui/theme.ts'
import { useText } from '../../ui/words.ts'
import type { CurveShape, Span } from '../services.ts'
import type { Input } from '../widget.ts'
import { lineFor, takeNow } from './live-lines.ts'
import { momentWords } from './span.ts'
import { pastText } from './text.ts'
import './moving-curves.css'

type Moving = {
  inputs: readonly Input[]
  /** Stored readings of each input, in the same order. */
  curves: readonly (CurveShape | undefined)[]
  /** Creates the line of an input; `line` returns its readings. */
  lineOf: (index: number, line: () => LiveLine) => CurveLine
  /** The present time range. */
  span: () => Span
  isLive: boolean
  zone: string
  timeFormat: string
  canToggle: boolean
  hasRange: boolean
  plot: Pick<PlotState, 'range' | 'margins' | 'axis'>
  label: string
}

export function MovingCurves(of: Moving) {
  const t = useText(pastText)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const figure = useRef<HTMLElement>(null)
  const node = useRef<HTMLDivElement>(null)
  const fault = usePlot(of, { figure, node, hidden })
  const named = of.inputs.map((_, index) => of.lineOf(index, none))
  const toggle = (key: string) =>
    setHidden((now) => new Set(now.has(key) ? [...now].filter((each) => each !== key) : [...now, key]))
  return (
    <figure ref={figure} className="moving-curves">
      <ul className="moving-legend" aria-label={t('legend')}>
        {named.map((line) => (
          <li key={line.key}>
            {of.canToggle ? (
              <button type="button" aria-pressed={!hidden.has(line.key)} onClick={() => toggle(line.key)}>
                <Entry line={line} />
              </button>
            ) : (
              <Entry line={line} />
            )}
          </li>
        ))}
      </ul>
      <div ref={node} className="moving-plot" role="img" aria-label={of.label} />
      {fault !== null && <p role="alert">{fault}</p>}
      {of.hasRange && <small className="moving-range" data-range="" />}
    </figure>
  )
}

const none = (): LiveLine => {
  throw new Error('a line is read only when it is drawn')
}

const Entry = ({ line: { key, title, unit, ink, look } }: { line: CurveLine }) => (
  <>
    <svg width="14" height="8" aria-hidden="true">
      <line
        {...{ x1: 0, x2: 14, y1: 4, y2: 4, strokeWidth: 2 }}
        stroke={ink ?? `var(${hueOf(look)})`}
        strokeDasharray={dashOf(look).join(' ')}
      />
    </svg>
    <span>{title}</span> <b data-line={key} /> {unit && <small>{unit}</small>}
  </>
)

type Parts = {
  figure: RefObject<HTMLElement | null>
  node: RefObject<HTMLDivElement | null>
  hidden: ReadonlySet<string>
}

const againMs = 5000
const nobody = {
  onReset: () => undefined,
  onCursor: () => undefined,
  onAxes: () => undefined,
  onDrawn: () => undefined,
}

/** Why the plot library could not be loaded; null while it loads, or when it has loaded. */
function usePlot(of: Moving, { figure, node, hidden }: Parts): string | null {
  const tone = useTone()
  const [fault, setFault] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const plot = useRef<CurvePlot | null>(null)
  const now = useRef({ of, hidden })
  now.current = { of, hidden }
  const bound = of.inputs.map(({ binding }) => `${binding.equipId}.${binding.signalId}.${binding.mvarId}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest is read while drawing
  useEffect(() => {
    const { inputs, curves, isLive } = now.current.of
    const live = inputs.map((input, index) => lineFor(input, curves[index], isLive))
    const lines = inputs.map((_, index) => now.current.of.lineOf(index, () => live[index]!))
    const leaves = inputs.map((input, index) =>
      isLive ? input.cell?.watch(() => takeNow(live[index]!, input)) : undefined,
    )
    let isZoomed = false
    let isOver = false
    const state = (): PlotState => ({
      lines: lines.filter(({ key }) => !now.current.hidden.has(key)),
      bands: bandsOf(curves),
      events: [],
      home: now.current.of.span(),
      zone: now.current.of.zone,
      chosen: [],
      timeWords: (ticks) => ticks.map((at) => momentWords(at, now.current.of.timeFormat, now.current.of.zone)),
      ...now.current.of.plot,
    })
    const draw = () => {
      const span = now.current.of.span()
      for (const [index, line] of live.entries()) {
        line.buffer.forget(span.from)
        if (isLive) takeNow(line, inputs[index]!)
      }
      plot.current?.set(state())
      if (!isZoomed) plot.current?.show(span)
      tell(figure.current, node.current, lines, now.current.of)
    }
    const begin = async () => {
      const { CurvePlot } = await import('../../ui/curve-plot.ts')
      if (isOver || !node.current) return
      plot.current = new CurvePlot(
        node.current,
        { ...state(), view: now.current.of.span() },
        {
          ...nobody,
          onView: () => {
            isZoomed = true
          },
          onReset: () => {
            isZoomed = false
            draw()
          },
        },
      )
      setFault(null)
      draw()
    }
    let again: ReturnType<typeof setTimeout> | undefined
    begin().catch((error: unknown) => {
      if (isOver) return
      setFault(error instanceof Error ? error.message : String(error))
      again = setTimeout(() => setTries((count) => count + 1), againMs)
    })
    const { from, to } = now.current.of.span()
    const timer = isLive ? setInterval(draw, Math.max(1000, (to - from) / 800)) : undefined
    return () => {
      isOver = true
      clearInterval(timer)
      clearTimeout(again)
      for (const leave of leaves) leave?.()
      plot.current?.end()
      plot.current = null
    }
  }, [bound, of.curves, of.isLive, hidden, tries])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours of the style sheet
  useEffect(() => plot.current?.restyle(), [tone])
  return fault
}

/** The time spans in which readings are known to be missing. */
function bandsOf(curves: readonly (CurveShape | undefined)[]): CurveBand[] {
  const holes = new Map(curves.flatMap((curve) => curve?.holes ?? []).map((hole) => [`${hole.from}-${hole.to}`, hole]))
  return [...holes.values()].map(({ from, to }) => ({ from, to, words: pastText.t('noData') }))
}

const ofAnyAge = { isStep: true, gapMs: Number.POSITIVE_INFINITY, reachMs: 0 }

/** Writes the latest values below the chart, and into its label for screen readers. */
function tell(figure: HTMLElement | null, node: HTMLElement | null, lines: readonly CurveLine[], of: Moving): void {
  const span = of.span()
  const words = lines.map((line) => {
    const found = readingAt(line.read(), span.to, ofAnyAge)
    const value = found && !Number.isNaN(found.value) ? line.words(found.value) : nothingShown
    drawText(figure?.querySelector(`[data-line="${line.key}"]`) ?? null, value)
    const time = momentWords(found?.at ?? null, of.timeFormat, of.zone)
    return pastText.t('latestAt', { name: line.title, value: `${value} ${line.unit ?? ''}`.trim(), time })
  })
  drawAttribute(node, 'aria-label', [of.label, ...words].filter(Boolean).join('. '))
  const range = [span.from, span.to].map((at) => momentWords(at, 'YYYY-MM-DD HH:mm', of.zone)).join(' – ')
  drawText(figure?.querySelector('[data-range]') ?? null, range)
}
