// Exported alarms as a table, in the language of the caller.
import { alarmKindWords } from '../../../contract/alarm-kinds.ts'
import type { Language } from '../../../contract/errors.ts'
import type { TableColumn, TableFile } from '../../../core/table-file.ts'
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

function columnsOf({ language, zone }: Reader): TableColumn<ExportedRow>[] {
  const words = alarmWords[language]
  const time = (key: 'raisedAt' | 'clearedAt' | 'acknowledgedAt'): TableColumn<ExportedRow> => ({
    title: withNote(words[key], zone, language),
    kind: 'time',
    cell: ({ [key]: at }) => (at === null ? null : wallOf(zone, at)),
  })
  return [
    { title: words.id, cell: ({ id }) => id },
    { title: words.level, cell: ({ level }) => levelWords[language][level] },
    { title: words.kind, cell: ({ kind }) => alarmKindWords[language][kind] },
    { title: words.device, cell: ({ equipmentName }) => equipmentName },
    { title: words.variable, cell: ({ variable }) => variable },
    { title: words.name, cell: ({ name }) => name },
    { title: words.content, cell: ({ content }) => content },
    { title: words.value, cell: ({ value }) => (typeof value === 'boolean' ? Number(value) : value) },
    { title: words.unit, cell: ({ unit }) => unit },
    { title: words.limit, cell: ({ limitText }) => limitText },
    { title: words.state, cell: ({ state }) => stateWords[language][state] },
    ...[time('raisedAt'), time('clearedAt'), time('acknowledgedAt')],
    { title: words.acknowledgedBy, cell: ({ acknowledgedName }) => acknowledgedName },
    { title: words.comment, cell: ({ comment }) => comment },
  ]
}

/** The table of an export. `batches` contain only the data that the caller may see. */
export const alarmTable = (batches: AsyncIterable<ExportedRow[]>, reader: Reader): TableFile<ExportedRow> => ({
  sheetName: alarmWords[reader.language].exportName,
  columns: columnsOf(reader),
  batches: () => batches,
})
