// Tests a second platform on the same database: it takes over nothing before its ports are open.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testConfig, testServer } from '../../testkit/server.ts'
import { startServer } from './start.ts'

let server: TestServer & AsyncDisposable
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const writer = async () => (await server.database.pool.query('select generation from history_writer')).rows

/** Starts a second platform beside the first. */
const startSecond = (settings: Parameters<typeof testConfig>[1]) =>
  startServer(testConfig(server.dataDir, settings), { database: server.database, logLevel: 'silent' })

test.each([
  { setting: 'PORT', settings: () => ({ port: Number(new URL(server.url).port) }) },
  { setting: 'MQTT_PORT', settings: () => ({ mqttPort: server.mqttPort }) },
])('a process that stops because its $setting is in use leaves history to the first', async ({ setting, settings }) => {
  const before = await writer()
  await expect(startSecond(settings())).rejects.toThrow(`set ${setting} to a free port`)
  expect(await writer()).toEqual(before)
  expect(server.historian.isUp()).toBe(true)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
