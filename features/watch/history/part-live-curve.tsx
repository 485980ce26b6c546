// The real-time curve: chosen variables moving through the last minutes. [S2 Device detail tabs: real-time curve]
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { callStream } from '../../../contract/call.ts'
import { type EquipmentId, SignalId } from '../../../contract/fields.ts'
import { decodeHistory } from '../../../contract/history-binary.ts'
import { limits } from '../../../contract/limits.ts'
import type { DataType } from '../../../core/data-type.ts'
import { staleAfterMs } from '../../../signal/web/freshness.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { holdMsOf } from '../../../signal/web/trend.ts'
import type { SignalSource } from '../../../signal/web/values.ts'
import { CurveChart, type CurveHandle, type CurveLine } from '../../../ui/curve-chart.tsx'
import { formatClock } from '../../../ui/format.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { valueWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { queryHistoryBinary } from './contract.ts'
import { columnsOf } from './curve-lines.ts'
import './history.css'
import { createLiveLine, type LiveLine } from '../../../signal/web/live-line.ts'
import { ChartPicker, type Pickable, type PickGroup } from './chart-picker.tsx'
import { useDeviceZone } from './part-words.ts'
import { historyText } from './text.ts'

type LiveVariable = {
  id: number
  title: string
  unit: string | null
  decimals: number | null
  texts: string | null
  dataType: DataType
  group: string | null
}

type Stream = { equipmentId: EquipmentId; source: SignalSource; intervalS: number; isLive: boolean }

const windows = [5, 15, 60] as const
const minuteMs = 60_000
/** Redraws about once per pixel, limited to what the eye can see and at least as often as values arrive. */
const moveMs = (spanMs: number): number => Math.min(1000, Math.max(750, spanMs / 1200))
const firstShown = 3

export function LiveCurveTab({
  variables,
  name,
  ...stream
}: Stream & { variables: readonly LiveVariable[] | null; name: string }) {
  const zone = useDeviceZone(stream.equipmentId)
  const t = useText(historyText)
  const { path, search, go } = usePlace()
  const [isChoosing, setChoosing] = useState(false)
  const change = (next: Record<string, string>) => go(withSearch(path, { ...search, ...next }), { replace: true })
  const chosen = useMemo(() => chosenOf(variables ?? [], search.signals), [variables, search.signals])
  const minutes = windows.find((each) => String(each) === search.minutes) ?? windows[0]
  if (!variables) return <Skeleton lines={8} />
  if (chosen.length === 0) return <EmptyState icon="chart">{t('noVariables')}</EmptyState>
  return (
    <div className="history">
      <div className="history-bar">
        <Segmented
          label={t('windowLabel')}
          value={String(minutes)}
          options={windows.map((count) => ({ value: String(count), label: t('minutes', { count }) }))}
          onChange={(next) => change({ minutes: next === String(windows[0]) ? '' : next })}
        />
        <PlainAct icon="chart" onClick={() => setChoosing(true)}>
          {t('variables', { count: chosen.length })}
        </PlainAct>
      </div>
      <Moving
        key={chosen.map(({ id }) => id).join()}
        {...stream}
        chosen={chosen}
        minutes={minutes}
        name={name}
        zone={zone}
      />
      <ChartPicker
        open={isChoosing}
        groups={groupsOf(variables, t('textColumn'), t('otherVariables'))}
        chosen={chosen.map(({ id }) => id)}
        onChoose={(ids) => change({ signals: ids.join('.') })}
        onClose={() => setChoosing(false)}
      />
    </div>
  )
}

/** Variables by group, without texts, which cannot be drawn. */
function groupsOf(variables: readonly LiveVariable[], textWhy: string, other: string): PickGroup[] {
  const groups = new Map<string, Pickable[]>()
  for (const { id, title, unit, group, dataType } of variables) {
    const name = group ?? other
    const why = dataType === 'string' ? textWhy : undefined
    groups.set(name, [...(groups.get(name) ?? []), { id, title, unit, why }])
  }
  return [...groups].map(([name, of]) => ({ name, of }))
}

function chosenOf(variables: readonly LiveVariable[], asked: string | undefined): LiveVariable[] {
  const drawable = variables.filter(({ dataType }) => dataType !== 'string')
  const found = (asked ?? '').split('.').flatMap((id) => drawable.filter((each) => String(each.id) === id))
  return (found.length > 0 ? found : drawable.slice(0, firstShown)).slice(0, limits.curveSignals)
}

