// The period of a report's rows in words.
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { ReportBucket } from './contract.ts'
import { reportText } from './text.ts'

export function useRowWords(): (bucket: ReportBucket) => string {
  const t = useText(reportText)
  const named = useName()
  return ({ unit, every, dayStart, shifts }) => {
    if (unit === 'minute' || unit === 'hour')
      return t('every', { count: every, unit: t(unit === 'hour' ? 'hours' : 'minutes') })
    if (unit === 'shift') return t('eachShift', { names: shifts.map(({ name }) => named(name)).join(' / ') })
    const each = t(unit === 'day' ? 'eachDay' : unit === 'week' ? 'eachWeek' : 'eachMonth')
    return dayStart === '00:00' ? each : t('fromClock', { each, clock: dayStart })
  }
}
