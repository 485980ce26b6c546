// The label of a row of a custom report: day, shift or month. Pure.
import { formatTime } from '../../ui/format.ts'
import type { CustomRow, CustomUnit } from '../services.ts'
import { pastText } from './text.ts'

type Of = Pick<CustomRow, 'time' | 'until' | 'shift'>

/** The shortest unambiguous label. */
export function bucketWords({ time, until, shift }: Of, unit: CustomUnit, zone: string): string {
  const from = formatTime(time, zone)
  const day = from.slice(0, 10)
  if (unit === 'month') return day.slice(0, 7)
  if (unit === 'day') return day
  if (unit === 'week') return pastText.t('weekOf', { from: day, to: formatTime(until - 1, zone).slice(5, 10) })
  return unit === 'shift' ? pastText.t('shiftOf', { day, shift: shift ?? '' }) : from.slice(0, 16)
}

/** Start and end of a bucket as text. */
export const boundsWords = ({ time, until }: Pick<Of, 'time' | 'until'>, zone: string): string =>
  `${formatTime(time, zone).slice(0, 16)} – ${formatTime(until, zone).slice(0, 16)}`
