// The charts of two variables against each other: stored readings of a time range, and live ones on a live page.
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { joinWords } from '../../ui/punctuation.ts'
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import { cssColour } from '../colour.ts'
import { colourField } from '../fields.ts'
import type { PageHost } from '../host/page-host.ts'
import type { CurveShape } from '../services.ts'
import { useAsked } from '../use-asked.ts'
import type { Input, Size } from '../widget.ts'
import { numberOf } from './live-lines.ts'
import { axisOf, type Point, pairsOf } from './pairs.ts'
import { curveOf, pastCurves, wantedOf } from './past-curves.ts'
import { spanOf } from './span.ts'
import { pastText } from './text.ts'
import { usePastMoment } from './use-moment.ts'
import { type Trace, XyChart } from './xy-chart.tsx'
import './moving-curves.css'

/** Fields of each variable on the Y axis. */
export const traceFields = { color: colourField('', { label: { en: 'Colour', 'zh-cn': '颜色' } }) }

export type Range = readonly [number, number] | undefined
type Of = {
  xs: readonly Input[]
  ys: readonly Input[]
  host: PageHost
  size: Size
  minutes: number
  rangeX: Range
  rangeY: Range
  isDots: boolean
  /** The reports that store them, if the author chose some. */
  reports?: { x: number; y: number }
}

const points = 500
/** Room for the label of a tick, px. */
const [tickWidth, tickHeight] = [80, 40]
const renewMs = 300_000
const maxLive = 2000

export function XyTraces({ xs, ys, host, size, minutes, rangeX, rangeY, isDots, reports }: Of) {
  const t = useText(pastText)
  const count = Math.min(xs.length, ys.length)
  const hasPair = ys.slice(0, count).some((y, index) => wantedOf([xs[index]!, y]).length === 2)
  const moment = usePastMoment(host, minutes)
  const wanted = [...wantedOf(xs.slice(0, count), reports?.x), ...wantedOf(ys.slice(0, count), reports?.y)]
  const asked = useAsked({
    host,
    service: 'history',
    key: hasPair ? JSON.stringify([wanted, minutes, moment]) : null,
    ask: (history, ending) => pastCurves(history, wanted, { points, ...spanOf({ minutes }, host.now()) }, ending),
    ...(moment === null ? { everyMs: renewMs } : {}),
  })
  const live = useLivePairs(xs, ys, moment === null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: inputs change with the query
  const stored = useMemo(
    () =>
      Array.from({ length: count }, (_, index): readonly Point[] => {
        const [x, y] = [curveOf(xs[index]!, asked.data), curveOf(ys[index]!, asked.data)]
        return x && y ? pairsOf(x, y) : []
      }),
    [asked.data, count],
  )
  const unseen = [...xs, ...ys].filter(({ isUnseen }) => isUnseen).length
  if (!hasPair) return <WidgetNote>{unseen > 0 ? t('allUnseen') : t('needTwo')}</WidgetNote>
  const { from } = spanOf({ minutes }, host.now())
  const traces = stored.map((known, index): Trace => {
    const end = known.at(-1)?.at ?? Number.NEGATIVE_INFINITY
    const grown = [...known, ...(live[index] ?? []).filter(({ at }) => at > end)].filter(({ at }) => at >= from)
    const { binding, fields } = ys[index]!
    const ink = cssColour(fields.color) ?? `var(--series-${(index % 4) + 1})`
    return {
      key: String(index),
      title: binding.title ?? '',
      ink,
      points: grown,
      gapMs: gapOf(curveOf(ys[index]!, asked.data)),
    }
  })
  const all = traces.flatMap((trace) => trace.points)
  const titles = { x: titlesOf(xs.slice(0, count)), y: titlesOf(ys.slice(0, count)) }
  const latest = traces.flatMap((trace) => {
    const last = trace.points.at(-1)
    return last ? [`${formatNumber(last.x)}, ${formatNumber(last.y)}`] : []
  })
  const axis = (values: number[], range: Range, length: number) =>
    axisOf(values, range, Math.max(2, Math.min(6, Math.floor(length))))
  return (
    <div className="past-chart">
      {all.length > 0 && (
        <XyChart
          {...{ size, titles, traces, isDots }}
          x={axis(
            all.map(({ x }) => x),
            rangeX,
            size.width / tickWidth,
          )}
          y={axis(
            all.map(({ y }) => y),
            rangeY,
            size.height / tickHeight,
          )}
          label={[`${titles.y} / ${titles.x}`, ...latest].join('. ')}
        />
      )}
      {unseen > 0 && <small>{t('someUnseen', { count: unseen })}</small>}
      {(all.length === 0 || asked.state === 'failed') && <AskedNote asked={asked} />}
      {asked.state === 'ready' && all.length === 0 && <WidgetNote>{t('noPairs')}</WidgetNote>}
    </div>
  )
}

/** A state stored only on change has long gaps, a live pair arrives every second. */
const gapOf = (curve: CurveShape | undefined): number => Math.max(60_000, curve?.gapMs ?? 0)

const titlesOf = (inputs: readonly Input[]) =>
  joinWords([...new Set(inputs.map(({ binding }) => binding.title ?? ''))].filter(Boolean))

/** Pairs of live values, once a second while both are good. */
function useLivePairs(xs: readonly Input[], ys: readonly Input[], isLive: boolean): readonly (readonly Point[])[] {
  const [pairs, setPairs] = useState<readonly (readonly Point[])[]>([])
  const now = useRef({ xs, ys })
  now.current = { xs, ys }
  useEffect(() => {
    setPairs([])
    if (!isLive) return undefined
    const look = () =>
      setPairs((before) =>
        now.current.ys.map((input, index) => {
          const known = before[index] ?? []
          const point = pointNow(now.current.xs[index], input)
          return point && point.at > (known.at(-1)?.at ?? 0) ? [...known, point].slice(-maxLive) : known
        }),
      )
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [isLive])
  return pairs
}

function pointNow(xInput: Input | undefined, yInput: Input): Point | undefined {
  const [x, y] = [xInput?.read(), yInput.read()]
  if (x?.quality !== 'good' || y.quality !== 'good' || x.time === null || y.time === null) return undefined
  const point = { at: Math.max(x.time, y.time), x: numberOf(x.value), y: numberOf(y.value) }
  return Number.isNaN(point.x) || Number.isNaN(point.y) ? undefined : point
}
