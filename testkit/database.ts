import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { APPLICATION, databaseRights, OWNER } from '../db/embedded-roles.ts'
import { connectDatabase, type Database } from '../db/pool.ts'
import { withDatabase } from './database-url.ts'

const TEMPLATE = 'gatehouse'

/**
 * A separate migrated, empty database on the run's real PostgreSQL, with the rights that the platform has. `stop`
 * drops it:
 *
 *     const database = await testDatabase()
 *     afterAll(() => database.stop())
 */
export async function testDatabase(): Promise<Database> {
  return openCopy(TEMPLATE, APPLICATION)
}

/** A database without tables, connected as their future owner, for tests of the migrations. */
export async function emptyDatabase(): Promise<Database> {
  return openCopy('template0', OWNER)
}

/** A database as the platform finds it at its first start: no tables, and the rights of the platform's role. */
export async function blankDatabase(): Promise<Database> {
  return openCopy('template0', APPLICATION)
}

/** Runs statements as the owner of the tables: triggers that refuse, tables emptied, what the platform may not do. */
export async function asOwner({ migrateUrl }: Pick<Database, 'migrateUrl'>, statements: string): Promise<void> {
  await onServer([statements], migrateUrl)
}

/** Executes statements as the server's superuser, who bypasses every trigger and right. */
export async function asSuperuser({ migrateUrl }: Pick<Database, 'migrateUrl'>, statements: string): Promise<void> {
  const name = new URL(migrateUrl).pathname.slice(1)
  await onServer([statements], withDatabase(inject('databaseUrl'), name))
}

async function openCopy(template: string, role: string): Promise<Database> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files takes an eighth of the time of writing all pages to the log.
  const copy = `create database ${name} template ${template} owner ${OWNER} strategy file_copy`
  await onServer([copy, ...databaseRights(name)])
  const { [APPLICATION]: appUrl, [OWNER]: ownerUrl } = inject('roleUrls')
  return connectDatabase({
    url: withDatabase(role === OWNER ? ownerUrl : appUrl, name),
    migrateUrl: withDatabase(ownerUrl, name),
    setting: 'DATABASE_URL',
    // Dropping a database ends its last connections: these errors are expected.
    log: () => undefined,
    afterwards: () => onServer([`drop database ${name} with (force)`]),
  })
}

async function onServer(statements: readonly string[], url = inject('databaseUrl')): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
