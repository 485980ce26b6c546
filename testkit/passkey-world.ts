// A platform under a host name that WebAuthn accepts, accounts that sign in there, and a clock that tests move. For the
// tests of a file: `beginWorld` once, then `name` and `person` are the account added for the current test, `phone` its
// authenticator.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { queryOperations } from '../features/platform/operation-log/contract.ts'
import { type Authenticator, byName, createAuthenticator, namedUrl } from './authenticator.ts'
import { adminPassword, type Caller, type TestServer, testServer } from './server.ts'

export const clock = { at: Date.UTC(2026, 2, 1) }
export let server: TestServer
export let nobody: Caller
export let name = ''
export let person: Caller
export let phone: Authenticator
export let count = 0

type Counts = Parameters<typeof createAuthenticator>[1]

export const device = (more?: Counts): Authenticator => createAuthenticator(namedUrl(server.url), more)

export const signIn = async (loginname: string): Promise<Caller> =>
  byName(server.url, await server.as(loginname, adminPassword))

/** A person of the first organisation, signed in. */
export async function add(loginname: string): Promise<Caller> {
  await server.addAccount({ loginname, roleType: 'operation' })
  return signIn(loginname)
}

/** The person's lines in the log. */
export const log = async () => (await server.admin.call(queryOperations, { keyword: name })).rows

/** Starts only the platform: the tests add the accounts that they need. */
export function beginPlatform(): void {
  beforeAll(async () => {
    server = await testServer({ now: () => clock.at, loginsPerMinute: 10_000 })
    nobody = byName(server.url, { cookie: '' })
  })
  afterAll(() => server.stop())
}

export function beginWorld(): void {
  beginPlatform()
  beforeEach(async () => {
    count += 1
    name = `person${count}`
    await server.platform.db.deleteFrom('loginGuard').execute()
    person = await add(name)
    phone = device()
  })
}
