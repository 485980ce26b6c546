// Alarms as a workbook.
import { xlsx as workbook } from '../../../core/workbook.ts'
import { wallOf } from '../../../core/zone.ts'
import { alarmWords } from './alarm-words.ts'
import { type Cell, cellsOf, type ExportedRow, headingsOf, type Reader, timeColumns } from './export-rows.ts'

/** The file in parts. */
export const xlsx = (batches: AsyncIterable<ExportedRow[]>, reader: Reader): AsyncGenerator<Uint8Array> =>
  workbook({
    sheetName: alarmWords[reader.language].exportName,
    headings: headingsOf(reader),
    times: timeColumns,
    batches: () => cells(batches, reader),
  })

async function* cells(batches: AsyncIterable<ExportedRow[]>, reader: Reader): AsyncGenerator<Cell[][]> {
  for await (const rows of batches) yield rows.map((row) => cellsOf(row, reader, (at) => wallOf(reader.zone, at)))
}
