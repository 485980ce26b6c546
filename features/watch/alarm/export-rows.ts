// The cells of exported alarms in the language of the caller, for every format.
import { alarmKindWords } from '../../../contract/alarm-kinds.ts'
import type { Language } from '../../../contract/errors.ts'
import { alarmWords, levelWords, stateWords } from './alarm-words.ts'
import type { PlainRow } from './told-store.ts'

/** Language and time zone of an export. */
export type Reader = { language: Language; zone: string }
export type Cell = string | number | null
/** `variable`: the device's or intermediate variable; null if the alarm has none or the caller may not see it. */
export type ExportedRow = PlainRow & { variable: string | null }

const about = ['id', 'level', 'kind', 'device', 'variable', 'name', 'content'] as const
const readings = ['value', 'unit', 'limit', 'state'] as const
const times = ['raisedAt', 'clearedAt', 'acknowledgedAt'] as const
const after = ['acknowledgedBy', 'comment'] as const

/** Indexes of the columns that contain times. */
export const timeColumns: ReadonlySet<number> = new Set(times.map((_, index) => about.length + readings.length + index))

export const headingsOf = ({ language, zone }: Reader): string[] => [
  ...[...about, ...readings].map((key) => alarmWords[language][key]),
  ...times.map((key) => `${alarmWords[language][key]} (${zone})`),
  ...after.map((key) => alarmWords[language][key]),
]

/** `at` formats an instant for the file format. */
export function cellsOf(row: ExportedRow, { language }: Reader, at: (instant: number) => Cell): Cell[] {
  const { value } = row
  const moments = times.map((key) => row[key])
  return [
    ...[row.id, levelWords[language][row.level], alarmKindWords[language][row.kind], row.equipmentName, row.variable],
    ...[row.name, row.content, typeof value === 'boolean' ? Number(value) : value, row.unit, row.limitText],
    ...[stateWords[language][row.state], ...moments.map((instant) => (instant === null ? null : at(instant)))],
    ...[row.acknowledgedName, row.comment],
  ]
}
