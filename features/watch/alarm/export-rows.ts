// The cells of exported alarms, in the language of the caller: for every format alike.
import { alarmKindWords } from '../../../contract/alarm-kinds.ts'
import type { Language } from '../../../contract/errors.ts'
import { alarmWords, levelWords, stateWords } from './alarm-words.ts'
import type { PlainRow } from './told-store.ts'

/** Whose language and clock an export has. */
export type Reader = { language: Language; zone: string }
export type Cell = string | number | null
/** `variable`: of the device, or an intermediate one; none for what has no variable, and where it is not told. */
export type ExportedRow = PlainRow & { variable: string | null }

const about = ['id', 'level', 'kind', 'device', 'variable', 'name', 'content'] as const
const readings = ['value', 'unit', 'limit', 'state'] as const
const times = ['raisedAt', 'clearedAt', 'acknowledgedAt'] as const
const after = ['acknowledgedBy', 'comment'] as const

/** Columns with a moment. */
export const timeColumns: ReadonlySet<number> = new Set(times.map((_, index) => about.length + readings.length + index))

export const headingsOf = ({ language, zone }: Reader): string[] => [
  ...[...about, ...readings].map((key) => alarmWords[language][key]),
  ...times.map((key) => `${alarmWords[language][key]} (${zone})`),
  ...after.map((key) => alarmWords[language][key]),
]

/** `at` writes a moment as the format has it. */
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