function Moving({
  equipmentId,
  source,
  intervalS,
  isLive,
  chosen,
  minutes,
  name,
  zone,
}: Stream & { chosen: readonly LiveVariable[]; minutes: number; name: string; zone: string }) {
  const t = useText(historyText)
  const handle = useRef<CurveHandle>(null)
  const [pausedAt, setPausedAt] = useState<number | null>(null)
  const spanMs = minutes * minuteMs
  const lines = useLiveLines({ equipmentId, source, intervalS, chosen })
  const drawn = useMemo(() => chosen.map((variable, look) => lineOf(variable, look, lines)), [chosen, lines])
  const endAt = useCallback(() => Math.round(pausedAt ?? serverClock.now()), [pausedAt])
  const [first] = useState(() => ({ from: endAt() - spanMs, to: endAt() }))
  const home = pausedAt === null ? first : { from: pausedAt - windows[2] * minuteMs, to: pausedAt }
  const [zoom, setZoom] = useState<{ from: number; to: number } | null>(null)
  const paused = useMemo(
    () => (pausedAt === null ? null : (zoom ?? { from: pausedAt - spanMs, to: pausedAt })),
    [pausedAt, zoom, spanMs],
  )
  useEffect(() => {
    const move = () => handle.current?.redraw(paused ?? { from: endAt() - spanMs, to: endAt() })
    move()
    if (paused) return undefined
    const timer = setInterval(move, moveMs(spanMs))
    return () => clearInterval(timer)
  }, [paused, spanMs, endAt])
  return (
    <section className="card history-curve live-curve">
      <header className="history-head">
        <span className="history-density" role="status">
          {pausedAt === null
            ? isLive
              ? t('live')
              : t('notStreaming')
            : t('pausedAt', { time: formatClock(pausedAt, zone) })}
        </span>
        <span className="history-acts">
          <PlainAct
            icon={pausedAt === null ? 'pause' : 'play'}
            onClick={() => {
              setZoom(null)
              setPausedAt((now) => (now === null ? Math.round(serverClock.now()) : null))
            }}
          >
            {t(pausedAt === null ? 'pause' : 'resume')}
          </PlainAct>
        </span>
      </header>
      <CurveChart
        lines={drawn}
        view={paused ?? first}
        home={home}
        zone={zone}
        label={t('curveLabel', { name })}
        handle={handle}
        // A user who points into the moving curve wants to examine it: it pauses.
        onView={(next) => {
          setPausedAt((now) => now ?? Math.round(serverClock.now()))
          setZoom(next)
        }}
      />
    </section>
  )
}

function lineOf(
  { id, title, unit, decimals, texts, dataType }: LiveVariable,
  look: number,
  lines: { current: ReadonlyMap<number, LiveLine> },
): CurveLine {
  const empty = { times: new Float64Array(), values: new Float64Array() }
  const isState = dataType === 'bool'
  return {
    key: String(id),
    title,
    unit,
    read: () => lines.current.get(id)?.buffer.read() ?? empty,
    isStep: isState,
    isState,
    // No gap is detected here, because the line itself has a break at each gap.
    gapMs: Number.POSITIVE_INFINITY,
    shiftMs: 0,
    look,
    words: (value) => valueWords(isState ? value !== 0 : value, { dataType, decimals, unit, texts }),
  }
}

/** The growing lines by signal; React does not track them, the chart reads them as it draws. */
function useLiveLines({
  equipmentId,
  source,
  intervalS,
  chosen,
}: Omit<Stream, 'isLive'> & { chosen: readonly LiveVariable[] }) {
  const lines = useRef<ReadonlyMap<number, LiveLine>>(new Map())
  useEffect(() => {
    const pace = { trendGapMs: holdMsOf(intervalS), silenceMs: staleAfterMs(intervalS) }
    const begin = (stored: ReadonlyMap<number, { columns: ReturnType<typeof columnsOf>; gapMs: number }>) => {
      lines.current = new Map(
        chosen.map(({ id }) => {
          const cell = source.subscribe(id)
          const line = createLiveLine(stored.get(id), cell.trend(), pace)
          line.take(cell.read())
          return [id, line]
        }),
      )
    }
    begin(new Map())
    const ending = new AbortController()
    const now = Math.floor(serverClock.now())
    // If history is unavailable, the curve starts with the trends of the live values.
    loadStored(equipmentId, chosen, { from: now - windows[2] * minuteMs, to: now }, ending.signal).then(
      (stored) => ending.signal.aborted || begin(stored),
      () => undefined,
    )
    const leaves = chosen.map(({ id }) => {
      const cell = source.subscribe(id)
      return cell.watch(() => lines.current.get(id)?.take(cell.read()))
    })
    return () => {
      ending.abort()
      for (const leave of leaves) leave()
    }
  }, [equipmentId, source, intervalS, chosen])
  return lines
}

/** Stored readings of the last hour; for a variable in several reports, the series with the most readings. */
async function loadStored(
  equipmentId: EquipmentId,
  chosen: readonly LiveVariable[],
  span: { from: number; to: number },
  signal: AbortSignal,
) {
  const input = {
    equipmentId,
    signalIds: chosen.map(({ id }) => SignalId.parse(id)),
    ...span,
    reduce: 'latest' as const,
  }
  const response = await callStream(queryHistoryBinary, { ...input, points: 20_000 }, { signal })
  const { series } = decodeHistory(await response.arrayBuffer())
  const best = new Map<number, { columns: ReturnType<typeof columnsOf>; gapMs: number }>()
  for (const each of series) {
    const known = best.get(each.signalId)
    if (each.aggregation !== null || (known && known.columns.times.length >= each.times.length)) continue
    best.set(each.signalId, { columns: columnsOf(each), gapMs: paceOf(each.times) })
  }
  return best
}

/** A gap is more than four times the usual distance of readings; at least a minute and a half. */
function paceOf(times: Float64Array): number {
  const steps = times
    .slice(1)
    .map((at, i) => at - times[i]!)
    .sort()
  return Math.max(90_000, 4 * (steps[Math.floor(steps.length / 2)] ?? 0))
}
