// The list of stops; a click moves the playback to the start of one.
import { formatNumber, formatTime } from '../../../ui/format.ts'
import { useText } from '../../../ui/words.ts'
import type { Track } from './contract.ts'
import type { Playback } from './playback.ts'
import { trackText } from './text.ts'
import { useTrackWords } from './use-words.ts'

type Of = { track: Track; playback: Playback; stopMinutes: number }

export function TrackStops({ track, playback, stopMinutes }: Of) {
  const t = useText(trackText)
  const words = useTrackWords()
  const { stops, stopCount, zone } = track
  return (
    <aside className="track-stops">
      <h3>
        {t('stops')} <b>{formatNumber(stopCount)}</b>
      </h3>
      {stops.length === 0 && <p>{t('noStops', { minutes: stopMinutes })}</p>}
      <ol aria-label={t('stops')}>
        {stops.map(({ from, to, longitude, latitude }, index) => (
          <li key={from}>
            <button type="button" onClick={() => playback.seek(from)}>
              <span className="track-stop-mark">{index + 1}</span>
              <span className="track-stop-times">
                {formatTime(from, zone).slice(5, 16)} – {toTime(from, to, zone)}
              </span>
              <strong>{words.lasting(to - from)}</strong>
              <small>
                {formatNumber(latitude, 5)}, {formatNumber(longitude, 5)}
              </small>
            </button>
          </li>
        ))}
      </ol>
      {track.fences.length + track.events.length > 0 && <FenceEvents {...{ track, playback }} />}
      {stops.length < stopCount && <p>{t('moreStops', { count: stopCount - stops.length })}</p>}
    </aside>
  )
}

/** Entering and leaving geofences: the start or end of an alarm. */
function FenceEvents({ track, playback }: Omit<Of, 'stopMinutes'>) {
  const t = useText(trackText)
  const { events, zone } = track
  return (
    <>
      <h3>
        {t('fences')} <b>{formatNumber(events.length)}</b>
      </h3>
      {events.length === 0 && <p>{t('noEvents')}</p>}
      <ol aria-label={t('fences')}>
        {events.map(({ at, alarmId, isRaised, name, is }) => (
          <li key={`${alarmId} ${isRaised}`}>
            <button type="button" onClick={() => playback.seek(at)}>
              <span className="track-event-mark" data-raised={isRaised || undefined} />
              <span className="track-stop-times">{formatTime(at, zone).slice(5, 16)}</span>
              <span />
              <small>
                {t(is, { name })} · {t(isRaised ? 'alarmBegan' : 'alarmEnded')}
              </small>
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The end of a time span; without the date if both ends are on the same day. */
function toTime(from: number, to: number, zone: string): string {
  const [begun, ended] = [formatTime(from, zone), formatTime(to, zone)]
  return begun.slice(0, 10) === ended.slice(0, 10) ? ended.slice(11, 16) : ended.slice(5, 16)
}
