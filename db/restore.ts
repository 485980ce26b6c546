// Restores a backup: loads it, and migrates it to the version of the code.
import { Client } from 'pg'
import { addWeeks, type LoadNeeds, loadBackup } from './load-backup.ts'
import { migrate } from './migrate.ts'

/** The time and the version of the backup, and the number of restored tables and rows. */
export type RestoreDone = { madeAt: string; version: string; tables: number; rows: number }

/**
 * Restores the file. Throws a SetupError and changes nothing if it cannot be loaded; if a later migration fails, the loaded
 * data stays, and the next start migrates it.
 */
export async function restore(needs: LoadNeeds): Promise<RestoreDone> {
  const { manifest, tables, rows } = await loadBackup(needs)
  await migrate(needs.database)
  const client = new Client({ connectionString: needs.database.migrateUrl, application_name: 'gatehouse restore' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await addWeeks(client, manifest.weeks)
  } finally {
    await client.end()
  }
  return { madeAt: manifest.madeAt, version: manifest.version, tables, rows }
}
