// Exports the devices of a filter to a file, read in portions while writing: the same columns that an import accepts.
import type { Language } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { byteOrderMark, textCell } from '../../../core/csv-cell.ts'
import { type WorkbookRow, xlsx } from '../../../core/workbook.ts'
import { type ColumnKey, cellOf, fleetColumns } from './columns.ts'
import type { fileFormats } from './contract.ts'
import type { Told } from './store.ts'

type Cells = (string | number | null)[]
export type FleetTable = { language: Language; batches(): AsyncIterable<readonly Cells[]> }

/** The cells of a device in column order. */
export const cellsOf = (
  { id, fields, sn, series, templateId }: Told,
  { group, template }: { group: (id: number) => string; template: (id: number) => string },
  language: Language,
): Cells => {
  const beside: Partial<Record<ColumnKey, unknown>> = {
    ...{ id: id as EquipmentId, sn, series },
    group: fields.groupId && group(fields.groupId),
    template: templateId && template(templateId),
  }
  return fleetColumns.map((column) =>
    cellOf(column, column.key in beside ? beside[column.key] : fields[column.key as keyof typeof fields], language),
  )
}

const headingsOf = (language: Language): string[] => fleetColumns.map(({ title }) => title[language])
const csvCell = (cell: string | number | null): string =>
  cell === null ? '' : typeof cell === 'number' ? String(cell) : textCell(cell)

async function* csv({ language, batches }: FleetTable): AsyncGenerator<Uint8Array> {
  let text = `${byteOrderMark}${headingsOf(language).map(textCell).join(',')}\r\n`
  for await (const rows of batches()) {
    for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

const workbook = ({ language, batches }: FleetTable): AsyncGenerator<Uint8Array> =>
  xlsx({
    sheetName: language === 'en' ? 'Devices' : '设备',
    headings: headingsOf(language),
    times: new Set(),
    async *batches() {
      for await (const rows of batches()) yield rows as readonly WorkbookRow[]
    },
  })

export const formats: Record<
  (typeof fileFormats)[number],
  { type: string; write(table: FleetTable): AsyncGenerator<Uint8Array> }
> = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: workbook },
}

export const fileNameOf = (format: keyof typeof formats, language: Language): string =>
  `${language === 'en' ? 'devices' : '设备'}.${format}`
