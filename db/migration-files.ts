// Finds the migrations. Their numbers form one sequence: migrations of a room are in the room's folder, the others in
// this one.
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the migrations: in the sources beside this file, in dist beside the bundle, where the build also copies
 * those of the rooms.
 */
const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
const ROOMS = import.meta.url.endsWith('.ts') ? fileURLToPath(new URL('../features', import.meta.url)) : undefined

const filesIn = (folder: string, recursive = false): string[] =>
  readdirSync(folder, { recursive, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'))

/** The paths of the files `0001-name.sql`, sorted by name: those in a folder, or all. */
export function migrationFiles(folder?: string): string[] {
  const found = filesIn(folder ?? FOLDER).map((file) => join(folder ?? FOLDER, file))
  if (folder === undefined && ROOMS && existsSync(ROOMS)) {
    found.push(...filesIn(ROOMS, true).map((file) => join(ROOMS, file)))
  }
  return found.sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
}
