// The most frequent and the longest alarms of a span: where improvement pays off first.
import { useState } from 'react'
import { AsOf } from '../../../ui/as-of.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { formatAge, formatNumber } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { Go, withSearch } from '../../../ui/place.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { alarmPage } from '../alarm/rules.ts'
import { endOfSpan, HourBars } from './part-strip.tsx'
import { hourMs } from './rules.ts'
import { alarmStatisticsText } from './text.ts'
import './alarm-statistics.css'
import { useStatistics } from './use-statistics.ts'

const spans = { span1: 1, span7: 7, span30: 30 } as const
type Span = keyof typeof spans

export function StatisticsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText(alarmStatisticsText)
  return (
    <SideDrawer open={open} title={t('statistics')} width={620} onClose={onClose}>
      <Figures />
    </SideDrawer>
  )
}

function Figures() {
  const t = useText(alarmStatisticsText)
  const language = useLanguage()
  const name = useName()
  const [span, setSpan] = useState<Span>('span1')
  const to = endOfSpan(useNow())
  const from = to - spans[span] * 24 * hourMs
  const query = useStatistics(from, to)
  const { data } = query
  const age = (ms: number) => formatAge(ms, language)
  return (
    <div className="alarm-statistics">
      <Segmented
        label={t('figuresOf')}
        value={span}
        options={(Object.keys(spans) as Span[]).map((value) => ({ value, label: t(value) }))}
        onChange={setSpan}
      />
      <AsOf query={query} />
      {query.error && !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton lines={10} />
      ) : (
        <>
          <dl className="alarm-figures alarm-figures-row">
            {(
              [
                ['total', data.total],
                ['peak', data.peak?.count ?? 0],
                ['chattering', data.chattering],
                ['standing', data.standing],
              ] as const
            ).map(([key, value]) => (
              <div key={key}>
                <dt>{t(key)}</dt>
                <dd>
                  <b>{formatNumber(value)}</b>
                </dd>
              </div>
            ))}
          </dl>
          {span === 'span1' && <HourBars perHour={data.perHour} from={from} />}
          <h3>{t('mostFrequent')}</h3>
          {data.mostFrequent.length === 0 && <p className="alarm-statistics-none">{t('noAlarms')}</p>}
          <ol className="alarm-ranks">
            {data.mostFrequent.map((rule) => (
              <li key={rule.ruleId}>
                <SeverityMark severity={rule.level} />
                <span>
                  <Go to={withSearch(alarmPage, { view: 'history', word: rule.name })}>{name(rule.name)}</Go>
                  <small>{name(rule.equipmentName)}</small>
                </span>
                <b>× {formatNumber(rule.count)}</b>
                <span className="alarm-ranks-end">{age(rule.activeMs)}</span>
              </li>
            ))}
          </ol>
          <h3>{t('longest')}</h3>
          <ol className="alarm-ranks">
            {data.longest.map((alarm) => (
              <li key={alarm.id}>
                <SeverityMark severity={alarm.level} />
                <span>
                  <Go to={withSearch(alarmPage, { view: 'history', alarm: alarm.id })}>{name(alarm.name)}</Go>
                  <small>{name(alarm.equipmentName)}</small>
                </span>
                <b>{age((alarm.clearedAt ?? to) - alarm.raisedAt)}</b>
                <span className="alarm-ranks-end">{alarm.clearedAt === null && t('stillStands')}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}
