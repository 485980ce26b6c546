// Signing in with a passkey over HTTP: accounts that may enter, and the answers to all others.
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { type Authenticator, addPasskey, byName, enterBy, signInBy } from '../../../testkit/authenticator.ts'
import {
  add,
  beginWorld,
  clock,
  count,
  device,
  log,
  name,
  nobody,
  person,
  phone,
  server,
  signIn,
} from '../../../testkit/passkey-world.ts'
import { adminPassword, testServer } from '../../../testkit/server.ts'
import { askOwnPasskey, askPasskey, queryPasskeys, removePasskey } from '../passkey/contract.ts'
import { beginSecondFactor, finishSecondFactor } from '../second-factor/contract.ts'
import { codeOf, fromBase32, stepAt } from '../second-factor/rules.ts'
import { querySessions } from '../session/contract.ts'
import { confirmPasskey, login, loginPasskey, userInfo } from './contract.ts'

beginWorld()

let id = 0
beforeEach(async () => {
  id = (await addPasskey(person, phone, 'Phone')).id
})

const enter = (otherwise?: Parameters<Authenticator['sign']>[1]) => enterBy(nobody, phone, otherwise)
const change = (values: object) =>
  server.platform.db.updateTable('account').set(values).where('loginname', '=', name).execute()

describe('a passkey', () => {
  test('opens a session of its account, and is logged', async () => {
    const signedIn = await signInBy(server.url, phone)
    expect(await signedIn.call(userInfo, {})).toMatchObject({ loginname: name, setUpStep: false })
    expect((await log())[0]).toMatchObject({ act: 'login', result: 'success' })
  })

  test('counts as both steps: no code is required of an account with a second step', async () => {
    const { secret } = await person.call(beginSecondFactor, {})
    await person.call(finishSecondFactor, { code: codeOf(fromBase32(secret), stepAt(clock.at)) })
    expect(await nobody.ask(login, { loginname: name, password: adminPassword })).toMatchObject({
      code: 1051,
      data: { hasApp: true, hasPasskey: true },
    })
    expect(await enter()).toBe(200)
  })

  test('registering one adds no step to the password login, unless the organisation requires it', async () => {
    expect((await nobody.ask(login, { loginname: name, password: adminPassword })).code).toBe(200)
  })

  test('opens a restricted session for an account that must choose a password', async () => {
    await change({ changePassword: true })
    const signedIn = await signInBy(server.url, phone)
    expect(await signedIn.call(userInfo, {})).toMatchObject({ changePassword: true })
    expect((await signedIn.ask(querySessions, {})).code).toBe(1012)
  })
})

describe('an account', () => {
  test('disabled, or of a disabled company, gets the same answer as after its password', async () => {
    await change({ disabled: true })
    expect(await enter()).toBe(1008)
    expect((await log())[0]).toMatchObject({ act: 'loginFailed', code: 1008 })
    await change({ disabled: false })
    expect(await enter()).toBe(200)
    await server.otherCompany()
    const other = await signIn('other')
    const theirs = device()
    await addPasskey(other, theirs, `Phone ${count}`)
    const { db } = server.platform
    const setDisabled = (disabled: boolean) =>
      db.updateTable('organisation').set({ disabled }).where('name', '=', 'Other').execute()
    await setDisabled(true)
    expect(await enterBy(nobody, theirs)).toBe(1023)
    await setDisabled(false)
    expect(await enterBy(nobody, theirs)).toBe(200)
  })

  test('locked by wrong passwords is locked with its passkey too, and a good one clears the failures', async () => {
    const wrong = () => nobody.ask(login, { loginname: name, password: 'wrong' })
    await wrong()
    await wrong()
    expect(await enter()).toBe(200)
    const captchaDue = limits.loginFailuresBeforeCaptcha
    for (let i = 0; i < captchaDue; i += 1) expect((await wrong()).code).toBe(1001)
    await server.platform.db
      .updateTable('loginGuard')
      .set({ lockedUntil: clock.at + limits.lockoutMs })
      .execute()
    expect(await enter()).toBe(1005)
    clock.at += limits.lockoutMs + 1
    expect(await enter()).toBe(200)
  })
})

