// Live or past: shows a page of values at any time. The time is in the address; the drawing code is the same for both.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { queryOf } from '../../contract/call.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import type { Around } from '../../signal/web/freshness.ts'
import { createReplaySource, type ReplaySource, type ReplayState } from '../../signal/web/replay.ts'
import { serverClock } from '../../signal/web/server-clock.ts'
import { browserFrames } from '../../signal/web/values.ts'
import { formatTime } from '../../ui/format.ts'
import { MomentField } from '../../ui/moment-field.tsx'
import { usePlace, withSearch } from '../../ui/place.tsx'
import { IconAct, PlainAct } from '../../ui/plain.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useText } from '../../ui/words.ts'
import { dayStart } from '../../ui/zone.ts'
import { momentOf } from './address.ts'
import { type HistoryReport, queryReports } from './contract.ts'
import { gapMsOf } from './rules.ts'
import './timeline.css'
import { loadReplay } from './load-replay.ts'
import { useDeviceZone } from './part-words.ts'
import { historyText } from './text.ts'

const minuteMs = 60_000

/** Whether the address has a past time. */
export const useIsPast = (): boolean => momentOf(usePlace().search.at) !== undefined

/** The stored values of devices while the address has a past time; null while everything is live. */
export function usePast(equipmentIds: readonly number[]): ReplaySource | null {
  const at = momentOf(usePlace().search.at)
  const isPast = at !== undefined
  const first = useRef(at)
  first.current = at
  const key = equipmentIds.join(',')
  const [past, setPast] = useState<ReplaySource | null>(null)
  useEffect(() => {
    if (!isPast) return undefined
    const ids = key === '' ? [] : key.split(',').map(Number)
    const source = createReplaySource({
      load: (from, to, signal) => loadReplay(ids, from, to, signal),
      end: () => Math.floor(serverClock.now()),
      frames: browserFrames(),
    })
    source.seek(first.current ?? source.read().at ?? 0)
    setPast(source)
    return () => {
      source.stop()
      setPast(null)
    }
  }, [key, isPast])
  return past
}

/** Whether the requested time is shown or still loading; `first`: nothing is shown yet. */
export function usePastWait(past: ReplaySource | null): 'ready' | 'loading' | 'first' {
  const read = () => {
    const state = past?.read()
    if (!state || state.fault || !state.isLoading) return state && state.at === null && !state.fault ? 'first' : 'ready'
    return state.at === null ? 'first' : 'loading'
  }
  return useSyncExternalStore(past?.watch ?? nothing, read, read)
}

const nothing = () => () => undefined

export function useAroundPast(
  equipmentId: EquipmentId,
  past: ReplaySource | null,
): ((signalId: number) => Around) | null {
  const { data } = useQuery({ ...queryOf(queryReports, { equipmentId }), enabled: past !== null })
  return useMemo(() => (past ? aroundsOf(past, data?.reports ?? [], data?.zone) : null), [past, data])
}

function aroundsOf(
  past: ReplaySource,
  reports: readonly HistoryReport[],
  zone: string | undefined,
): (signalId: number) => Around {
  const now = () => past.read().at ?? serverClock.now()
  const gaps = new Map<number, number>()
  for (const report of reports) {
    for (const { signalId } of report.columns) {
      gaps.set(Number(signalId), Math.min(gaps.get(Number(signalId)) ?? Number.POSITIVE_INFINITY, gapMsOf(report)))
    }
  }
  const made = new Map<number, Around>()
  return (signalId) => {
    const known = made.get(signalId)
    if (known) return known
    const gapMs = gaps.get(signalId) ?? Number.POSITIVE_INFINITY
    const staleMs = Number.isFinite(gapMs) ? gapMs : null
    const around = { intervalS: gapMs / 2500, staleMs, isReachable: true, now, isPast: true, zone }
    made.set(signalId, around)
    return around
  }
}

