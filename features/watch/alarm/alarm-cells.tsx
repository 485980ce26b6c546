// The cells of an alarm row: value and limit, state, age, and who acknowledged or shelved it.
import { serverClock } from '../../../signal/web/server-clock.ts'
import { formatAge, formatClock, formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useZone } from '../../../ui/me.ts'
import { joinWords, withHeading } from '../../../ui/punctuation.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { useMethodWords } from '../../notify/open/delivery-told.tsx'
import { useFilled, useName } from '../../platform/open/translation-name.ts'
import { limitWords, raisedValueText } from '../open/alarm-value-words.ts'
import { levelWords, stateWords } from './alarm-words.ts'
import type { AlarmRow } from './contract.ts'
import { alarmText } from './text.ts'

/** The platform's time, every second. */
export function usePlatformNow(): number {
  const now = useNow()
  return now + serverClock.offsetMs()
}

/** How long the condition held, or has held so far. */
export const stoodMs = ({ raisedAt, clearedAt }: Pick<AlarmRow, 'raisedAt' | 'clearedAt'>, now: number): number =>
  (clearedAt ?? now) - raisedAt

export function ValueCell({ row }: { row: AlarmRow }) {
  return (
    <td className="cell-right alarm-value">
      <span className={row.state === 'active' ? 'alarm-strong' : 'alarm-faint'}>{raisedValueText(row)}</span>{' '}
      <i>{row.unit}</i>
      <small>{limitWords(row)}</small>
    </td>
  )
}

export function StateCell({ row }: { row: AlarmRow }) {
  const t = useText(alarmText)
  const language = useLanguage()
  return (
    <td className={row.state === 'active' && row.isHeard ? 'alarm-state' : 'alarm-state alarm-state-gone'}>
      {row.state === 'active' && !row.isHeard ? (
        <span className="alarm-faint" title={t('notHeard')}>
          {t('lastKnown')}
        </span>
      ) : (
        <span className={row.state === 'active' ? undefined : 'alarm-faint'}>{stateWords[language][row.state]}</span>
      )}
      <small className={row.acknowledgedAt === null ? 'alarm-strong' : undefined}>
        {t(row.acknowledgedAt === null ? 'notAcknowledged' : 'isAcknowledged')}
      </small>
    </td>
  )
}

export function AgeCell({ row }: { row: AlarmRow }) {
  const t = useText(alarmText)
  const zone = useZone()
  const language = useLanguage()
  const now = usePlatformNow()
  return (
    <td className="cell-right alarm-age">
      <time dateTime={new Date(row.raisedAt).toISOString()} title={formatTime(row.raisedAt, zone)}>
        {formatAge(now - row.raisedAt, language)}
      </time>
      {row.isBacklog && <small>{t('backlog')}</small>}
    </td>
  )
}

/** The last or the next event of an alarm, with its details. */
function useLastWords({ told, shelf, next, ...row }: AlarmRow): [string, string] {
  const t = useText(alarmText)
  const language = useLanguage()
  const zone = useZone()
  const filled = useFilled()
  const named = useName()
  const now = usePlatformNow()
  const methods = useMethodWords()
  if (shelf?.until != null)
    return [t('shelvedUntil', { at: momentText(shelf.until, now, zone) }), reasonOf(shelf, named)]
  if (shelf) return [t('isOut'), reasonOf(shelf, named)]
  if (row.acknowledgedAt !== null)
    return [`${named(row.acknowledgedName ?? '')} · ${momentText(row.acknowledgedAt, now, zone)}`, row.comment ?? '']
  if (row.count > 1)
    return [t('chatters'), t('timesIn', { count: row.count, age: formatAge(now - row.firstAt, language) })]
  if (next)
    return [
      t('nextIs', { name: joinWords(next.names.map(named)) || t('nextOthers') }),
      t('nextBy', { method: methods(next.methods), at: momentText(next.at, now, zone) }),
    ]
  if (told.length > 0) return [t('toldBy', { method: methods(told) }), '']
  return ['', row.comment ?? (row.content === row.name ? '' : filled(row.content))]
}

export function LastCell({ row }: { row: AlarmRow }) {
  const [first, second] = useLastWords(row)
  return (
    <td className="alarm-last">
      <span title={first}>{first}</span>
      <small title={second}>{second}</small>
    </td>
  )
}

/** On a phone, instead of state and last event: severity, state and acknowledgement in words, and what happens next. */
export function PhoneCell({ row }: { row: AlarmRow }) {
  const t = useText(alarmText)
  const language = useLanguage()
  const zone = useZone()
  const named = useName()
  const now = usePlatformNow()
  const [last] = useLastWords(row)
  const { next, state, acknowledgedAt } = row
  const isWaiting = acknowledgedAt === null
  const stands = row.isHeard ? '' : t('lastKnown')
  const follows =
    next && isWaiting && row.shelf === null && row.count === 1
      ? t('nextAt', { at: momentText(next.at, now, zone), name: joinWords(next.names.map(named)) || t('nextOthers') })
      : last
  const parts = [levelWords[language][row.level], state === 'active' ? stands : stateWords[language][state]]
  return (
    <td className="alarm-line">
      {parts.map((words) => words && `${words} · `)}
      {isWaiting ? <b className="alarm-strong">{t('notAcknowledged')}</b> : t('isAcknowledged')}
      {follows && ` · ${follows}`}
    </td>
  )
}

const reasonOf = ({ accountName, reason }: NonNullable<AlarmRow['shelf']>, named: (source: string) => string): string =>
  withHeading(named(accountName), reason)

/** Formats a moment: only the time if it is today, else with the date. */
function momentText(at: number, now: number, zone: string): string {
  const text = formatTime(at, zone)
  const isToday = text.slice(0, 10) === formatTime(now, zone).slice(0, 10)
  return isToday ? formatClock(at, zone).slice(0, 5) : text.slice(5, 16)
}
