// Manual matches of file headings with columns. Pure; reads only the first line.
import Papa from 'papaparse'
import { fieldOf, type NeededColumn, neededColumns } from '../signal/part-csv.ts'
import { withoutSeparator } from '../signal/part-csv-dialects.ts'

/** Columns by heading of the file, as normalised by `headingKey`. */
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

/** Headings of a file that are no known column; the user can match them. */
export const freeHeadings = (text: string): string[] => [
  ...new Set(firstLine(text).headings.filter((each) => each.trim() !== '' && fieldOf(each) === undefined)),
]

/**
 * The column matches that apply to a file: heading by column. A match applies only to a column that the file lacks and
 * to a heading that is not a known column; of several such headings the first is used.
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

/** The file with column names in place of matched headings. */
export function withMatches(text: string, matches: ColumnMatches): string {
  const { headings, delimiter, rest } = firstLine(text)
  const columnOf = new Map(Object.entries(matchesIn(text, matches)).map(([column, heading]) => [heading, column]))
  if (columnOf.size === 0) return text
  const named = headings.map((heading, index) =>
    headings.indexOf(heading) === index ? (columnOf.get(heading) ?? heading) : heading,
  )
  return named.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter) + rest
}

/**
 * Matches a column with another heading of this file, or with none. Returns all matches; those of headings in other
 * files are unchanged.
 */
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
