// Writes a table as a workbook in a stream: sheets of plain cells. A library would build an object for each cell, at
// twenty times the cost, and has no back-pressure; this writes the few parts of the format that are needed.
import type { Value } from './data-type.ts'
import { type ZipEntry, zip } from './zip.ts'

/** Maximum rows of one sheet, without its headings. */
export const maxSheetRows = 1_048_575
/** Size of one sheet; an archive without extensions holds 4 GB. */
const maxSheetBytes = 3 * 1024 * 1024 * 1024

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
/** Styles of cells by their index in `styles`. */
const style = { time: 1, heading: 2 }

/** The cells of a row by column; null: empty. */
export type WorkbookRow = readonly (Value | null)[]
type WorkbookTable = {
  /** Base name of its sheets, which are numbered. */
  sheetName: string
  headings: readonly string[]
  /** Columns whose numbers are wall times in ms as if their zone were UTC: a workbook has no time zones. */
  times: ReadonlySet<number>
  /** Rows in batches; other requests are served between two of them. */
  batches(): AsyncIterable<readonly WorkbookRow[]>
}

/** The bytes of the workbook, in parts. */
export const xlsx = (table: WorkbookTable, rowsPerSheet = maxSheetRows): AsyncGenerator<Uint8Array> =>
  zip(entries(table, rowsPerSheet))

async function* entries(table: WorkbookTable, rowsPerSheet: number): AsyncGenerator<ZipEntry> {
  const batches = table.batches()[Symbol.asyncIterator]()
  try {
    const rest: Rest = { rows: [], isEnd: false }
    let sheets = 0
    do {
      sheets += 1
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(table, batches, rest, rowsPerSheet) }
    } while (!rest.isEnd)
    yield part('xl/styles.xml', styles)
    yield part('xl/workbook.xml', workbook(table, sheets))
    yield part('xl/_rels/workbook.xml.rels', workbookRelations(sheets))
    yield part('_rels/.rels', packageRelations)
    yield part('[Content_Types].xml', contentTypes(sheets))
  } finally {
    await batches.return?.()
  }
}

/** Rows that did not fit into the previous sheet. */
type Rest = { rows: readonly WorkbookRow[]; isEnd: boolean }

const part = (name: string, text: string): ZipEntry => ({ name, content: [Buffer.from(head + text)] })

async function* sheet(
  table: WorkbookTable,
  batches: AsyncIterator<readonly WorkbookRow[]>,
  rest: Rest,
  most: number,
): AsyncGenerator<Uint8Array> {
  const letters = Array.from({ length: table.headings.length }, (_, i) => columnName(i))
  yield Buffer.from(head + sheetHead(table, letters))
  let [count, bytes] = [0, 0]
  for (;;) {
    if (rest.rows.length === 0) {
      const next = await batches.next()
      rest.isEnd = next.done === true
      if (next.done) break
      rest.rows = next.value
    }
    const fitting = rest.rows.slice(0, most - count)
    rest.rows = rest.rows.slice(fitting.length)
    let text = ''
    for (const row of fitting) {
      count += 1
      text += rowText(row, table.times, count + 1, letters)
    }
    const written = Buffer.from(text)
    bytes += written.length
    yield written
    if (count >= most || bytes >= maxSheetBytes) break
  }
  if (rest.rows.length === 0 && !rest.isEnd) await lookAhead(batches, rest)
  yield Buffer.from('</sheetData></worksheet>')
}

/** Reads the next batch: a full sheet is the last one if no rows follow. */
async function lookAhead(batches: AsyncIterator<readonly WorkbookRow[]>, rest: Rest): Promise<void> {
  const next = await batches.next()
  rest.isEnd = next.done === true
  rest.rows = next.done ? [] : next.value
}

/** A, B, … Z, AA: the column of a spreadsheet, from 0. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

function sheetHead({ headings, times }: WorkbookTable, letters: readonly string[]): string {
  const widths = headings.map((title, i) => (times.has(i) ? 24 : Math.min(60, Math.max(12, title.length + 2))))
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  const cells = headings.map((title, i) => textCell(`${letters[i]}1`, title, ` s="${style.heading}"`))
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return (
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`
  )
}

const dayMs = 86_400_000
/** Days from 1899-12-30, from which a workbook counts, to 1970. */
const daysBefore = 25_569

function rowText(row: WorkbookRow, times: ReadonlySet<number>, n: number, letters: readonly string[]): string {
  let text = `<row r="${n}">`
  for (let c = 0; c < row.length; c += 1) {
    const value = row[c]!
    const place = letters[c]! + n
    text +=
      typeof value === 'number' && times.has(c)
        ? `<c r="${place}" s="${style.time}"><v>${value / dayMs + daysBefore}</v></c>`
        : cell(place, value)
  }
  return `${text}</row>`
}

function cell(place: string, value: Value | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
  return textCell(place, value)
}

/** A text cell, which a spreadsheet never reads as a formula. */
const textCell = (place: string, text: string, more = '') =>
  `<c r="${place}" t="inlineStr"${more}><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xmlText = (text: string) => text.replace(unfit, '').replace(/[&<>"]/g, (mark) => marks[mark]!)

const styles =
  `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

function workbook({ sheetName }: WorkbookTable, sheets: number): string {
  const list = numbers(sheets).map((n) => `<sheet name="${xmlText(sheetName)} ${n}" sheetId="${n}" r:id="s${n}"/>`)
  return `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`

function workbookRelations(sheets: number): string {
  const list = numbers(sheets).map((n) => relation(`s${n}`, 'worksheet', `worksheets/sheet${n}.xml`))
  return `<Relationships xmlns="${packages}/relationships">${list.join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`
}

const packageRelations = `<Relationships xmlns="${packages}/relationships">${relation('book', 'officeDocument', 'xl/workbook.xml')}</Relationships>`

function contentTypes(sheets: number): string {
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const override = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${kind}.${type}+xml"/>`
  const list = numbers(sheets).map((n) => override(`worksheets/sheet${n}`, 'worksheet'))
  return (
    `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `${override('workbook', 'sheet.main')}${override('styles', 'styles')}${list.join('')}</Types>`
  )
}
