// Headings of a file that the user matched with columns by hand. Pure; looks at the first line alone.
import Papa from 'papaparse'
import { withoutSeparator } from './csv-dialects.ts'

/** Columns of ours by heading of the file, as `headingKey` writes it. */
export type ColumnMatches = Readonly<Record<string, string>>

const maxLine = 10_000

export const headingKey = (heading: string): string => heading.trim().toLowerCase()

function firstLine(text: string) {
  const body = withoutSeparator(text).replace(/^\uFEFF/, '')
  const end = body.slice(0, maxLine).search(/\r?\n/)
  const line = end < 0 ? body.slice(0, maxLine) : body.slice(0, end)
  const { data, meta } = Papa.parse<string[]>(line)
  return { headings: data[0] ?? [], delimiter: meta.delimiter, rest: body.slice(line.length) }
}

/** The headings of a file, without those that have no text. */
export const headingsOf = (text: string): string[] => firstLine(text).headings.filter((each) => each.trim() !== '')

/** The file with our headings in place of the matched ones. */
export function withMatches(text: string, matches: ColumnMatches): string {
  const { headings, delimiter, rest } = firstLine(text)
  const isMatched = (heading: string) => Object.hasOwn(matches, headingKey(heading))
  if (!headings.some(isMatched)) return text
  const named = headings.map((heading) => (isMatched(heading) ? matches[headingKey(heading)]! : heading))
  return named.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter) + rest
}
