// Relations of a schema that belong to the platform: a database may also hold tables of others.
import { readFileSync } from 'node:fs'
import { migrationFiles } from './migration-files.ts'

const MADE = /\bcreate (?:table|sequence|function) (?:if not exists )?([a-z_0-9]+)/g
/** Segments and partitions, whose names are numbered. */
const BY_PATTERN = /^history_(?:landing_\d+|chunk_w\d{8})$/

let known: ReadonlySet<string> | undefined

function named(): ReadonlySet<string> {
  const names = migrationFiles().flatMap((path) => [...readFileSync(path, 'utf8').matchAll(MADE)].map(([, n]) => n!))
  return new Set(['schema_migration', ...names])
}

/**
 * Whether a migration creates a table, sequence or function of that name; the sequence of a column belongs to its
 * table.
 */
export function isOurs(name: string): boolean {
  known ??= named()
  if (known.has(name) || BY_PATTERN.test(name)) return true
  const column = /^(.+)_id_seq$/.exec(name)
  return column !== null && (known.has(column[1]!) || BY_PATTERN.test(column[1]!))
}
