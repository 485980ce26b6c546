// The bar above a page of values that switches between live and past. [S9]
import { useCallback, useEffect, useState } from 'react'
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import type { ReplaySource, ReplayState } from '../../../signal/web/replay.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { formatTime } from '../../../ui/format.ts'
import { MomentField } from '../../../ui/moment-field.tsx'
import '../../../ui/slider.css'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { IconAct, PlainAct } from '../../../ui/plain.tsx'
import { withNote } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { dayStart } from '../../../ui/zone.ts'
import { momentOf } from '../history/part-span.ts'
import { useDeviceZone } from '../history/part-words.ts'
import { CopyMoment } from '../playback/copy-moment.tsx'
import { EventStep, PastEvents } from '../playback/past-events.tsx'
import { playbackText } from '../playback/text.ts'
import '../playback/timeline.css'

const minuteMs = 60_000
const none: readonly string[] = []

/** The playback bar of a device. */
export function DeviceTimeline({ equipmentId, past }: { equipmentId: EquipmentId; past: ReplaySource | null }) {
  const zone = useDeviceZone(equipmentId)
  return <Timeline zone={zone} past={past} />
}

type Of = {
  /** IANA zone in which times are shown. */
  zone: string
  /** The page whose events the bar shows, if there is one. */
  pageId?: PageId | undefined
  /** Notes about the shown history. */
  notes?: readonly string[]
}

/** Live or past; in the past with date, time, events and speed. */
export function Timeline({ past, ...of }: Of & { past: ReplaySource | null }) {
  const t = useText(playbackText)
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
        <Player {...of} past={past} onLive={() => choose('live')} />
      ) : (
        <small className="timeline-note">{t('liveNote')}</small>
      )}
    </section>
  )
}

const speeds = [1, 10, 60, 600] as const
const settleMs = 120

function Player({ zone, pageId, notes = none, past, onLive }: Of & { past: ReplaySource; onLive: () => void }) {
  const t = useText(playbackText)
  const state = usePlayed(past)
  const [speed, setSpeed] = useState<number>(60)
  const [dragged, setDragged] = useState<number | null>(null)
  const shown = dragged ?? state.wanted ?? state.at ?? serverClock.now()
  const now = Math.floor(serverClock.now())
  const day = { from: dayStart(shown, zone), to: Math.min(now, dayStart(shown, zone, 1) - 1000) }
  const seek = useCallback((at: number) => past.seek(at), [past])
  useAddress(state)
  // While the slider is dragged, only the position at which it rests is requested.
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
      <CopyMoment at={shown} />
      <PlainAct kind="link" onClick={onLive}>
        {t('backToLive')}
      </PlainAct>
      <div className={pageId === undefined ? 'timeline-row' : 'timeline-row timeline-row-wide'}>
        {pageId !== undefined && <EventStep isBack pageId={pageId} at={shown} onSeek={seek} />}
        <div className="timeline-day">
          {pageId !== undefined && <PastEvents pageId={pageId} zone={zone} day={day} onSeek={seek} />}
          <input
            className="slider"
            type="range"
            aria-label={t('timeOfDay')}
            aria-valuetext={formatTime(shown, zone)}
            min={day.from}
            max={Math.max(day.from + 1000, day.to)}
            step={1000}
            value={shown}
            onChange={(event) => setDragged(Number(event.target.value))}
          />
        </div>
        {pageId !== undefined && <EventStep pageId={pageId} at={shown} onSeek={seek} />}
      </div>
      <span className="timeline-state" role="status" data-fault={state.fault ? '' : undefined}>
        {state.fault
          ? t('pastFault', { reason: withNote(state.fault.message, state.fault.code) })
          : state.isLoading
            ? t('pastLoading')
            : t('pastNote')}
        {notes.map((note) => (
          <span key={note} className="timeline-more">
            {note}
          </span>
        ))}
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

/** Writes the time into the address, so that it survives a reload and can be sent to a colleague. */
function useAddress({ at, wanted, isPlaying }: ReplayState): void {
  const { search, note } = usePlace()
  useEffect(() => {
    if (at === null || wanted !== null || isPlaying || search.at === undefined || search.at === String(Math.round(at)))
      return
    note({ ...search, at: Math.round(at) })
  }, [at, wanted, isPlaying, search, note])
}
