// Accepted values of ADMIN_PASSWORD.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testkit/database.ts'
import { testConfig } from '../../testkit/server.ts'
import { startServer } from './start.ts'

const common = 'Password1'
let database: Awaited<ReturnType<typeof testDatabase>>
let dataDir: string
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-'))
})
afterAll(async () => {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = (adminPassword: string, demo: { loginname: string; password: string } | null = null) =>
  startServer(testConfig(dataDir, { adminPassword }), { logLevel: 'silent', database, demo })

test.each([
  ['is too weak', 'password'],
  ['is among the most common passwords', common],
  ['is among the most common passwords', 'P@ssw0rd'],
])('a start fails if ADMIN_PASSWORD %s', async (why, adminPassword) => {
  const refused = await start(adminPassword).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'SetupError', message: expect.stringContaining(`ADMIN_PASSWORD ${why}`) })
})

test('a demo, which only its own machine can reach, may have a common password', async () => {
  const server = await start(common, { loginname: 'admin', password: common })
  await server.stop()
  // The time zone of the installation is that of its server.
  const { zone } = await database.kysely.selectFrom('organisation').select('zone').executeTakeFirstOrThrow()
  expect(zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})
