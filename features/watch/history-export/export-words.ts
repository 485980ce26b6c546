// The words of an exported table, in the language of the caller.
import { errorText, type Language } from '../../../contract/errors.ts'
import type { Aggregation } from '../../../contract/gateway-config.ts'
import { withHeading, withNote } from '../../../ui/punctuation.ts'
import type { Column } from '../history/part-reading.ts'

const words = {
  time: ['Time', '时间'],
  periodEnd: ['Period ending', '截止时间'],
  timeOrEnd: ['Time or period ending', '时间或截止时间'],
  offset: ['UTC offset', 'UTC 偏移'],
  quality: ['Quality', '质量'],
  history: ['History', '历史数据'],
} as const

const aggregations: Record<Aggregation, readonly [string, string]> = {
  delta: ['delta', '差值'],
  first: ['first', '首值'],
  last: ['last', '末值'],
  max: ['maximum', '最大值'],
  min: ['minimum', '最小值'],
  average: ['average', '平均值'],
}

const of = (pair: readonly [string, string], language: Language) => pair[language === 'en' ? 0 : 1]

export const word = (name: keyof typeof words, language: Language): string => of(words[name], language)

/**
 * The heading that explains the times of columns: a value of a summary has the time at the end of its period, any other
 * reading its own time.
 */
export function timeHeadingOf(columns: readonly Column[], language: Language): string {
  const summaries = columns.filter(({ aggregation }) => aggregation !== null).length
  if (summaries === 0) return word('time', language)
  return word(summaries === columns.length ? 'periodEnd' : 'timeOrEnd', language)
}

/** Title of a column: variable, aggregation, unit. */
export function headingOf({ title, aggregation, unit }: Column, language: Language): string {
  const named = aggregation ? `${title} ${of(aggregations[aggregation], language)}` : title
  return unit ? withNote(named, unit, language) : named
}

/** The text of the fault of a reading. */
export const qualityOf = (heading: string, code: number, language: Language): string =>
  withHeading(heading, errorText(code, language), language)
