// Device locks over HTTP: sessions without a presented lock, its validity, and the right to set one.
import type { KeyObject } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { keyPair, pemOf, signatureOf } from '../../../testkit/peers/lock-device.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { adminPassword, type Caller, callerOf, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { watch } from '../../../testkit/watch.ts'
import { monitorToken, queryLiveSignals } from '../../device/live/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { internalCalls } from '../account/contract.ts'
import { addApiKey } from '../api-key/contract.ts'
import { queryEnterprises } from '../enterprise/contract.ts'
import { confirmPassword, logout, userInfo } from '../login/contract.ts'
import { querySessions } from '../session/contract.ts'
import { setEnterpriseLock, setLockInternal, setLockStaff } from './accounts-contract.ts'
import { drawRandom, validLockCert } from './contract.ts'
import { lockLimits } from './limits.ts'
import { lockService } from './lock-service.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let webDir = ''
let server: TestServer
let plant: Site
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'gatehouse-web-'))
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Gatehouse</title>')
  server = await testServer({ now: () => clock.at, loginsPerMinute: 10_000, callsPerMinute: 100_000 }, { webDir })
  plant = await liveSite(server, 'Pump station')
})
afterAll(async () => {
  await plant.box[Symbol.asyncDispose]()
  await server.stop()
  await rm(webDir, { recursive: true, force: true })
})

const { publicKey, privateKey } = keyPair()
let names = 0
let li: Person
let admin: Caller
beforeEach(async () => {
  names += 1
  li = await person(server, `person${names}`, { auths: ['monitor:view', 'history:view'], dataRange: 'all' })
  // The new session has just confirmed its password.
  admin = await server.as('admin', adminPassword)
})

const setLock = (key: KeyObject | null = publicKey, id: AccountId = li.accountId) =>
  admin.ask(setLockInternal, { id, publicKey: key && pemOf(key) })
const data = (who: Caller = li) => who.ask(queryLiveSignals, { equipmentId: plant.equipmentId })
const codeOf = async (asked: Promise<{ code: number }>) => (await asked).code
const drawn = async (who: Caller = li) => (await who.call(drawRandom, {})).random
const signed = (random: string, key = privateKey) => ({ verifyData: `${random}.${signatureOf(random, key)}` })
const show = async (who: Caller = li, key = privateKey) => who.ask(validLockCert, signed(await drawn(who), key))

