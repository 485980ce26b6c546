// The alarm rate of the last 24 hours, compared with the limits of EEMUA 191.
import { formatClock, formatNumber } from '../../../ui/format.ts'
import { useLink } from '../../../ui/link.ts'
import { useZone } from '../../../ui/me.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { hourMs, manageablePerHour } from './rules.ts'
import { alarmStatisticsText } from './text.ts'
import './alarm-statistics.css'
import { useStatistics } from './use-statistics.ts'

const hours = 24
/** Maximum number of alarms in ten minutes that one operator can handle. */
const peakMost = 10

/** Rounds up to a full minute, so that a screen queries at most once a minute. */
export const endOfSpan = (now: number): number => Math.ceil(now / 60_000) * 60_000

/** `isBeside`: an opened alarm is beside it, so that there is less room. */
export function AlarmStrip({ isBeside }: { isBeside: boolean }) {
  const t = useText(alarmStatisticsText)
  const to = endOfSpan(useNow())
  const from = to - hours * hourMs
  const isUp = useLink().state === 'up'
  const { data: counted, error } = useStatistics(from, to)
  // After an error, or while the platform is unreachable, the counts may be outdated and are hidden.
  const data = isUp && !error ? counted : undefined
  const perHour = data?.perHour ?? new Array<number>(hours).fill(0)
  const last = perHour.at(-1) ?? 0
  const { aim, most } = manageablePerHour
  return (
    <section className={isBeside ? 'card alarm-strip alarm-strip-beside' : 'card alarm-strip'} aria-busy={!data}>
      <div className="alarm-rate">
        <span>{t('perHour')}</span>
        <p>
          <b className={last > most ? 'alarm-too-many' : undefined}>{data ? formatNumber(last) : '–'}</b>{' '}
          {t('lastHour')}
        </p>
        <span>{t('manageable', { aim, most })}</span>
      </div>
      <HourBars perHour={perHour} from={from} />
      <dl className="alarm-figures">
        <Figure label={t('peak')} note={t('peakOf', { most: peakMost })} value={data && (data.peak?.count ?? 0)} />
        <Figure label={t('chattering')} value={data?.chattering} />
        <Figure label={t('standing')} value={data?.standing} />
        <div>
          <dt>{t('mix')}</dt>
          <dd>{data && data.total > 0 ? mixOf(data.mix, data.total) : '–'}</dd>
        </div>
      </dl>
    </section>
  )
}

function Figure({ label, value, note }: { label: string; value: number | undefined; note?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{value === undefined ? '–' : formatNumber(value)}</b> {note}
      </dd>
    </div>
  )
}

/** Percentages for the number of alarms of each severity; `total` is not zero. */
function mixOf(mix: { severe: number; important: number; normal: number }, total: number) {
  const part = (count: number) => Math.round((count / total) * 100)
  return (
    <>
      <b>
        {part(mix.severe)} : {part(mix.important)} : {part(mix.normal)}
      </b>{' '}
      %
    </>
  )
}

/**
 * Shows one bar per hour. Hours with more alarms than an operator can handle have a number and the colour of important
 * alarms.
 */
export function HourBars({ perHour, from }: { perHour: readonly number[]; from: number }) {
  const t = useText(alarmStatisticsText)
  const zone = useZone()
  const { aim, most } = manageablePerHour
  const top = Math.max(most + 2, ...perHour)
  const high = (count: number) => `${(count / top) * 100}%`
  const lastHour = perHour.length - 1
  return (
    <div className="alarm-bars" role="img" aria-label={t('hourBars')}>
      <div className="alarm-bars-plot">
        {[aim, most].map((line) => (
          <i key={line} className="alarm-bars-line" style={{ bottom: high(line) }}>
            {line}
          </i>
        ))}
        {perHour.map((count, hour) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
            key={hour}
            style={{ height: high(count) }}
            className={count > most ? 'alarm-bar-over' : hour === lastHour ? 'alarm-bar-now' : undefined}
          >
            {(count > most || (hour === lastHour && count > 0)) && <b>{formatNumber(count)}</b>}
          </span>
        ))}
      </div>
      <p className="alarm-bars-hours">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour} style={{ left: `${(hour / hours) * 100}%` }}>
            {formatClock(from + hour * hourMs, zone).slice(0, 5)}
          </span>
        ))}
        <span className="alarm-bars-now">{t('now')}</span>
      </p>
    </div>
  )
}
