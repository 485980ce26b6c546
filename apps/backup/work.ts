// The work of `npm run backup -- <file>` and `npm run restore -- <file>`: takes settings and a file, and prints one
// line.
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BackupDone, backUp } from '../../db/backup.ts'
import { openDatabase } from '../../db/pool.ts'
import { type RestoreDone, restore } from '../../db/restore.ts'
import { errorText, SetupError } from '../../db/setup-error.ts'
import { type DatabasePlace, linkOf, openBeside, type Say } from './open.ts'

/** Makes a backup while the platform runs, or while it does not. */
export async function makeBackup(config: DatabasePlace, file: string, version: string, say: Say): Promise<BackupDone> {
  const key = readKey(config.dataDir)
  const database = await openBeside(config, say)
  try {
    return await backUp({ database, file: resolve(file), key, version, now: Date.now() })
  } finally {
    await database.stop()
  }
}

/** Restores into DATA_DIR, which may be new, or into the database of DATABASE_URL. No platform may run on it. */
export async function makeRestore(
  config: DatabasePlace,
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
