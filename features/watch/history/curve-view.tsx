// Curves of the selected variables: as many points as the screen can show, raw readings when zoomed in.
import { useMemo, useRef, useState } from 'react'
import type { BinaryHistory, BinarySeries } from '../../../contract/history-binary.ts'
import { CurveChart, type CurveHandle, type CurveLine } from '../../../ui/curve-chart.tsx'
import { firstFrom } from '../../../ui/curve-data.ts'
import { downloadBlob, fileName } from '../../../ui/download.ts'
import { formatNumber, formatTime } from '../../../ui/format.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { comparedMs } from './address.ts'
import { bandsOf, columnsOf, lineOf, type Shown, spliced } from './curve-lines.ts'
import { ExportAct } from './export-act.tsx'
import type { HistoryOf, Scene } from './history-bar.tsx'
import { HoleList } from './hole-list.tsx'
import type { Span } from './part-span.ts'
import { useColumnTitle, useHoleWords } from './part-words.ts'
import { Statistics } from './statistics.tsx'
import { historyText } from './text.ts'
import { useAlarmEvents } from './use-alarm-events.ts'
import { type Answer, type CurveAnswers, suffices, useCurve } from './use-curve.ts'

export function CurveView({ device, zone, asked, home, shown, change }: Scene & { device: HistoryOf }) {
  const t = useText(historyText)
  const handle = useRef<CurveHandle>(null)
  const [pixels] = useState(() => Math.min(2400, window.innerWidth))
  const narrow = useNarrow()
  const { zoom, compare } = asked
  const view = useMemo(() => within(zoom, home), [zoom, home])
  const beforeMs = useMemo(() => comparedMs(compare, home.from, zone), [compare, home.from, zone])
  const columnIds = useMemo(() => shown.map(({ column }) => Number(column.id)), [shown])
  const answers = useCurve({ equipmentId: device.equipmentId, columnIds, home, view, pixels, beforeMs })
  const part = suffices(answers.part, view) ? answers.part : null
  const lines = useLines(shown, answers, part, beforeMs)
  const holeWords = useHoleWords()
  const { whole } = answers
  const events = useAlarmEvents(device.equipmentId, home)
  const bands = useMemo(() => bandsOf(whole?.history.holes ?? [], holeWords), [whole, holeWords])
  // Curves of the previous range would look like missing data in this range.
  const isOther = whole !== null && (whole.span.from > view.from || whole.span.to < view.to)
  if (answers.error && (!whole || isOther)) return <ErrorState error={answers.error} onRetry={answers.retry} />
  if (shown.length === 0) return <EmptyState icon="chart">{t('chartPoints')}</EmptyState>
  const title = fileName(`${device.name} ${formatTime(view.from, zone).replaceAll(':', '')}`)
  const saveImage = async () => {
    try {
      const blob = await handle.current?.image(device.name)
      if (blob) downloadBlob(`${title}.png`, blob)
    } catch (error) {
      toast.bad(error)
    }
  }
  const isZoomed = view !== home
  return (
    <>
      <section className="card history-curve">
        <header className="history-head">
          <span className="history-span">
            {t('rangeOf', { from: formatTime(view.from, zone), to: formatTime(view.to, zone) })}
          </span>
          <small className="history-zone">{t('byZone', { zone })}</small>
          {isZoomed && (
            <PlainAct kind="link" onClick={() => change({ zoom: undefined })}>
              {t('wholeRange')}
            </PlainAct>
          )}
          <Density answer={part ?? whole} view={view} isBusy={answers.isBusy} shown={shown} />
          <span className="history-acts">
            <ExportAct
              name={title}
              input={{ equipmentId: device.equipmentId, columnIds: shown.map(({ column }) => column.id), ...view }}
              onImage={() => void saveImage()}
            />
          </span>
        </header>
        {answers.error !== null && <ErrorState error={answers.error} onRetry={answers.retry} />}
        {whole ? (
          <CurveChart
            lines={lines}
            bands={bands}
            events={events}
            view={view}
            home={home}
            zone={zone}
            label={t('curveLabel', { name: device.name })}
            busy={answers.isBusy}
            handle={handle}
            onView={(next, isFinal) => isFinal && change({ zoom: next && !isWhole(next, home) ? next : undefined })}
          >
            {lines.every((line) => line.read().times.length === 0) && t('nothingInRange')}
          </CurveChart>
        ) : (
          <div className="history-waiting">
            <Skeleton lines={narrow ? 6 : 9} />
          </div>
        )}
      </section>
      <Statistics device={device} view={view} shown={shown} lines={lines} change={change} />
      <HoleList holes={whole?.history.holes ?? []} zone={zone} />
    </>
  )
}

