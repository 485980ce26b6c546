// Play, pause, reset, speed, and a slider with the speed curve and the stops. [S2 track playback]
import { memo } from 'react'
import { formatTime } from '../../../ui/format.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import '../../../ui/slider.css'
import { useText } from '../../../ui/words.ts'
import type { Span } from '../history/part-span.ts'
import type { Track } from './contract.ts'
import { type Drawn, momentAt, speedPath, unknownOf } from './drawn.ts'
import { type Playback, playSpeeds } from './playback.ts'
import { trackText } from './text.ts'
import { usePlayed } from './use-playback.ts'
import { useTrackWords } from './use-words.ts'

type Of = { track: Track; drawn: Drawn; span: Span; playback: Playback }

export function TrackPlayer({ track, drawn, span, playback }: Of) {
  const t = useText(trackText)
  const words = useTrackWords()
  const { at, isPlaying, speed } = usePlayed(playback)
  const moment = momentAt(drawn, at)
  const shown = formatTime(at, track.zone)
  const said = !moment?.isKnown ? t('noData') : moment.speed === null ? '' : words.speed(moment.speed)
  return (
    <section className="track-player" aria-label={t('player')}>
      <div className="track-acts">
        <PlainAct
          kind="primary"
          icon={isPlaying ? 'pause' : 'play'}
          onClick={() => (isPlaying ? playback.pause() : playback.play())}
        >
          {t(isPlaying ? 'pause' : 'play')}
        </PlainAct>
        <PlainAct icon="undo" onClick={playback.reset}>
          {t('reset')}
        </PlainAct>
        <Segmented
          label={t('speed')}
          value={String(speed)}
          options={playSpeeds.map((each) => ({ value: String(each), label: `×${each}` }))}
          onChange={(next) => playback.setSpeed(playSpeeds.find((each) => String(each) === next) ?? speed)}
        />
        <strong className="track-time">{shown}</strong>
        <span className="track-said" data-unknown={moment?.isKnown ? undefined : ''}>
          {said}
        </span>
      </div>
      <div className="track-line">
        <Lane {...{ track, drawn, span }} />
        <i className="track-cursor" style={{ left: `${shareOf(at, span) * 100}%` }} />
      </div>
      <input
        className="slider"
        type="range"
        aria-label={t('time')}
        aria-valuetext={said ? `${shown}, ${said}` : shown}
        min={span.from}
        max={span.to}
        step={1000}
        value={at}
        onChange={(event) => playback.seek(Number(event.target.value))}
      />
      <div className="track-ends">
        <span>{formatTime(span.from, track.zone)}</span>
        <span>{formatTime(span.to, track.zone)}</span>
      </div>
    </section>
  )
}

const shareOf = (at: number, { from, to }: Span): number => (to > from ? (at - from) / (to - from) : 0)

/** The speed curve with stops; unknown periods are hatched. */
const Lane = memo(function Lane({ track, drawn, span }: Omit<Of, 'playback'>) {
  const t = useText(trackText)
  const words = useTrackWords()
  const { path, top } = speedPath(drawn, span)
  const placed = ({ from, to }: Span) => ({
    left: `${shareOf(from, span) * 100}%`,
    width: `${(shareOf(to, span) - shareOf(from, span)) * 100}%`,
  })
  return (
    <>
      {unknownOf(drawn, span).map((each) => (
        <i key={each.from} className="track-unknown" style={placed(each)} title={t('unknown')} />
      ))}
      {track.stops.map((stop) => (
        <i key={stop.from} className="track-stood" style={placed(stop)} title={t('stopped')} />
      ))}
      {track.events.map(({ at, alarmId, isRaised, name, is }) => (
        <i
          key={`${alarmId} ${isRaised}`}
          className="track-event"
          data-raised={isRaised || undefined}
          style={{ left: `${shareOf(at, span) * 100}%` }}
          title={t(is, { name })}
        />
      ))}
      <svg
        viewBox="0 0 1000 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('speedCurve', { top: words.speed(top) })}
      >
        <path d={path} />
      </svg>
      <small className="track-top">{words.speed(top)}</small>
    </>
  )
})
