// Bounds of a CSV file, checked in one pass before it is parsed. An unclosed quote turns all the rest of a file
// into one cell, and makes a parser search to its end again and again.
import type { Language } from './errors.ts'
import { limits } from './limits.ts'

export type CsvFault = { line: number; kind: 'unclosedQuote' | 'looseQuotes' | 'cell' | 'columns' | 'lines' }

const texts: Record<CsvFault['kind'], readonly [en: string, zh: string]> = {
  unclosedQuote: ['a quotation mark opens and never closes', '引号未闭合'],
  looseQuotes: ['too many quotation marks within cells', '单元格内引号过多'],
  cell: [`a cell has more than ${limits.csvCellLength} characters`, `单元格超过 ${limits.csvCellLength} 个字符`],
  columns: [`more than ${limits.csvColumns} columns`, `超过 ${limits.csvColumns} 列`],
  lines: [`more than ${limits.csvLines} lines`, `超过 ${limits.csvLines} 行`],
}

/** A fault of a CSV file as text: `Line 3: …`. */
export const csvFaultText = ({ line, kind }: CsvFault, language: Language): string =>
  language === 'en' ? `line ${line}: ${texts[kind][0]}` : `第 ${line} 行：${texts[kind][1]}`

const [quote, newline, carriage, space] = [34, 10, 13, 32]

type Place = { at: number; line: number; columns: number; loose: number }

/** The first fault of a file whose cells are separated by `delimiter`. */
export function csvFault(text: string, delimiter: string): CsvFault | undefined {
  const place: Place = { at: 0, line: 1, columns: 1, loose: 0 }
  while (place.at < text.length) {
    const kind = cellFault(text, delimiter.charCodeAt(0), place) ?? lineFault(place)
    if (kind) return { line: place.line, kind }
  }
  return undefined
}

function lineFault({ columns, line }: Place): CsvFault['kind'] | undefined {
  if (columns > limits.csvColumns) return 'columns'
  return line > limits.csvLines ? 'lines' : undefined
}

const isEnd = (code: number, divider: number): boolean =>
  code === divider || code === newline || code === carriage || Number.isNaN(code)

/** Moves past one cell and its terminator. */
function cellFault(text: string, divider: number, place: Place): CsvFault['kind'] | undefined {
  const start = place.at
  const fault = text.charCodeAt(start) === quote ? quotedFault(text, divider, place) : undefined
  if (fault) return fault
  while (!isEnd(text.charCodeAt(place.at), divider)) place.at += 1
  if (place.at - start > limits.csvCellLength) return 'cell'
  const end = text.charCodeAt(place.at)
  if (end === carriage && text.charCodeAt(place.at + 1) === newline) place.at += 1
  place.at += 1
  if (end === divider) place.columns += 1
  else if (!Number.isNaN(end)) {
    place.line += 1
    place.columns = 1
  }
  return undefined
}

/**
 * Moves to the quote that closes a cell: before a divider, with or without spaces between. Other quotes within it are
 * loose.
 */
function quotedFault(text: string, divider: number, place: Place): CsvFault['kind'] | undefined {
  const start = place.at
  let lines = 0
  for (place.at += 1; place.at < text.length; place.at += 1) {
    const code = text.charCodeAt(place.at)
    if (code === newline) lines += 1
    if (code !== quote) continue
    if (text.charCodeAt(place.at + 1) === quote) {
      place.at += 1
      continue
    }
    let next = place.at + 1
    while (text.charCodeAt(next) === space) next += 1
    if (isEnd(text.charCodeAt(next), divider)) break
    place.loose += 1
  }
  if (place.at >= text.length) return 'unclosedQuote'
  if (place.at - start > limits.csvCellLength) return 'cell'
  if (place.loose > limits.csvLooseQuotes) return 'looseQuotes'
  place.line += lines
  return undefined
}
