// Converts rows of a CSV file to edits of the sheet: a known name changes that variable, other rows are appended.
import type { fromCsv } from '../signal/part-csv.ts'
import { type Cells, type Edit, nextKey, type SheetColumn, type SheetRow, sheetColumns } from './sheet.ts'

type CsvRows = ReturnType<typeof fromCsv>['rows']
/** A row of an import. `line`: row number as in spreadsheet programs; the heading is row 1. */
type ImportRow = { line: number; key: number; isNew: boolean; edits: Edit[] }

export function importRows(rows: readonly SheetRow[], csv: CsvRows, fresh: Cells): ImportRow[] {
  const byName = new Map(rows.map(({ key, cells }) => [cells.name.trim().toLowerCase(), key]))
  let free = nextKey(rows)
  return csv.map((cells, index) => {
    const known = byName.get(String(cells.name ?? '').toLowerCase())
    const key = known ?? free++
    const own = known === undefined ? { driver: fresh.driver, ...cells } : cells
    const edits = Object.entries(own).flatMap(([column, value]): Edit[] =>
      sheetColumns.includes(column as SheetColumn)
        ? [{ key, column: column as SheetColumn, text: cellText(value) }]
        : [],
    )
    return { line: index + 2, key, isNew: known === undefined, edits }
  })
}

const cellText = (value: unknown): string => (value === true ? '1' : value === false ? '' : String(value ?? ''))
