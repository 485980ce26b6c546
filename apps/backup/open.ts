// Opens the platform's database for a command on the same machine, whether or not the platform is running.
import { hasDatabase, runningDatabase } from '../../db/embedded-running.ts'
import { connectDatabase, type Database, openDatabase } from '../../db/pool.ts'
import { SetupError } from '../../db/setup-error.ts'

export type DatabasePlace = { dataDir: string; databaseUrl: string | null; databaseMigrateUrl: string | null }

export type Say = (line: string) => void

export const linkOf = ({ databaseUrl, databaseMigrateUrl }: DatabasePlace) => ({
  url: databaseUrl ?? undefined,
  migrateUrl: databaseMigrateUrl ?? undefined,
})

/** Opens the running database, or the one on disk; throws a SetupError if there is none. */
export async function openBeside(place: DatabasePlace, say: Say): Promise<Database> {
  const { dataDir, databaseUrl } = place
  const log = () => undefined
  const running = databaseUrl ? undefined : runningDatabase(dataDir)
  if (running) return connectDatabase({ ...running, setting: 'DATA_DIR', log })
  if (!databaseUrl && !hasDatabase(dataDir))
    throw new SetupError('DATA_DIR', `There is no database in DATA_DIR ${dataDir}: set it to the platform's folder`)
  return openDatabase({ ...linkOf(place), dataDir, log, say })
}