/** The bar: live or past; in the past its date, its time, and the speed. */
export function Timeline({ equipmentId, past }: { equipmentId: EquipmentId; past: ReplaySource | null }) {
  const t = useText(historyText)
  const { path, search, go } = usePlace()
  const isPast = momentOf(search.at) !== undefined
  const choose = (kind: 'live' | 'past') => {
    const at = kind === 'past' ? Math.floor(serverClock.now() - 10 * minuteMs) : ''
    go(withSearch(path, { ...search, at }), { replace: true })
  }
  return (
    <section className="timeline" data-past={isPast || undefined} aria-label={t('playBack')}>
      <Segmented
        label={t('playBack')}
        value={isPast ? 'past' : 'live'}
        options={[
          { value: 'live', label: t('live') },
          { value: 'past', label: t('past') },
        ]}
        onChange={choose}
      />
      {past ? (
        <Player equipmentId={equipmentId} past={past} onLive={() => choose('live')} />
      ) : (
        <small className="timeline-note">{t('liveNote')}</small>
      )}
    </section>
  )
}

const speeds = [1, 10, 60, 600] as const
const settleMs = 120

function Player({ equipmentId, past, onLive }: { equipmentId: EquipmentId; past: ReplaySource; onLive: () => void }) {
  const t = useText(historyText)
  const zone = useDeviceZone(equipmentId)
  const state = usePlayed(past)
  const [speed, setSpeed] = useState<number>(60)
  const [dragged, setDragged] = useState<number | null>(null)
  const shown = dragged ?? state.wanted ?? state.at ?? serverClock.now()
  const now = Math.floor(serverClock.now())
  const day = { from: dayStart(shown, zone), to: Math.min(now, dayStart(shown, zone, 1) - 1000) }
  const seek = useCallback((at: number) => past.seek(at), [past])
  useAddress(state)
  // Only the position where the slider stops is requested.
  useEffect(() => {
    if (dragged === null) return undefined
    const timer = setTimeout(() => {
      seek(dragged)
      setDragged(null)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [dragged, seek])
  const playAt = (next: number) => {
    setSpeed(next)
    if (state.isPlaying) past.play(next)
  }
  return (
    <>
      <strong className="timeline-time">{formatTime(shown, zone)}</strong>
      <span className="timeline-acts">
        <IconAct icon="left" label={t('stepBack')} onClick={() => seek(shown - minuteMs)} />
        <PlainAct
          icon={state.isPlaying ? 'pause' : 'play'}
          onClick={() => (state.isPlaying ? past.pause() : past.play(speed))}
        >
          {t(state.isPlaying ? 'pause' : 'play')}
        </PlainAct>
        <IconAct icon="right" label={t('stepOn')} disabled={shown >= now} onClick={() => seek(shown + minuteMs)} />
      </span>
      <Segmented
        label={t('speed')}
        value={String(speed)}
        options={speeds.map((each) => ({ value: String(each), label: `×${each}` }))}
        onChange={(next) => playAt(Number(next))}
      />
      <MomentField label={t('moment')} at={shown} zone={zone} max={now} onChange={(at) => seek(Math.min(at, now))} />
      <input
        className="timeline-slider"
        type="range"
        aria-label={t('timeOfDay')}
        aria-valuetext={formatTime(shown, zone)}
        min={day.from}
        max={Math.max(day.from + 1000, day.to)}
        step={1000}
        value={shown}
        onChange={(event) => setDragged(Number(event.target.value))}
      />
      <PlainAct kind="link" onClick={onLive}>
        {t('backToLive')}
      </PlainAct>
      <span className="timeline-state" role="status" data-fault={state.fault ? '' : undefined}>
        {state.fault
          ? t('pastFault', { reason: `${state.fault.message} (${state.fault.code})` })
          : state.isLoading
            ? t('pastLoading')
            : t('pastNote')}
      </span>
    </>
  )
}

const renewMs = 80

/** The state of a replay, at most a dozen times a second: it changes with every frame. */
function usePlayed(past: ReplaySource): ReplayState {
  const [state, setState] = useState(past.read)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      setState(past.read())
    }
    show()
    const leave = past.watch(() => {
      timer ??= setTimeout(show, renewMs)
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [past])
  return state
}

/** The time is in the address: it survives a reload and can be sent to a colleague. */
function useAddress({ at, wanted, isPlaying }: ReplayState): void {
  const { search, note } = usePlace()
  useEffect(() => {
    if (at === null || wanted !== null || isPlaying || search.at === undefined || search.at === String(Math.round(at)))
      return
    note({ ...search, at: Math.round(at) })
  }, [at, wanted, isPlaying, search, note])
}

/** That values of the past are shown, and why nothing is written meanwhile. */
export function usePastWords(): { past: string; noWrite: string } {
  const t = useText(historyText)
  return { past: t('past'), noWrite: t('pastNoWrite') }
}
