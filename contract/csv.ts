// What a CSV file may be, checked in one pass before a parser builds anything. An unclosed quote turns all the rest of a file
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

/** `Line 3: …` in a language. */
export const csvFaultText = ({ line, kind }: CsvFault, language: Language): string =>
  language === 'en' ? `line ${line}: ${texts[kind][0]}` : `第 ${line} 行：${texts[kind][1]}`

const [quote, newline, carriage, space] = [34, 10, 13, 32]

/** The first fault of a file whose cells are divided by `delimiter`. */
export function csvFault(text: string, delimiter: string): CsvFault | undefined {
  const divider = delimiter.charCodeAt(0)
  const isEnd = (code: number) => code === divider || code === newline || code === carriage || Number.isNaN(code)
  let [line, columns, start, loose] = [1, 1, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at)
    if (code === quote && at === start) {
      const closing = closingQuote(text, at, isEnd)
      loose += closing.loose
      if (closing.isTooLong) return { line, kind: 'cell' }
      if (closing.at === text.length) return { line, kind: 'unclosedQuote' }
      if (loose > limits.csvLooseQuotes) return { line, kind: 'looseQuotes' }
      line += closing.lines
      at = closing.at
      code = text.charCodeAt(at)
    }
    if (at - start > limits.csvCellLength) return { line, kind: 'cell' }
    if (code === divider) columns += 1
    else if (code === newline || (code === carriage && text.charCodeAt(at + 1) !== newline)) {
      line += 1
      columns = 1
    } else continue
    start = at + 1
    if (columns > limits.csvColumns) return { line, kind: 'columns' }
    if (line > limits.csvLines) return { line, kind: 'lines' }
  }
  return undefined
}

type Closing = { at: number; loose: number; lines: number; isTooLong: boolean }

/** The quote that ends a cell: before a divider, with spaces between or without. Others within it are loose. */
function closingQuote(text: string, from: number, isEnd: (code: number) => boolean): Closing {
  let [loose, lines, at] = [0, 0, from + 1]
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === newline) lines += 1
    if (code !== quote) continue
    if (text.charCodeAt(at + 1) === quote) {
      at += 1
      continue
    }
    let next = at + 1
    while (text.charCodeAt(next) === space) next += 1
    if (isEnd(text.charCodeAt(next))) return { at, loose, lines, isTooLong: at - from > limits.csvCellLength }
    loose += 1
  }
  return { at: text.length, loose, lines, isTooLong: false }
}