describe('an account with a lock', () => {
  beforeEach(async () => {
    expect(await codeOf(setLock())).toBe(200)
  })

  test('only gets its user info before presenting it, in open sessions and new ones', async () => {
    const fresh = await server.as(`person${names}`, adminPassword)
    for (const who of [li, fresh]) {
      expect(await data(who)).toMatchObject({ code: 1071, msg: 'Plug in your device lock to continue', data: null })
      expect(await codeOf(who.ask(querySessions, {}))).toBe(1071)
      expect(await codeOf(who.ask(confirmPassword, { password: adminPassword }))).toBe(1071)
      const info = await who.call(userInfo, {})
      expect(info).toMatchObject({ useLock: true, lockDue: true, auths: ['public', 'signedIn'] })
    }
  })

  test('presents it, which is valid for two periods', async () => {
    expect(await codeOf(show())).toBe(200)
    expect(await codeOf(data())).toBe(200)
    const info = await li.call(userInfo, {})
    expect(info).toMatchObject({ useLock: true, lockDue: false })
    expect(info.auths).toContain('monitor:view')
    clock.at += lockLimits.lapseMs - 1
    expect(await codeOf(data())).toBe(200)
    clock.at += 1
    expect(await codeOf(data())).toBe(1071)
    expect(await codeOf(show())).toBe(200)
    expect(await codeOf(data())).toBe(200)
  })

  test('presents it for one session, not for its others', async () => {
    const fresh = await server.as(`person${names}`, adminPassword)
    await show()
    expect(await codeOf(data(fresh))).toBe(1071)
  })

  test('a random text is valid once, for its session, for a minute', async () => {
    const once = await drawn()
    expect(await codeOf(li.ask(validLockCert, signed(once)))).toBe(200)
    expect(await codeOf(li.ask(validLockCert, signed(once)))).toBe(1072)
    const fresh = await server.as(`person${names}`, adminPassword)
    expect(await codeOf(fresh.ask(validLockCert, signed(await drawn())))).toBe(1072)
    const late = await drawn()
    clock.at += lockLimits.randomMs
    expect(await codeOf(li.ask(validLockCert, signed(late)))).toBe(1072)
    expect(await codeOf(li.ask(validLockCert, signed('gatehouse-made_up')))).toBe(1072)
  })

  test('a session keeps only its newest random texts', async () => {
    const first = await drawn()
    clock.at += 1
    const more: string[] = []
    for (let i = 0; i < lockLimits.randoms; i += 1) more.push(await drawn())
    expect(await codeOf(li.ask(validLockCert, signed(first)))).toBe(1072)
    expect(await codeOf(li.ask(validLockCert, signed(more[0]!)))).toBe(200)
    const { count } = await server.platform.db
      .selectFrom('lockRandom')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeLessThan(lockLimits.randoms)
  })

  test.each([
    ['the signature of another key', async () => show(li, keyPair().privateKey)],
    ['another kind of key', async () => show(li, keyPair('ed25519').privateKey)],
    ['no signature', async () => li.ask(validLockCert, { verifyData: `${await drawn()}.AAAA` })],
    ['no form', async () => li.ask(validLockCert, { verifyData: 'nonsense' })],
  ])('%s locks the session immediately, and is logged', async (_, ask) => {
    await show()
    expect(await ask()).toMatchObject({ code: 1072, msg: 'The device lock was not accepted' })
    expect(await codeOf(data())).toBe(1071)
    const { rows } = await admin.call(queryOperations, { act: 'lockFailed' })
    expect(rows[0]).toMatchObject({ act: 'lockFailed', code: 1072, result: 'failure', loginname: `person${names}` })
  })

  test('an open socket ends when the lock lapses', async () => {
    await show()
    const socket = await watch(server.url, await li.call(monitorToken, { equipmentId: plant.equipmentId }))
    await eventually(() => expect(server.cloud.hub.counts().sockets).toBe(1))
    clock.at += lockLimits.lapseMs
    await eventually(() => expect(socket.closed).toBe(4401))
  })

  test('API keys work without the lock', async () => {
    await show()
    const { key } = await li.call(addApiKey, { name: 'Bridge', auths: ['monitor:view'] })
    clock.at += lockLimits.lapseMs
    const program = callerOf(server.url, '', key)
    expect(await codeOf(data(program))).toBe(200)
    expect(await codeOf(program.ask(drawRandom, {}))).toBe(1058)
  })

  test('a changed key must be presented immediately, and a removed one no longer', async () => {
    await show()
    const next = keyPair('rsa')
    await setLock(next.publicKey)
    expect(await codeOf(data())).toBe(1071)
    expect(await codeOf(show())).toBe(1072)
    expect(await codeOf(show(li, next.privateKey))).toBe(200)
    await setLock(null)
    expect(await codeOf(data())).toBe(200)
    expect(await li.call(userInfo, {})).toMatchObject({ useLock: false, lockDue: false })
  })

  test('can sign out without it', async () => {
    expect(await codeOf(li.ask(logout, {}))).toBe(200)
    expect(await codeOf(data())).toBe(1006)
  })

  test('only its pages may connect to the local service', async () => {
    const policyOf = async (who: Caller) => {
      const { headers } = await who.raw('/monitor/eg/list', { headers: { accept: 'text/html' } })
      expect(headers.get('cache-control')).toBe('no-store')
      return /connect-src ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }
    expect(await policyOf(li)).toContain(lockService)
    for (const who of [admin, server.nobody]) expect(await policyOf(who)).not.toContain('9080')
  })
})

describe('setting one', () => {
  test('is logged with the key’s fingerprint, and listed', async () => {
    await setLock()
    const { lock } = await admin.call(internalCalls.info, { id: li.accountId })
    expect(lock).toMatch(/^SHA256:/)
    const { rows } = await admin.call(queryOperations, { act: 'setLock' })
    expect(rows[0]).toMatchObject({ after: { lock, kind: 'EC P-256' }, objectName: `person${names}` })
    expect(JSON.stringify(rows[0])).not.toContain('BEGIN')
  })

  test('refuses an invalid key, at its field', async () => {
    const asked = { id: li.accountId, publicKey: 'ssh-rsa AAAA' }
    expect(await admin.ask(setLockInternal, asked)).toMatchObject({ code: 1073, data: { field: 'publicKey' } })
    expect(await codeOf(data())).toBe(200)
  })

  test('requires a confirmation and account management, and refuses the own account', async () => {
    const { userId } = await admin.call(userInfo, {})
    expect(await codeOf(admin.ask(setLockStaff, { id: userId, publicKey: pemOf(publicKey) }))).toBe(1126)
    expect(await codeOf(li.ask(setLockInternal, { id: li.accountId, publicKey: null }))).toBe(90002)
    clock.at += limits.confirmedMs + 1
    expect(await codeOf(setLock())).toBe(1011)
  })

  test('is possible for the operator on enterprise accounts, in both logs', async () => {
    const other = await server.otherCompany()
    const { rows } = await admin.call(queryEnterprises, { pageNo: 1, pageSize: 200 })
    const { id } = rows.flatMap(({ accounts }) => accounts).find(({ loginname }) => loginname === 'other')!
    await admin.call(setEnterpriseLock, { id, publicKey: pemOf(publicKey) })
    expect(await codeOf(other.ask(querySessions, {}))).toBe(1071)
    expect(await codeOf(show(other))).toBe(200)
    const { rows: lines } = await other.call(queryOperations, { act: 'setLock' })
    expect(lines[0]).toMatchObject({ act: 'setLock', objectName: 'other' })
    await admin.call(setEnterpriseLock, { id, publicKey: null })
  })
})
