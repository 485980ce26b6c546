// Devices as a table for a file, with the same columns that an import accepts.
import type { Language } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { TableFile } from '../../../core/table-file.ts'
import { type ColumnKey, cellOf, fleetColumns } from './columns.ts'
import type { Told } from './store.ts'

type Cells = (string | number | null)[]

/** The cells of a device's row, in the order of the columns. */
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

/** The table for a file, from batches of rows. */
export const fleetTable = (language: Language, batches: () => AsyncIterable<readonly Cells[]>): TableFile<Cells> => ({
  sheetName: language === 'en' ? 'Devices' : '设备',
  columns: fleetColumns.map(({ title }, c) => ({ title: title[language], cell: (row) => row[c]! })),
  batches,
})

/** Name of the file without its ending. */
export const fileNameOf = (language: Language): string => (language === 'en' ? 'devices' : '设备')
