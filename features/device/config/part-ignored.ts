// Finds columns of a file that an import ignores. Pure.

/** The key under which the parser lists cells beyond the last heading. */
const beyond = '__parsed_extra'

/**
 * Unknown and repeated headings of columns that have a non-empty cell; and `+` for cells beyond the last heading.
 * `fieldOf`: the field of a heading.
 */
export function ignoredIn(
  headings: readonly string[],
  rows: readonly Record<string, unknown>[],
  fieldOf: (heading: string) => string | undefined,
): string[] {
  const filled = new Set<string>()
  for (const row of rows)
    for (const [heading, cell] of Object.entries(row))
      if (typeof cell === 'string' ? cell.trim() !== '' : heading === beyond) filled.add(heading)
  const read = new Set<string>()
  const ignored = headings.flatMap((heading) => {
    if (!filled.has(heading)) return []
    const field = fieldOf(heading)
    if (field === undefined || read.has(field)) return [heading]
    read.add(field)
    return []
  })
  return filled.has(beyond) ? [...ignored, '+'] : ignored
}
