// Blocks of cells, copied, pasted, filled and cleared as in spreadsheets.
import { nextAddress, nextName } from './series.ts'
import type { Edit, SheetColumn, SheetRow } from './sheet.ts'

/** A block of cells as indexes of visible rows and columns, both ends included. */
export type Range = { top: number; bottom: number; left: number; right: number }

export type Corner = { row: number; column: number }

export const rangeOf = (a: Corner, b: Corner): Range => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
})

export const inRange = (range: Range | undefined, row: number, column: number): boolean =>
  !!range && row >= range.top && row <= range.bottom && column >= range.left && column <= range.right

type View = { rows: readonly SheetRow[]; columns: readonly SheetColumn[] }

// A cell with a tab, a line break or a quote is quoted, as in spreadsheets.
const quoted = (cell: string) => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The block as clipboard text for a spreadsheet. */
export function copyBlock({ rows, columns }: View, { top, bottom, left, right }: Range): string {
  const lines = rows
    .slice(top, bottom + 1)
    .map(({ cells }) => columns.slice(left, right + 1).map((column) => quoted(cells[column])))
  return lines.map((line) => line.join('\t')).join('\r\n')
}

/** Clipboard text as lines of cells; a quoted cell may contain tabs and line breaks. */
export function parseBlock(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  const cell = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/y
  while (cell.lastIndex < text.length) {
    const [, raw = '', end] = cell.exec(text) ?? []
    line.push(
      (raw.startsWith('"') && raw.endsWith('"') && raw.length > 1
        ? raw.slice(1, -1).replaceAll('""', '"')
        : raw
      ).trim(),
    )
    if (end === '\t') {
      // If the line ends in a tab, it has one more, empty cell.
      if (cell.lastIndex === text.length) line.push('')
      continue
    }
    lines.push(line)
    line = []
  }
  if (line.length > 0) lines.push(line)
  return lines
}

/**
 * Edits for pasting at the first corner of a range. A single cell fills the range; a block keeps its shape and may
 * extend past the end, where `keyAt` returns keys for new rows.
 */
export function pasteEdits(
  { columns }: View,
  range: Range,
  block: readonly (readonly string[])[],
  keyAt: (row: number) => number,
): Edit[] {
  const isSingle = block.length === 1 && block[0]?.length === 1
  const height = isSingle ? range.bottom - range.top + 1 : block.length
  const edits: Edit[] = []
  for (let row = 0; row < height; row += 1) {
    const line = isSingle ? Array(range.right - range.left + 1).fill(block[0]![0]) : block[row]!
    line.forEach((text: string, place) => {
      const column = columns[range.left + place]
      if (column) edits.push({ key: keyAt(range.top + row), column, text })
    })
  }
  return edits
}

export const clearEdits = ({ rows, columns }: View, range: Range): Edit[] =>
  rows
    .slice(range.top, range.bottom + 1)
    .flatMap(({ key }) => columns.slice(range.left, range.right + 1).map((column) => ({ key, column, text: '' })))

/** The text of the n-th cell below when filling: addresses and names continue, other cells repeat. */
export function filledText(column: SheetColumn, text: string, count: number, step: number): string {
  if (text === '') return ''
  if (column === 'address') return nextAddress(text, step, count)
  return column === 'name' ? nextName(text, count) : text
}

/** Ctrl+D: copies the first row of the range into the rows below; for a single row, copies the row above. */
export function fillEdits({ rows, columns }: View, range: Range, stepOf: (row: SheetRow) => number): Edit[] {
  const from = range.top === range.bottom ? range.top - 1 : range.top
  const source = rows[from]
  if (!source) return []
  return rows.slice(from + 1, range.bottom + 1).flatMap(({ key }, index) =>
    columns.slice(range.left, range.right + 1).map((column) => ({
      key,
      column,
      text: filledText(column, source.cells[column], index + 1, stepOf(source)),
    })),
  )
}
