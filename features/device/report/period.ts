// Valid periods of the periodic modes. Pure.
import type { Period, StorageMode } from '../../../contract/gateway-config.ts'
import type { Words } from '../../../drivers/driver.ts'

const periodReasons = {
  noCalendar: {
    en: 'weeks and months follow the calendar: choose seconds to days',
    'zh-cn': '周和月按日历计算，此处请选择秒至天',
  },
  tooShort: { en: 'at least 1', 'zh-cn': '至少为 1' },
  tooLong: { en: 'at most one year', 'zh-cn': '不能超过一年' },
  notWhole: {
    en: 'it does not divide the hour or day evenly: choose e.g. 5, 10, 15 or 30',
    'zh-cn': '无法整除时钟，请选择如 5、10、15、30',
  },
  lateOffset: { en: 'the start must be within the period', 'zh-cn': '起始偏移必须小于周期' },
} satisfies Record<string, Words>

const unitS: Record<Period['unit'], number> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_629_746,
}

/** Length of a period in seconds; a month has its mean length. */
export const periodSeconds = ({ every, unit }: Period): number => every * unitS[unit]

const yearS = 366 * unitS.day
/** Number of units in a day, or of months in a year: a period must divide it. */
const whole: Partial<Record<Period['unit'], number>> = { second: 86_400, minute: 1440, hour: 24, month: 12 }

/** The units that a mode permits. Modes that are not aligned to the calendar have no months. */
export const unitsOf = (mode: StorageMode): readonly Period['unit'][] =>
  mode === 'periodic' ? ['second', 'minute', 'hour', 'day', 'week', 'month'] : ['second', 'minute', 'hour', 'day']

/** The reason why a mode cannot have this period, or undefined. */
export function periodFault(period: Period, mode: StorageMode): Words | undefined {
  const { every, unit, offsetS = 0 } = period
  if (!unitsOf(mode).includes(unit)) return periodReasons.noCalendar
  if (every < 1) return periodReasons.tooShort
  if (every > 86_400 || periodSeconds(period) > yearS) return periodReasons.tooLong
  if (mode !== 'periodic') return undefined
  if ((whole[unit] ?? every) % every !== 0) return periodReasons.notWhole
  return offsetS < periodSeconds(period) ? undefined : periodReasons.lateOffset
}
