// Liveness and readiness: a platform whose database is unavailable is alive, and not ready.
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { testDatabase } from '../../testkit/database.ts'
import { eventually } from '../../testkit/eventually.ts'
import { testServer } from '../../testkit/server.ts'
import { createReadiness } from './readiness.ts'

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

test('over HTTP: a platform that loses its database reports that it is not ready, and recovers', async () => {
  await using database = await testDatabase()
  await using server = await testServer({ database })
  const name = new URL(database.url).pathname.slice(1)
  const ask = async (path: string) => {
    const response = await fetch(server.url + path)
    return [response.status, response.headers.get('cache-control'), await response.json()]
  }
  const all = { database: true, broker: true, historian: true }
  const ready = [200, 'no-store', { ok: true, ...all }]
  expect(await Promise.all(['/livez', '/readyz', '/healthz'].map(ask))).toEqual([
    [200, 'no-store', { ok: true }],
    ready,
    ready,
  ])
  await asSuperuser(
    `alter database ${name} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  const unready = [503, 'no-store', { ok: false, ...all, database: false }]
  await eventually(async () => expect(await ask('/readyz')).toEqual(unready))
  expect(await ask('/healthz')).toEqual(unready)
  expect(await ask('/livez')).toEqual([200, 'no-store', { ok: true }])
  await asSuperuser(`alter database ${name} with allow_connections true`)
  await eventually(async () => expect(await ask('/readyz')).toEqual(ready))
})

describe('the report', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const up = { isBrokerUp: () => true, isHistorianUp: () => true }

  test('a flood of requests queries the database once a second', async () => {
    const askDatabase = vi.fn(async () => 1)
    const readiness = createReadiness({ ...up, askDatabase })
    for (let second = 1; second <= 3; second += 1) {
      const answers = await Promise.all(Array.from({ length: 1000 }, readiness))
      expect(answers.every(({ ok }) => ok)).toBe(true)
      expect(askDatabase).toHaveBeenCalledTimes(second)
      await vi.advanceTimersByTimeAsync(1000)
    }
  })

  test('a slow database is waited for briefly, without a second query meanwhile', async () => {
    let answer: () => void = () => undefined
    const askDatabase = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)))
    const readiness = createReadiness({ ...up, askDatabase })
    for (let turn = 0; turn < 3; turn += 1) {
      const told = readiness()
      await vi.advanceTimersByTimeAsync(2000)
      expect(await told).toEqual({ ok: false, database: false, broker: true, historian: true })
    }
    expect(askDatabase).toHaveBeenCalledOnce()
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(await readiness()).toMatchObject({ ok: true })
  })

  test.each([
    ['the broker', { isBrokerUp: () => false }, { broker: false }],
    ['the historian', { isHistorianUp: () => false }, { historian: false }],
  ])('includes %s', async (_, down, told) => {
    const readiness = createReadiness({ ...up, ...down, askDatabase: async () => 1 })
    expect(await readiness()).toEqual({ ok: false, database: true, broker: true, historian: true, ...told })
  })
})
