// Reads CSV with headings. The text is checked before it is parsed: a file that would keep the parser busy for seconds
// is refused with its line number.
import Papa from 'papaparse'
import { type CsvFault, csvFault } from '../../../contract/csv.ts'

const sampleLength = 20_000

/** The delimiter of cells, guessed from the start of a file. */
function delimiterOf(text: string): string {
  const sample = Papa.parse(text.slice(0, sampleLength), { preview: 10, skipEmptyLines: 'greedy' })
  return sample.meta.delimiter || ','
}

type Reading = { preview?: number; transformHeader?: (heading: string) => string }
type CsvRows<T> = { rows: T[]; headings: string[] }

/** Reads the rows below the headings of a CSV file. */
export function readCsv<T>(given: string, reading: Reading = {}): CsvRows<T> | { fault: CsvFault } {
  const text = given.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(text)
  const fault = csvFault(text, delimiter)
  if (fault) return { fault }
  const { data, meta } = Papa.parse<T>(text, { ...reading, delimiter, header: true, skipEmptyLines: 'greedy' })
  return { rows: data, headings: meta.fields ?? [] }
}

/** Reads all rows of a CSV file as arrays of cells. */
export function readCsvCells(given: string, preview: number): string[][] | { fault: CsvFault } {
  const text = given.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(text)
  const fault = csvFault(text, delimiter)
  if (fault) return { fault }
  return Papa.parse<string[]>(text, { delimiter, skipEmptyLines: false, preview }).data
}
