// Setting and removing the device locks of internal and external accounts and of staff, over HTTP.
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { externalCalls, internalCalls, staffCalls } from '../account/contract.ts'
import { setLockExternal, setLockInternal, setLockStaff } from './accounts-contract.ts'

let server: TestServer
/** The administrators of two organisations: the platform's own, and a company. */
let admin: Caller
let other: Caller
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  admin = server.admin
  other = await server.otherCompany()
})
afterAll(() => server.stop())

let count = 0
const fresh = () => `person${++count}`
const code = async (asked: Promise<{ code: number }>) => (await asked).code

describe('a device lock', () => {
  const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const isLocked = async (id: number) => {
    const { db } = server.platform
    const row = await db
      .selectFrom('account')
      .select('publicKey')
      .where('id', '=', id as never)
      .executeTakeFirstOrThrow()
    return row.publicKey !== null
  }

  test.each([
    ['internal', internalCalls, setLockInternal, () => other],
    ['external', externalCalls, setLockExternal, () => other],
    ['of the staff', staffCalls, setLockStaff, () => admin],
  ] as const)(
    'is set and removed on an account that is %s, only within the own company',
    async (_, calls, setLock, by) => {
      const { id } = await by().call(calls.add, { loginname: fresh(), name: 'Li Wei' })
      expect(await code(by().ask(setLock, { id, publicKey: 'no key' }))).toBe(1073)
      await by().call(setLock, { id, publicKey })
      expect(await isLocked(id)).toBe(true)
      const stranger = by() === other ? admin : other
      expect([10002, 90002]).toContain(await code(stranger.ask(setLock, { id, publicKey: null })))
      expect(await isLocked(id)).toBe(true)
      await by().call(setLock, { id, publicKey: null })
      expect(await isLocked(id)).toBe(false)
    },
  )
})
