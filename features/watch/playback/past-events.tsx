// Events on the day that is played back: alarms and writes as marks above the slider with details on hover, and buttons
// to the next and previous event.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useMemo, useState } from 'react'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import type { PageId } from '../../../contract/fields.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { formatNumber, formatTime, nothingShown } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { nextPageEvent, type PastWrite, queryPageEvents } from './contract.ts'
import { type Bar, barsOf, type Mark, marksOf, momentsOf, type Span, type Told } from './event-lane.ts'
import { playbackText } from './text.ts'

const dayMs = 24 * 3600_000
/** Maximum number of events in the details of one marker of the time line. */
const most = 4

type Seek = (at: number) => void
type Props = { pageId: PageId; zone: string; day: Span; onSeek: Seek }

const useMaySeeEvents = (): boolean => {
  const may = useMay()
  return may('alarm:view') || may('log:view')
}

export function PastEvents({ pageId, zone, day, onSeek }: Props) {
  const t = useText(playbackText)
  // The end of the day also for today, so that the query stays the same.
  const span = { from: day.from, to: day.from + dayMs }
  const may = useMaySeeEvents()
  const { data, error } = useQuery({ ...queryOf(queryPageEvents, { pageId, ...span }), enabled: may })
  const nearest = useNarrow() ? 1 / 14 : 1 / 50
  const { from, to } = day
  const marks = useMemo(
    () => (data ? marksOf(momentsOf(data.alarms, data.writes), { from, to }, nearest) : []),
    [data, from, to, nearest],
  )
  const bars = useMemo(() => (data ? barsOf(data.alarms, { from, to }, serverClock.now()) : []), [data, from, to])
  const [told, setTold] = useState<Mark | null>(null)
  const quiet = () => setTold(null)
  if (error) return <p className="timeline-told timeline-told-fault">{t('eventsFault', { reason: error.message })}</p>
  if (!data || marks.length + bars.length === 0) return null
  return (
    <>
      <section className="timeline-lane" aria-label={t('eventsOfDay')} onMouseLeave={quiet} onBlur={quiet}>
        {bars.map((bar) => (
          <i
            key={`${bar.level} ${bar.from}`}
            className={`timeline-bar severity-${bar.level}`}
            style={placeOf(bar, day)}
          />
        ))}
        {marks.map((mark) => (
          <MarkAct key={mark.at} mark={mark} zone={zone} onTell={setTold} onSeek={onSeek} />
        ))}
      </section>
      {data.isCut && <small className="timeline-note">{t('eventsCut')}</small>}
      {told && marks.includes(told) && <ToldOf mark={told} zone={zone} />}
    </>
  )
}

function placeOf({ from, to }: Bar, day: Span): CSSProperties {
  const length = day.to - day.from
  return { '--from': (from - day.from) / length, '--to': (to - day.from) / length } as CSSProperties
}

type MarkProps = { mark: Mark; zone: string; onTell: (mark: Mark) => void; onSeek: Seek }

function MarkAct({ mark, zone, onTell, onSeek }: MarkProps) {
  const t = useText(playbackText)
  const words = useWords(zone)
  const { told, level, place, at } = mark
  const more = told.length > 1 ? t('moreEvents', { count: told.length - 1 }) : ''
  return (
    <button
      type="button"
      className="timeline-mark"
      style={{ '--from': place } as CSSProperties}
      aria-label={[words(told[0]!), more].filter(Boolean).join(' · ')}
      onMouseEnter={() => onTell(mark)}
      onFocus={() => onTell(mark)}
      onClick={() => {
        onTell(mark)
        onSeek(at)
      }}
    >
      {level ? <SeverityMark severity={level} /> : <Icon name="write" size={12} />}
    </button>
  )
}

function ToldOf({ mark: { told }, zone }: { mark: Mark; zone: string }) {
  const t = useText(playbackText)
  const words = useWords(zone)
  return (
    <ul className="timeline-told" aria-live="polite">
      {told.slice(0, most).map((each) => (
        <li key={'alarm' in each ? `${each.alarm.id} ${each.isEnd}` : `write ${each.write.id}`}>
          {'alarm' in each ? <SeverityMark severity={each.alarm.level} /> : <Icon name="write" size={12} />}
          {words(each)}
        </li>
      ))}
      {told.length > most && <li>{t('moreEvents', { count: told.length - most })}</li>}
    </ul>
  )
}

const inWords = (value: PastWrite['to']): string =>
  value === null ? nothingShown : typeof value === 'number' ? formatNumber(value) : String(value)

/** An event as one line: time, event, device. */
function useWords(zone: string): (told: Told) => string {
  const t = useText(playbackText)
  const name = useName()
  return (told) => {
    const time = formatTime(told.at, zone)
    if ('write' in told) {
      const { objectName, loginname: by, from, to, result } = told.write
      // The name of device and variable, each in the user's language.
      const of = objectName.split(' / ').map(name).join(' / ')
      const marks = { of, from: inWords(from), to: inWords(to), by }
      return [time, t(result === 'success' ? 'wasWritten' : 'wasNotWritten', marks)].join(' · ')
    }
    const { alarm, isEnd } = told
    return [time, t(isEnd ? 'wasCleared' : 'wasRaised', { name: name(alarm.name) }), name(alarm.equipmentName)].join(
      ' · ',
    )
  }
}

type StepProps = { pageId: PageId; at: number; isBack?: boolean; onSeek: Seek }

/** Jumps to the next or previous event, on any day. */
export function EventStep({ pageId, at, isBack = false, onSeek }: StepProps) {
  const t = useText(playbackText)
  const may = useMaySeeEvents()
  const next = useMutation({
    ...mutationOf(nextPageEvent),
    onSuccess: ({ at: found }) => (found === null ? toast.plain(t('noEvent')) : onSeek(found)),
  })
  if (!may) return null
  const step = () => next.mutate({ pageId, at: Math.round(at), isBack })
  return (
    <PlainAct icon={isBack ? 'left' : 'right'} busy={next.isPending} onClick={step}>
      {t(isBack ? 'eventBefore' : 'eventAfter')}
    </PlainAct>
  )
}
