import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '../db/pool.ts'
import { withDatabase } from './database-url.ts'

const TEMPLATE = 'gatehouse'

/**
 * A migrated, empty database of its own, on the run's real PostgreSQL. `stop` drops it:
 *
 *     const database = await testDatabase()
 *     afterAll(() => database.stop())
 */
export async function testDatabase(): Promise<Database> {
  return openCopy(`create database %name% template ${TEMPLATE}`)
}

/** The same without any table: for tests of the migrations. */
export async function emptyDatabase(): Promise<Database> {
  return openCopy('create database %name% template template0')
}

async function openCopy(statement: string): Promise<Database> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(statement.replace('%name%', name))
  return connectDatabase({
    url: withDatabase(serverUrl(), name),
    setting: 'DATABASE_URL',
    // a dropped database ends its last connections: that is no news to anybody
    log: () => undefined,
    afterwards: () => onServer(`drop database ${name} with (force)`),
  })
}

function serverUrl(): string {
  return inject('databaseUrl')
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
