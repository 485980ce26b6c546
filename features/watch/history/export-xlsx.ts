// An export as a workbook. A time is the device's wall time, with its offset beside it.
import { maxSheetRows, type WorkbookRow, xlsx as workbook } from '../../../core/workbook.ts'
import type { ExportRow, ExportTable } from './export-rows.ts'
import { word } from './export-words.ts'

/** The file in parts. */
export const xlsx = (table: ExportTable, rowsPerSheet = maxSheetRows): AsyncGenerator<Uint8Array> =>
  workbook(
    {
      sheetName: word('history', table.language),
      headings: table.headings,
      times: new Set([0]),
      batches: () => rows(table),
    },
    rowsPerSheet,
  )

async function* rows({ batches, clock }: ExportTable): AsyncGenerator<readonly WorkbookRow[]> {
  const cells = ({ at, values, quality }: ExportRow): WorkbookRow => [
    at + clock.offsetMs(at),
    clock.offset(at),
    ...values,
    quality === '' ? null : quality,
  ]
  for await (const batch of batches()) yield batch.map(cells)
}
