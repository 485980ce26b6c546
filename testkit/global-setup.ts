import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded, urlOf } from '../db/embedded.ts'
import { APPLICATION, OWNER } from '../db/embedded-roles.ts'
import { migrate } from '../db/migrate.ts'
import { hasOwner } from '../db/owner-lock.ts'
import { connectDatabase } from '../db/pool.ts'
import { withDatabase } from './database-url.ts'
import { bundleWorkers } from './worker-bundles.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's, in the database `postgres` of the run's server; `testDatabase` clones the template from it. */
    databaseUrl: string
    /** The same of the roles that the platform has. */
    roleUrls: Record<typeof APPLICATION | typeof OWNER, string>
  }
}

const PREFIX = 'gatehouse-test-'

/** One PostgreSQL for the whole run, and in it one migrated template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeLeftovers()
  await bundleWorkers()
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  chmodSync(dataDir, 0o711)
  const lines: string[] = []
  const log = (line: string): void => void lines.push(line)
  // what is lost with the machine need not be safe from its fall
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }
  const server = await startEmbedded({ dataDir, log, settings })
  const teardown = async (): Promise<void> => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const superuserUrl = withDatabase(urlOf(server.connection), 'postgres')
  try {
    // its own first database is the template
    const template = await connectDatabase({ url: server.url, migrateUrl: server.migrateUrl, setting: 'DATA_DIR', log })
    await migrate(template, log)
    await template.stop()
    await lockTemplate(superuserUrl)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('databaseUrl', superuserUrl)
  project.provide('roleUrls', { [APPLICATION]: server.url, [OWNER]: server.migrateUrl })
  return teardown
}

/** A template that somebody is connected to cannot be cloned, so nobody may be. */
async function lockTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('alter database gatehouse with allow_connections false')
  await client.end()
}

/** A run that was cut short had no time to remove its data. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = join(tmpdir(), name, 'postgres.owner')
    // without the file it may be a run that is just beginning
    if (existsSync(owner) && !hasOwner(owner)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
