// Counts stored entries below the last level that a widget supports, which are never drawn. Pure.
import type { Fields } from '../../widgets/fields.ts'

const listsOf = (fields: Fields): string[] => Object.keys(fields).filter((name) => fields[name]!.kind === 'list')
const within = (entry: unknown, name: string): readonly unknown[] => {
  const list = (entry as Record<string, unknown> | null | undefined)?.[name]
  return Array.isArray(list) ? list : []
}

/** Counts entries with their children. */
const allBelow = (entry: unknown, names: readonly string[]): number =>
  names.reduce((sum, name) => within(entry, name).reduce<number>((n, each) => n + 1 + allBelow(each, names), sum), 0)

/** The number of entries deeper than the fields support. `names`: the names of the lists on the levels above. */
export function deeperThan(fields: Fields, entries: readonly unknown[], names: readonly string[] = []): number {
  const own = listsOf(fields)
  const left = names.filter((name) => !Object.hasOwn(fields, name))
  return entries.reduce<number>(
    (sum, entry) =>
      own.reduce(
        (n, name) => n + deeperThan(fields[name]!.of ?? {}, within(entry, name), own),
        sum + allBelow(entry, left),
      ),
    0,
  )
}