describe('a challenge', () => {
  test('is valid once', async () => {
    const request = await nobody.call(askPasskey, {})
    const answer = phone.sign(request)
    expect((await nobody.ask(loginPasskey, { answer })).code).toBe(200)
    expect((await nobody.ask(loginPasskey, { answer })).code).toBe(1092)
    expect((await nobody.ask(loginPasskey, { answer: phone.sign(request) })).code).toBe(1092)
  })

  test('is spent by a wrong answer too', async () => {
    const request = await nobody.call(askPasskey, {})
    const wrong = phone.sign(request, { origin: 'https://evil.example' })
    expect((await nobody.ask(loginPasskey, { answer: wrong })).code).toBe(1091)
    expect((await nobody.ask(loginPasskey, { answer: phone.sign(request) })).code).toBe(1092)
  })

  test('two answers at the same moment open one session', async () => {
    const answer = phone.sign(await nobody.call(askPasskey, {}))
    const codes = await Promise.all([1, 2].map(async () => (await nobody.ask(loginPasskey, { answer })).code))
    expect(codes.sort((a, b) => a - b)).toEqual([200, 1092])
  })

  test('ends after five minutes', async () => {
    const answer = phone.sign(await nobody.call(askPasskey, {}))
    clock.at += limits.passkeyChallengeMs
    expect((await nobody.ask(loginPasskey, { answer })).code).toBe(1092)
  })

  test('issued for another purpose, or never issued, opens no session', async () => {
    const own = phone.sign(await person.call(askOwnPasskey, {}))
    expect((await nobody.ask(loginPasskey, { answer: own })).code).toBe(1092)
    expect(await enter({ challenge: 'made-up' })).toBe(1092)
    const garbage = { id: 'a', response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' } }
    expect((await nobody.ask(loginPasskey, { answer: garbage })).code).toBe(1092)
  })

  test('is dropped when newer ones of its network exceed the limit', async () => {
    const first = phone.sign(await nobody.call(askPasskey, {}))
    clock.at += 1
    for (let i = 0; i < limits.passkeyChallenges; i += 1) await nobody.call(askPasskey, {})
    const { count } = await server.platform.db
      .selectFrom('passkeyChallenge')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('purpose', '=', 'login')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(limits.passkeyChallenges)
    expect((await nobody.ask(loginPasskey, { answer: first })).code).toBe(1092)
  })

  test('is valid in every process of the platform, and after a restart', async () => {
    await using second = await testServer(
      { now: () => clock.at, database: server.database },
      { dataDir: server.dataDir },
    )
    const request = await byName(second.url, { cookie: '' }).call(askPasskey, {})
    // The browser always talks to the first process.
    expect((await nobody.ask(loginPasskey, { answer: phone.sign(request) })).code).toBe(200)
  })
})

describe('an answer', () => {
  test.each([
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['for another name', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['of another kind', { type: 'webauthn.create' }],
    ['in the name of another account', { handle: Buffer.alloc(32, 7) }],
  ] as const)('%s is refused, and logged', async (_, otherwise) => {
    expect(await enter(otherwise)).toBe(1091)
    expect((await log())[0]).toMatchObject({ act: 'loginFailed', code: 1091, result: 'failure' })
    expect(await enter()).toBe(200)
  })

  test('with the id of another account’s passkey is refused: each has its own key', async () => {
    const other = await add(`${name}b`)
    const theirs = device()
    await addPasskey(other, theirs, 'Phone')
    const [foreign] = theirs.keys
    expect(await enter({ id: foreign!.id })).toBe(1091)
    expect(await enter({ id: foreign!.id, handle: foreign!.handle })).toBe(1091)
  })

  test('with an unknown passkey gets the same reply as a wrong one', async () => {
    const ask = async (otherwise: Parameters<Authenticator['sign']>[1]) => {
      const { code, msg, data } = await nobody.ask(loginPasskey, {
        answer: phone.sign(await nobody.call(askPasskey, {}), otherwise),
      })
      return { code, msg, data }
    }
    const unknown = await ask({ id: Buffer.alloc(32, 1) })
    expect(unknown).toEqual(await ask({ origin: 'https://evil.example' }))
    expect(unknown.code).toBe(1091)
  })

  test('with a removed passkey is refused', async () => {
    await person.call(removePasskey, { id: id as never })
    expect(await enter()).toBe(1091)
  })

  test('that is wrong counts against its address, up to a wait; known callers are not delayed', async () => {
    const wrong = () => enter({ id: Buffer.alloc(32, 1) })
    const codes = new Set<number>()
    for (let i = 0; i < limits.loginFailuresPerAddress; i += 1) codes.add(await wrong())
    expect([...codes]).toEqual([1091])
    expect(await wrong()).toBe(1005)
    expect(await enter()).toBe(200)
  })
})

describe('a copy of a passkey', () => {
  test('is detected by its counter: then both are refused, and the owner sees why', async () => {
    const copy = { ...phone.keys[0]! }
    expect(await enter()).toBe(200)
    expect(await enter()).toBe(200)
    expect(await enter({ key: copy })).toBe(1093)
    expect((await log())[0]).toMatchObject({ act: 'loginFailed', code: 1093 })
    expect(await enter()).toBe(1093)
    expect(await person.call(queryPasskeys, {})).toMatchObject([{ name: 'Phone', isBlocked: true }])
    expect((await person.call(askOwnPasskey, {})).allowCredentials).toEqual([])
  })

  test('is not suspected of authenticators without counters, such as synchronised ones', async () => {
    const synced = device({ counts: false, isSynced: true })
    await addPasskey(person, synced, 'Cloud')
    expect([await enterBy(nobody, synced), await enterBy(nobody, synced)]).toEqual([200, 200])
  })
})

test('confirming by a passkey needs a session, and works once', async () => {
  const answer = phone.sign(await person.call(askOwnPasskey, {}))
  expect((await nobody.ask(confirmPasskey, { answer })).code).toBe(1006)
  expect((await person.ask(confirmPasskey, { answer })).code).toBe(200)
  expect((await person.ask(confirmPasskey, { answer })).code).toBe(1092)
})
