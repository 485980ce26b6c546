// The current value of an opened alarm and its forecast; the related setpoints with their values.
import { freshnessOf } from '../../../signal/web/freshness.ts'
import { formatAge, formatNumber } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { Go, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import type { LiveSignal } from '../../device/live/contract.ts'
import { ExplainAct } from '../../device/open/live-explain-act.tsx'
import { LiveCell, type LiveValues } from '../../device/open/live-value.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import type { AlarmInfo } from '../alarm/contract.ts'
import { type Ahead, aheadOf, type Heading, headingOf } from './heading.ts'
import { alarmText } from '../alarm/text.ts'

export type Course = { heading: Heading; ahead: Ahead | undefined }
type Live = { alarm: AlarmInfo; values: LiveValues | undefined }

const signalOf = ({ alarm, values }: Live): LiveSignal | undefined =>
  values?.signals?.find(({ id }) => id === alarm.signalId)

/** The forecast of the value. `undefined` if the value is not good, is a state, or the alarm is no longer active. */
export function useCourse({ alarm, values }: Live): Course | undefined {
  useNow()
  const signal = signalOf({ alarm, values })
  if (!values || !signal || alarm.state !== 'active' || typeof alarm.value !== 'number') return undefined
  const cell = values.source.subscribe(signal.id)
  const now = values.around.now()
  if (freshnessOf(cell.read(), { ...values.around, now }) !== 'good') return undefined
  const heading = headingOf(cell.trend(), now)
  if (!heading) return undefined
  const [low, high] = [signal.min ?? signal.valueLow, signal.max ?? signal.valueHigh]
  const range = { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }
  return { heading, ahead: aheadOf(heading, alarm.limits, range) }
}

/** The slope has two significant digits, because the fitted line is not more accurate. */
const slopeText = (perMs: number): string => formatNumber(Number(Math.abs(perMs * 60_000).toPrecision(2)))

export function Now({ alarm, values, course }: Live & { course: Course | undefined }) {
  const t = useText(alarmText)
  const signal = signalOf({ alarm, values })
  if (!values || !signal) return null
  return (
    <p className="alarm-now-line">
      {t('now')} <LiveCell id={signal.id} written={signal} values={values} />
      <ExplainAct equipmentId={alarm.equipmentId} signal={signal} values={values} />
      {course && <CourseWords course={course} signal={signal} />}
    </p>
  )
}

function CourseWords({ course: { heading, ahead }, signal }: { course: Course; signal: LiveSignal }) {
  const t = useText(alarmText)
  const language = useLanguage()
  const name = useName()
  const rate = `${slopeText(heading.perMs)} ${signal.unit ?? ''}`.trim()
  const told = ahead && {
    value: formatNumber(ahead.value, signal.decimals ?? undefined),
    age: formatAge(ahead.at - heading.at, language),
  }
  return (
    <span title={ahead?.name ? name(ahead.name) : undefined}>
      {t(heading.perMs > 0 ? 'rising' : 'falling', { rate })}
      {told && t('aheadIn', told)}
    </span>
  )
}

/** Related setpoints. Writing opens the device's page, which asks for confirmation and reads the value back. */
export function SetPoints({ alarm: { setPointIds, equipmentId }, values }: Live) {
  const t = useText(alarmText)
  const name = useName()
  const shown = setPointIds.flatMap((id) => values?.signals?.find((signal) => signal.id === id) ?? [])
  if (!values || shown.length === 0) return null
  const device = pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: equipmentId, alarm: 0 })
  return (
    <section className="alarm-part">
      <h3>{t('setPoints')}</h3>
      <ul className="alarm-points">
        {shown.map((signal) => (
          <li key={signal.id}>
            <span>{name(signal.title)}</span>
            <LiveCell id={signal.id} written={signal} values={values} />
            <Go to={withSearch(device, { do: 'write', signal: signal.id })}>{t('write')}</Go>
          </li>
        ))}
      </ul>
    </section>
  )
}
