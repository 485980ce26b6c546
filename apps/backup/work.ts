// `npm run backup -- <file>` and `npm run restore -- <file>`: settings and file in, one line out.
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BackupDone, backUp } from '../../db/backup.ts'
import { hasDatabase, runningDatabase } from '../../db/embedded-running.ts'
import { connectDatabase, type Database, openDatabase } from '../../db/pool.ts'
import { type RestoreDone, restore } from '../../db/restore.ts'
import { errorText, SetupError } from '../../db/setup-error.ts'

export type BackupConfig = { dataDir: string; databaseUrl: string | null; databaseMigrateUrl: string | null }

type Say = (line: string) => void

/** Makes a backup while the platform runs, or while it does not. */
export async function makeBackup(config: BackupConfig, file: string, version: string, say: Say): Promise<BackupDone> {
  const key = readKey(config.dataDir)
  const database = await open(config, say)
  try {
    return await backUp({ database, file: resolve(file), key, version, now: Date.now() })
  } finally {
    await database.stop()
  }
}

/** Restores into DATA_DIR, which may be new, or into the database of DATABASE_URL. No platform may run on it. */
export async function makeRestore(
  config: BackupConfig,
  file: string,
  isReplace: boolean,
  say: Say,
): Promise<RestoreDone> {
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new SetupError('DATA_DIR', `DATA_DIR ${config.dataDir} cannot be made (${errorText(error)})`, error)
  }
  const database = await openDatabase({ ...linkOf(config), dataDir: config.dataDir, log: () => undefined, say })
  try {
    return await restore({ database, dataDir: config.dataDir, file: resolve(file), isReplace })
  } finally {
    await database.stop()
  }
}

const linkOf = ({ databaseUrl, databaseMigrateUrl }: BackupConfig) => ({
  url: databaseUrl ?? undefined,
  migrateUrl: databaseMigrateUrl ?? undefined,
})

async function open(config: BackupConfig, say: Say): Promise<Database> {
  const { dataDir, databaseUrl } = config
  const log = () => undefined
  const running = databaseUrl ? undefined : runningDatabase(dataDir)
  if (running) return connectDatabase({ ...running, setting: 'DATA_DIR', log })
  if (!databaseUrl && !hasDatabase(dataDir))
    throw new SetupError('DATA_DIR', `There is no database in DATA_DIR ${dataDir}: set it to the platform's folder`)
  return openDatabase({ ...linkOf(config), dataDir, log, say })
}

function readKey(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key')
  try {
    return readFileSync(path)
  } catch (error) {
    throw new SetupError(
      'DATA_DIR',
      `The installation's key ${path} cannot be read (${errorText(error)}): set DATA_DIR to the platform's folder`,
      error,
    )
  }
}
