// Describes a report in words: when it stores, and how many values.
import { useMemo } from 'react'
import type { Comparison, Condition, Report, Signal } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import type { Period } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { formatNumber } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { stateWords } from '../../../ui/value-words.ts'
import { type Translate, useText } from '../../../ui/words.ts'
import { useNamed } from '../../platform/open/translation-name.ts'
import { readable } from '../open/config-condition.ts'
import { pointsPerDay } from './estimate.ts'
import { reportText } from './text.ts'

type T = typeof reportText extends { t: Translate<infer W> } ? Translate<W> : never
type When = Pick<
  Report,
  'type' | 'mode' | 'period' | 'condition' | 'fluctuation' | 'isPercent' | 'minIntervalMs' | 'triggerSignalId'
>

export const symbolText: Record<Comparison, string> = { '==': '=', '!=': '≠', '>': '>', '>=': '≥', '<': '<', '<=': '≤' }

const everyKeys = {
  second: 'everySecond',
  minute: 'everyMinute',
  hour: 'everyHour',
  day: 'everyDay',
  week: 'everyWeek',
  month: 'everyMonth',
} as const

/** Converts seconds since the start of the day to text: `08:00`. */
export function clockText(offsetS: number): string {
  const parts = [Math.floor((offsetS % 86_400) / 3600), Math.floor((offsetS % 3600) / 60)]
  return [...parts, ...(offsetS % 60 ? [offsetS % 60] : [])].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The name of a weekday; 0 is Monday, the start of a period's week. */
export const weekday = (day: number, language: Language): string =>
  // The weekday's name is taken from a known week: 1 January 2024 was a Monday.
  new Date(Date.UTC(2024, 0, 1 + day)).toLocaleDateString(language, { weekday: 'long', timeZone: 'UTC' })

function beginWords(t: T, { unit, offsetS = 0 }: Period, lng: Language): string {
  const days = Math.floor(offsetS / 86_400)
  const clock = clockText(offsetS)
  if (unit === 'week') return `${weekday(days, lng)} ${clock}`
  return unit === 'month' ? `${t('dayOfMonth', { day: days + 1 })} ${clock}` : clock
}

export function periodWords(t: T, period: Period, lng: Language = language()): string {
  const { every, unit } = period
  const told = (t as (key: string, params: object) => string)(everyKeys[unit], { count: every })
  return period.offsetS ? `${told} ${t('from', { at: beginWords(t, period, lng) })}` : told
}

export function conditionWords(t: T, condition: Condition, signals: ReadonlyMap<number, Signal>): string {
  const title = (id: number) => signals.get(id)?.title ?? `#${id}`
  if ('expression' in condition) return readable(condition.expression, title)
  const { signalId, symbol, value } = condition
  return `${title(signalId)} ${symbolText[symbol]} ${stateWords(t, value, signals.get(signalId))}`
}

function changeWords(t: T, report: When, signals: ReadonlyMap<number, Signal>): string {
  const { fluctuation = 0, isPercent, minIntervalMs = limits.changeIntervalMs, triggerSignalId } = report
  const trigger = triggerSignalId === undefined ? undefined : (signals.get(triggerSignalId)?.title ?? '')
  const by = fluctuation > 0 && t('moved', { by: `${formatNumber(fluctuation)}${isPercent ? ' %' : ''}` })
  const first = trigger === undefined ? by || t('onChange') : t('onTrigger', { name: trigger })
  const often = t('atMostEvery', { seconds: formatNumber(minIntervalMs / 1000) })
  return [first, ...(trigger !== undefined && by ? [by] : []), often].join(' · ')
}

export function whenWords(t: T, report: When, signals: ReadonlyMap<number, Signal>): string {
  const { type, mode, period, condition } = report
  if (mode === 'change') return changeWords(t, report, signals)
  const every = period ? periodWords(t, period) : ''
  const rule = condition ? conditionWords(t, condition, signals) : ''
  if (mode === 'conditional') {
    return [t('whileIt', { condition: rule }), ...(type === 'normal' && every ? [every] : [])].join(' · ')
  }
  return mode === 'single' ? singleWords(t, report, signals) : every
}

function singleWords(t: T, { condition, triggerSignalId }: When, signals: ReadonlyMap<number, Signal>): string {
  const rule = condition ? conditionWords(t, condition, signals) : ''
  if (triggerSignalId === undefined) return t('whenIt', { condition: rule })
  const fires = t('onFired', { name: signals.get(triggerSignalId)?.title ?? `#${triggerSignalId}` })
  return rule ? `${fires} · ${t('whileIt', { condition: rule })}` : fires
}

/** Numbers below 100 with one decimal, others rounded. */
export const formatPoints = (points: number): string =>
  formatNumber(points < 100 ? Math.round(points * 10) / 10 : Math.round(points))

/** Values per day as a number: `≤ 86,400`, or that the number is unknown. */
export function perDayWords(t: T, report: Parameters<typeof pointsPerDay>[0]): string {
  const estimate = pointsPerDay(report)
  if (!estimate) return t('unknown')
  const points = formatPoints(estimate.points)
  return estimate.isAtMost ? t('atMost', { points }) : points
}

/** Returns functions that describe reports: `const { when } = useReportWords(config.signals)`. */
export function useReportWords(signals: readonly Signal[]) {
  const t = useText(reportText)
  const named = useNamed(signals, 'title')
  return useMemo(() => {
    const known = new Map(named?.map((signal) => [signal.id as number, signal]))
    return {
      when: (report: When) => whenWords(t, report, known),
      title: (id: number) => known.get(id)?.title ?? `#${id}`,
    }
  }, [t, named])
}
