// The limit on open attempts to sign in over another site, with a real database.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../db/pool.ts'
import { testDatabase } from '../../../testkit/database.ts'
import { insertAttempt } from './attempt-store.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.stop())

const insert = (createdAt: number) => {
  const mark = { stateHash: randomBytes(32), browserHash: randomBytes(32), createdAt, expiresAt: createdAt + 1000 }
  return insertAttempt(database.kysely, 'weChatAttempt', { ...mark, target: '/', sessionHash: null }, 3)
}

test('attempts that start in parallel do not exceed the limit', async () => {
  const stored = await Promise.all(Array.from({ length: 12 }, () => insert(1)))
  expect(stored.filter(Boolean)).toHaveLength(3)
  expect(await insert(1001)).toBe(false)
  expect(await insert(1002)).toBe(true)
})
