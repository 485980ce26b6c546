// Rows of one kind as columns, for lists of thousands. A field with one value in all rows is written once; a field with
// few different values is written as a list of these values and, for each row, an index in the list. `rowsOf` restores
// the rows.
import { z } from 'zod'

export const RowColumns = z.object({
  count: z.number().int(),
  /** Fields that have the same value in all rows. */
  same: z.record(z.string(), z.unknown()),
  /** One value for each row. */
  each: z.record(z.string(), z.array(z.unknown())),
  /** `at`: for each row an index in `values`; -1: the row does not have the field. */
  coded: z.record(z.string(), z.object({ values: z.array(z.unknown()), at: z.array(z.number().int()) })),
})
export type RowColumns = z.output<typeof RowColumns>

type Field = { values: unknown[]; at: number[]; hasGaps: boolean }

/** The `fields` of the rows; others are left out. Values are compared as JSON. */
export function columnsOf<T extends object>(rows: readonly T[], fields: readonly (keyof T & string)[]): RowColumns {
  const columns: RowColumns = { count: rows.length, same: {}, each: {}, coded: {} }
  for (const field of fields) {
    const { values, at, hasGaps } = codedField(rows, field)
    if (values.length === 0) continue
    if (values.length === 1 && !hasGaps) columns.same[field] = values[0]
    else if (!hasGaps && values.length > rows.length / 2) columns.each[field] = rows.map((row) => row[field])
    else columns.coded[field] = { values, at }
  }
  return columns
}

function codedField<T extends object>(rows: readonly T[], field: keyof T): Field {
  const places = new Map<unknown, number>()
  const coded: Field = { values: [], at: [], hasGaps: false }
  for (const row of rows) {
    const value: unknown = row[field]
    coded.hasGaps ||= value === undefined
    if (value === undefined) {
      coded.at.push(-1)
      continue
    }
    const key = typeof value === 'object' && value !== null ? `\0${JSON.stringify(value)}` : value
    const place = places.get(key) ?? coded.values.push(value) - 1
    places.set(key, place)
    coded.at.push(place)
  }
  return coded
}

/** Restores the rows. Objects and lists with equal content are shared between rows. */
export function rowsOf<T extends object>({ count, same, each, coded }: RowColumns): T[] {
  const rows: Record<string, unknown>[] = []
  for (let i = 0; i < count; i += 1) rows.push({ ...same })
  for (const [field, values] of Object.entries(each)) for (let i = 0; i < count; i += 1) rows[i]![field] = values[i]
  for (const [field, { values, at }] of Object.entries(coded))
    for (let i = 0; i < count; i += 1) if (at[i]! >= 0) rows[i]![field] = values[at[i]!]
  return rows as T[]
}
