// The current value of an opened alarm, and its forecast.
import { freshnessOf } from '../../../signal/web/freshness.ts'
import { formatAge, formatNumber } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import type { LiveSignal } from '../../device/live/contract.ts'
import { ExplainAct } from '../../device/open/live-explain-act.tsx'
import { LiveCell, type LiveValues } from '../../device/open/live-value.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import type { AlarmInfo } from '../alarm/contract.ts'
import { type Ahead, aheadOf, type Heading, headingOf } from './heading.ts'
import { alarmCurveText } from './text.ts'
import './alarm-curve.css'

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
  const t = useText(alarmCurveText)
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
  const t = useText(alarmCurveText)
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
