// The open alarms of a page's devices above its values, in words: severity, text, device, start.
import { formatClock, formatDate, formatNumber, formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import type { PageHost } from '../../../widgets/host/page-host.ts'
import type { AlarmLine } from '../../../widgets/services.ts'
import { useAsked } from '../../../widgets/use-asked.ts'
import { useFilled, useName } from '../../platform/open/translation-name.ts'
import { alarmScreens } from '../../watch/alarm/contract.ts'
import { noAlarmAccess } from '../../watch/open/alarm-no-access.tsx'
import { type Devices, type OpenAlarms, openAlarmsOf } from './open-alarms.ts'
import { pageValuesText } from './text.ts'

const everyMs = 10_000
/** Number of alarms above the values, and on request; the rest are counted. */
const [mostSeen, mostRead] = [3, 10]

type Props = { host: PageHost; equipmentIds: Devices }

/** The open alarms of a live page; a view of the past shows none. */
export function PageAlarms(props: Props) {
  const may = useMay()
  const language = useLanguage()
  if (may(alarmScreens.page)) return <Open {...props} />
  return props.host.isPast ? null : <p className="page-alarms-none">{noAlarmAccess(language)}</p>
}

function Open({ host, equipmentIds }: Props) {
  const t = useText(pageValuesText)
  const key = host.isPast || equipmentIds.length === 0 ? null : String(equipmentIds)
  const asked = useAsked({
    ...{ host, everyMs, key, service: 'alarms' },
    ask: (alarms, ending) => openAlarmsOf(alarms, equipmentIds, ending),
    watch: (alarms, changed) => alarms.watch?.(changed),
  })
  const { data, state } = asked
  if (state === 'failed' && !data) return <p className="page-alarms-none">{t('alarmsUnread')}</p>
  // While alarms are loading, a note says so, because the page would otherwise look free of alarms.
  if (!data) return key && state === 'waiting' ? <p className="page-alarms-none">{t('alarmsLoading')}</p> : null
  return (
    <AlarmList
      open={data}
      isOld={state === 'failed'}
      isNamed={equipmentIds === 'all' || equipmentIds.length > 1}
      zone={host.clock}
      now={host.now()}
    />
  )
}

type ListProps = { open: OpenAlarms; isOld: boolean; isNamed: boolean; zone: string; now: number }

/** A list of open alarms. `isNamed`: each alarm shows its device, since there are several. */
export function AlarmList({ open: { total, rows }, isOld, isNamed, zone, now }: ListProps) {
  const t = useText(pageValuesText)
  const read = rows.slice(0, mostRead)
  const [seen, folded] = [read.slice(0, mostSeen), read.slice(mostSeen)]
  const more = total - read.length
  const linesOf = (lines: readonly AlarmLine[]) => (
    <ul>
      {lines.map((line) => (
        <Line key={line.id} line={line} {...{ isNamed, zone, now }} />
      ))}
    </ul>
  )
  return (
    <div className="page-alarms" data-old={isOld || undefined}>
      <h2 role="status">{total === 0 ? t('noOpenAlarms') : t('openAlarms', { count: total })}</h2>
      {isOld && <p>{t('alarmsUnread')}</p>}
      {seen.length > 0 && linesOf(seen)}
      {folded.length > 0 && (
        <details>
          <summary>{t('moreAlarms', { count: formatNumber(total - seen.length) })}</summary>
          {linesOf(folded)}
          {more > 0 && <p>{t('moreAlarms', { count: formatNumber(more) })}</p>}
        </details>
      )}
    </div>
  )
}

function Line({ line, isNamed, zone, now }: { line: AlarmLine } & Omit<ListProps, 'open' | 'isOld'>) {
  const t = useText(pageValuesText)
  const name = useName()
  const filled = useFilled()
  const { level, content, name: title, equipmentName, raisedAt, acknowledgedAt, state, isHeard } = line
  const words = content && content !== title ? filled(content) : name(title)
  const isToday = formatDate(raisedAt, zone) === formatDate(now, zone)
  const since = isToday ? formatClock(raisedAt, zone) : formatTime(raisedAt, zone)
  const gone = { latched: t('alarmLatched'), cleared: t('alarmCleared') }
  const note = state !== 'active' ? gone[state] : isHeard ? '' : t('alarmLastKnown')
  return (
    <li>
      <SeverityMark severity={level} word blink={acknowledgedAt === null} hollow={state !== 'active'} />
      <span>{[words, isNamed ? name(equipmentName) : ''].filter(Boolean).join(' · ')}</span>
      <small>{[t('alarmSince', { time: since }), note].filter(Boolean).join(' · ')}</small>
    </li>
  )
}
