// Headings of a file that the user matched with columns by hand. Pure; looks at the first line alone.
import Papa from 'papaparse'
import { fieldOf, type NeededColumn, neededColumns } from './csv.ts'
import { withoutSeparator } from './csv-dialects.ts'

/** Columns of ours by heading of the file, as `headingKey` writes it. */
export type ColumnMatches = Readonly<Record<string, string>>

const maxLine = 10_000

const headingKey = (heading: string): string => heading.trim().toLowerCase()

function firstLine(text: string) {
  const body = withoutSeparator(text).replace(/^\uFEFF/, '')
  const end = body.slice(0, maxLine).search(/\r?\n/)
  const line = end < 0 ? body.slice(0, maxLine) : body.slice(0, end)
  const { data, meta } = Papa.parse<string[]>(line)
  return { headings: data[0] ?? [], delimiter: meta.delimiter, rest: body.slice(line.length) }
}

/** Headings of a file that are no column of ours, so that the user can match them with one. */
export const freeHeadings = (text: string): string[] => [
  ...new Set(firstLine(text).headings.filter((each) => each.trim() !== '' && fieldOf(each) === undefined)),
]

/**
 * The matches that apply to a file: its heading by column. A match applies only to a column that the file lacks, and only to
 * a heading that is no column of ours; the first heading counts.
 */
export function matchesIn(text: string, matches: ColumnMatches): Partial<Record<NeededColumn, string>> {
  const present = new Set(firstLine(text).headings.map(fieldOf))
  const applied: Partial<Record<NeededColumn, string>> = {}
  for (const heading of freeHeadings(text)) {
    const key = headingKey(heading)
    const column = neededColumns.find((each) => Object.hasOwn(matches, key) && each === matches[key])
    if (column && !present.has(column)) applied[column] ??= heading
  }
  return applied
}

/** The file with our headings in place of those whose matches apply. */
export function withMatches(text: string, matches: ColumnMatches): string {
  const { headings, delimiter, rest } = firstLine(text)
  const columnOf = new Map(Object.entries(matchesIn(text, matches)).map(([column, heading]) => [heading, column]))
  if (columnOf.size === 0) return text
  const named = headings.map((heading, index) =>
    headings.indexOf(heading) === index ? (columnOf.get(heading) ?? heading) : heading,
  )
  return named.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter) + rest
}

/** The matches with another heading of this file for a column, or with none; those of other files are unchanged. */
export function rematched(
  text: string,
  matches: ColumnMatches,
  column: NeededColumn,
  heading: string | undefined,
): ColumnMatches {
  const ofFile = new Set(freeHeadings(text).map(headingKey))
  const others = Object.entries(matches).filter(([key, each]) => each !== column || !ofFile.has(key))
  return { ...Object.fromEntries(others), ...(heading === undefined ? {} : { [headingKey(heading)]: column }) }
}
