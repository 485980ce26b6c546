// How many alarms a person has to deal with, after EEMUA 191: of the last 24 hours, at a glance.
import { formatClock, formatNumber } from '../../ui/format.ts'
import { useMe } from '../../ui/me.ts'
import { useNow } from '../../ui/use-now.ts'
import { useText } from '../../ui/words.ts'
import { hourMs, manageablePerHour } from './rules.ts'
import { alarmText } from './text.ts'
import { useStatistics } from './use-alarms.ts'

const hours = 24
/** Most in ten minutes that a person follows. */
const peakMost = 10
const [barWidth, barRoom, plotHeight] = [11, 15, 44]

/** Spans end with a minute, so that a screen asks once a minute and no more. */
export const endOfSpan = (now: number): number => Math.ceil(now / 60_000) * 60_000

export function AlarmStrip() {
  const t = useText(alarmText)
  const to = endOfSpan(useNow())
  const from = to - hours * hourMs
  const { data } = useStatistics(from, to)
  const perHour = data?.perHour ?? new Array<number>(hours).fill(0)
  const last = perHour.at(-1) ?? 0
  const { aim, most } = manageablePerHour
  return (
    <section className="card alarm-strip" aria-busy={!data}>
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
          <dd>{data ? mixOf(data.mix, data.total) : '–'}</dd>
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

/** Parts of a hundred. */
function mixOf(mix: { severe: number; important: number; normal: number }, total: number) {
  const part = (count: number) => (total === 0 ? 0 : Math.round((count / total) * 100))
  return (
    <>
      <b>
        {part(mix.severe)} : {part(mix.important)} : {part(mix.normal)}
      </b>{' '}
      %
    </>
  )
}

/** Bars of hours; those beyond what a person manages in the colour of an important alarm, with their number. */
export function HourBars({ perHour, from }: { perHour: readonly number[]; from: number }) {
  const t = useText(alarmText)
  const zone = useMe()?.zone
  const { aim, most } = manageablePerHour
  const top = Math.max(most + 2, ...perHour)
  const y = (count: number) => plotHeight - (count / top) * plotHeight
  const width = perHour.length * barRoom
  return (
    <svg
      className="alarm-bars"
      viewBox={`-18 -12 ${width + 24} ${plotHeight + 28}`}
      role="img"
      aria-label={t('hourBars')}
    >
      {[aim, most].map((line) => (
        <g key={line}>
          <line x1={0} x2={width} y1={y(line)} y2={y(line)} />
          <text x={-6} y={y(line) + 4} textAnchor="end">
            {line}
          </text>
        </g>
      ))}
      {perHour.map((count, hour) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
        <g key={hour}>
          <rect
            x={hour * barRoom + 2}
            y={y(count)}
            width={barWidth}
            height={plotHeight - y(count)}
            className={count > most ? 'alarm-bar-over' : hour === perHour.length - 1 ? 'alarm-bar-now' : undefined}
          />
          {(count > most || (hour === perHour.length - 1 && count > 0)) && (
            <text
              x={hour * barRoom + 2 + barWidth / 2}
              y={y(count) - 3}
              textAnchor="middle"
              className="alarm-bar-count"
            >
              {count}
            </text>
          )}
        </g>
      ))}
      {[0, 6, 12, 18].map((hour) => (
        <text key={hour} x={hour * barRoom + 2} y={plotHeight + 14}>
          {formatClock(from + hour * hourMs, zone).slice(0, 5)}
        </text>
      ))}
      <text x={width} y={plotHeight + 14} textAnchor="end">
        {t('now')}
      </text>
    </svg>
  )
}
