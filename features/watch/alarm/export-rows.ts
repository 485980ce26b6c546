// Exported alarms as a table, in the language of the caller.
import { alarmKindWords } from '../../../contract/alarm-kinds.ts'
import type { Language } from '../../../contract/errors.ts'
import type { TableFile } from '../../../core/table-file.ts'
import type { WorkbookRow } from '../../../core/workbook.ts'
import { wallOf } from '../../../core/zone.ts'
import { withNote } from '../../../ui/punctuation.ts'
import { alarmWords, levelWords, stateWords } from './alarm-words.ts'
import type { PlainRow } from './told-store.ts'

/** Language and time zone of an export. */
type Reader = { language: Language; zone: string }
/**
 * A row of the export. `variable`: the device's variable or the intermediate variable; null if the alarm has none or
 * the caller may not see it.
 */
export type ExportedRow = PlainRow & { variable: string | null }

const about = ['id', 'level', 'kind', 'device', 'variable', 'name', 'content'] as const
const readings = ['value', 'unit', 'limit', 'state'] as const
const times = ['raisedAt', 'clearedAt', 'acknowledgedAt'] as const
const after = ['acknowledgedBy', 'comment'] as const

/** Indexes of the columns that contain times. */
const timeColumns: ReadonlySet<number> = new Set(times.map((_, index) => about.length + readings.length + index))

const headingsOf = ({ language, zone }: Reader): string[] => [
  ...[...about, ...readings].map((key) => alarmWords[language][key]),
  ...times.map((key) => withNote(alarmWords[language][key], zone, language)),
  ...after.map((key) => alarmWords[language][key]),
]

function cellsOf(row: ExportedRow, { language, zone }: Reader): WorkbookRow {
  const { value } = row
  const moments = times.map((key) => row[key])
  return [
    ...[row.id, levelWords[language][row.level], alarmKindWords[language][row.kind], row.equipmentName, row.variable],
    ...[row.name, row.content, typeof value === 'boolean' ? Number(value) : value, row.unit, row.limitText],
    ...[stateWords[language][row.state], ...moments.map((at) => (at === null ? null : wallOf(zone, at)))],
    ...[row.acknowledgedName, row.comment],
  ]
}

/** The table of an export. `shown` removes the data that the caller may not see from a row. */
export const alarmTable = (
  batches: AsyncIterable<ExportedRow[]>,
  reader: Reader,
  shown: (row: ExportedRow) => ExportedRow,
): TableFile<ExportedRow> => ({
  sheetName: alarmWords[reader.language].exportName,
  headings: headingsOf(reader),
  times: timeColumns,
  batches: () => batches,
  cells: (row) => cellsOf(shown(row), reader),
})