const isWhole = (view: Span, home: Span) => view.from <= home.from && view.to >= home.to

/** The zoom, if it is in the range; otherwise the whole range. */
function within(zoom: Span | undefined, home: Span): Span {
  if (!zoom) return home
  const cut = { from: Math.max(zoom.from, home.from), to: Math.min(zoom.to, home.to) }
  return cut.to - cut.from >= 100 && !isWhole(cut, home) ? cut : home
}

const seriesOf = (history: BinaryHistory | undefined, { column }: Shown): BinarySeries | undefined =>
  history?.series.find(({ columnId }) => columnId === Number(column.id))

/** Neighbouring points of a reduced series are further apart than its readings. */
const spacingMs = (answer: Answer, series: BinarySeries | undefined): number =>
  series?.isReduced ? (6 * (answer.span.to - answer.span.from)) / answer.points : 0

function useLines(shown: readonly Shown[], answers: CurveAnswers, part: Answer | null, beforeMs: number): CurveLine[] {
  const titleOf = useColumnTitle()
  const { whole, before } = answers
  return useMemo(() => {
    if (!whole) return []
    return shown.flatMap((each, look): CurveLine[] => {
      const coarse = seriesOf(whole.history, each)
      const fine = part ? seriesOf(part.history, each) : undefined
      if (!coarse) return []
      const coarseColumns = columnsOf(coarse)
      const columns = part && fine ? spliced(coarseColumns, columnsOf(fine), part.span) : coarseColumns
      const spacing = part && fine ? spacingMs(part, fine) : spacingMs(whole, coarse)
      const title = titleOf(each.column)
      const line = lineOf(each, () => columns, { look, title, spacingMs: spacing, holdTo: whole.span.to })
      const earlier = before && seriesOf(before.history, each)
      if (!before || !earlier || beforeMs === 0) return [line]
      const earlierColumns = columnsOf(earlier)
      const ghost = { look, title, spacingMs: spacingMs(before, earlier), shiftMs: beforeMs, holdTo: before.span.to }
      return [line, lineOf(each, () => earlierColumns, ghost)]
    })
  }, [shown, whole, part, before, beforeMs, titleOf])
}

/** Shows whether every reading is drawn, or how many of them. */
function Density({
  answer,
  view,
  isBusy,
  shown,
}: {
  answer: Answer | null
  view: Span
  isBusy: boolean
  shown: readonly Shown[]
}) {
  const t = useText(historyText)
  const words = useMemo(() => {
    if (!answer) return ''
    const ids = new Set(shown.map(({ column }) => Number(column.id)))
    const series = answer.history.series.filter(({ columnId }) => ids.has(columnId))
    const inView = series.reduce(
      (sum, { times }) => sum + firstFrom(times, view.to + 1) - firstFrom(times, view.from),
      0,
    )
    if (inView === 0) return ''
    if (series.every(({ isReduced }) => !isReduced)) return t('raw', { shown: formatNumber(inView) })
    const [points, total] = [sum(series.map(({ times }) => times.length)), sum(series.map((each) => each.total))]
    return t('reduced', { shown: formatNumber(points), all: formatNumber(total) })
  }, [answer, view, shown, t])
  return (
    <small className="history-density" role="status">
      {isBusy && answer ? t('loadingFiner') : words}
    </small>
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)
