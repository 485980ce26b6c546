import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
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
    /** Devices of the test of a fleet. */
    rolloutDevices: number
    /** The superuser's, in the database `postgres` of the run's server; `testDatabase` clones the template from it. */
    databaseUrl: string
    /** The URLs for the two roles of the platform. */
    roleUrls: Record<typeof APPLICATION | typeof OWNER, string>
  }
}

const PREFIX = 'gatehouse-test-'

const SETTINGS = {
  // Test data need not survive a crash of the machine.
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' },
  ...{ wal_level: 'minimal', max_wal_senders: '0', wal_compression: 'off' },
  // The tests log in thousands of times, so password hashes are made cheap.
  scram_iterations: '1',
  max_connections: '200',
}

/** Starts one PostgreSQL for the whole run, with one migrated template database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeLeftovers()
  await bundleWorkers()
  const dataDir = mkdtempSync(join(place(), PREFIX))
  chmodSync(dataDir, 0o711)
  const lines: string[] = []
  const log = (line: string): void => void lines.push(line)
  const server = await startEmbedded({ dataDir, log, settings: SETTINGS })
  const teardown = async (): Promise<void> => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const superuserUrl = withDatabase(urlOf(server.connection), 'postgres')
  try {
    // The first database becomes the template.
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

const MEMORY = '/dev/shm'
/** Free memory that a run in memory requires: the whole run takes a tenth of it. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * The folder of the databases. Each test file clones a thousand small files and removes them, which costs ten times as
 * much on a disk as in memory.
 */
function place(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir()
}

/** A template with connections cannot be cloned, so it allows none. */
async function lockTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('alter database gatehouse with allow_connections false')
  await client.end()
}

/** Removes the data of interrupted runs. */
function removeLeftovers(): void {
  for (const folder of [tmpdir(), MEMORY].filter((each) => existsSync(each)))
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith(PREFIX))) {
      const owner = join(folder, name, 'postgres.owner')
      // A folder without this file may belong to a run that is just starting.
      if (existsSync(owner) && !hasOwner(owner)) rmSync(join(folder, name), { recursive: true, force: true })
    }
}
