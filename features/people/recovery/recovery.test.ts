// Recovery over HTTP as a browser does it, on a real database; the clock is moved by the test.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint, Envelope, InputOf, OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { codes } from '../../platform/verification/contract.ts'
import { login } from '../login/contract.ts'
import { getUserMessage, setSecrecyMessage, validateOldPwdForChangePwd } from '../security/contract.ts'
import {
  beginRecovery,
  checkRecoveryAnswers,
  checkRecoveryCode,
  recoverPassword,
  recoveryState,
  sendRecoveryCode,
} from './contract.ts'

const clock = { at: Date.UTC(2026, 5, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000, callsPerMinute: 100_000 })
})
afterAll(() => server.stop())

let drawn = 0
let name = ''
let phone = ''
let email = ''
beforeEach(async () => {
  clock.at += 25 * 3600_000
  drawn += 1
  name = `forgetful${drawn}`
  phone = `139${String(10_000_000 + drawn)}`
  email = `forgetful${drawn}@plant.example`
  await server.addAccount({ loginname: name })
  const { db } = server.platform
  await db.updateTable('account').set({ phone, email }).where('loginname', '=', name).execute()
})

/** A browser that stores its cookie. */
function browser() {
  let cookie = ''
  return {
    get cookie() {
      return cookie
    },
    async ask<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Envelope<OutputOf<E>>> {
      // The test starts more recoveries from one address than people do.
      await server.platform.db.deleteFrom('loginGuard').execute()
      const response = await server.nobody.raw(endpoint.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(input),
      })
      const given = response.headers.getSetCookie().find((each) => each.startsWith('gatehouse-recovery='))
      if (given) cookie = given.split(';')[0]!
      return (await response.json()) as Envelope<OutputOf<E>>
    },
  }
}
type Browser = ReturnType<typeof browser>

const sentTo = (to: string) =>
  server.platform
    .use(codes)
    .outbox()!
    .filter((message) => message.to === to)
const codeTo = (to: string) => /\b\d{6}\b/.exec(sentTo(to)[0]!.text)![0]
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function begun(loginname = name): Promise<Browser> {
  const own = browser()
  expect((await own.ask(beginRecovery, { loginname })).code).toBe(200)
  return own
}
async function verified(): Promise<Browser> {
  const own = await begun()
  expect((await own.ask(sendRecoveryCode, { way: 'email' })).code).toBe(200)
  expect((await own.ask(checkRecoveryCode, { way: 'email', code: codeTo(email) })).code).toBe(200)
  return own
}
const signIn = async (password: string) => (await server.nobody.ask(login, { loginname: name, password })).code
const isSignedIn = async (who: Awaited<ReturnType<TestServer['as']>>) =>
  (await who.ask(getUserMessage, {})).code === 200

/** Finds an account name that does not exist and for which the platform pretends to offer the recovery method `way`. */
async function unknownWith(way: 'tel' | 'email' | 'question') {
  for (let i = 0; i < 50; i += 1) {
    const own = browser()
    const loginname = `nobody${drawn}x${i}`
    const { data } = await own.ask(beginRecovery, { loginname })
    if (data!.ways.some((each) => each.way === way)) return { own, loginname }
  }
  throw new Error(`no made-up name has ${way}`)
}

describe('the recovery by the owner', () => {
  test('by e-mail sets a password: the new one signs in, the old one does not, all sessions have ended', async () => {
    const before = await server.as(name, adminPassword)
    const own = browser()
    const { data } = await own.ask(beginRecovery, { loginname: name.toUpperCase() })
    expect(data!.ways).toEqual([
      { way: 'tel', to: `139****${phone.slice(-4)}` },
      { way: 'email', to: 'f***@p***' },
    ])
    await own.ask(sendRecoveryCode, { way: 'email' })
    const checked = await own.ask(checkRecoveryCode, { way: 'email', code: codeTo(email) })
    expect(checked.data).toMatchObject({ isVerified: true })
    expect((await own.ask(recoverPassword, { password: 'kV7_tplm2Q' })).code).toBe(200)
    expect(await signIn(adminPassword)).toBe(1001)
    expect(await signIn('kV7_tplm2Q')).toBe(200)
    expect(await isSignedIn(before)).toBe(false)
    const { rows } = await server.admin
      .call(queryOperations, { keyword: name, act: 'passwordRecovered' })
      .catch(async () =>
        (await server.as('admin', adminPassword)).call(queryOperations, { keyword: name, act: 'passwordRecovered' }),
      )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('kV7_tplm2Q')
  })

  test('works by phone', async () => {
    const own = await begun()
    await own.ask(sendRecoveryCode, { way: 'tel' })
    expect((await own.ask(checkRecoveryCode, { way: 'tel', code: codeTo(phone) })).code).toBe(200)
    expect((await own.ask(recoverPassword, { password: 'kV7_tplm2Q' })).code).toBe(200)
    expect(await signIn('kV7_tplm2Q')).toBe(200)
  })

  test('works by security questions, regardless of case and punctuation', async () => {
    const person = await server.as(name, adminPassword)
    await person.call(validateOldPwdForChangePwd, { password: adminPassword })
    await person.call(setSecrecyMessage, {
      ...{ question1: 'firstPet', question2: 'birthTown', question3: 'firstJob' },
      ...{ answer1: 'Rex', answer2: 'Old Mill', answer3: 'Baker' },
    })
    const own = browser()
    const { data } = await own.ask(beginRecovery, { loginname: name })
    expect(data).toMatchObject({ questions: ['firstPet', 'birthTown', 'firstJob'] })
    const wrong = await own.ask(checkRecoveryAnswers, { answer1: 'Rex', answer2: 'Old Mill', answer3: 'Butcher' })
    expect(wrong.code).toBe(1037)
    const right = await own.ask(checkRecoveryAnswers, { answer1: ' rex', answer2: 'OLD-MILL', answer3: 'baker.' })
    expect(right.data).toMatchObject({ isVerified: true })
    expect((await own.ask(recoverPassword, { password: 'kV7_tplm2Q' })).code).toBe(200)
  })
})

describe('the order of the steps', () => {
  test('nothing works before the name', async () => {
    const own = browser()
    expect((await own.ask(recoveryState, {})).code).toBe(1032)
    expect((await own.ask(sendRecoveryCode, { way: 'email' })).code).toBe(1032)
    expect((await own.ask(checkRecoveryCode, { way: 'email', code: '123456' })).code).toBe(1032)
    expect((await own.ask(checkRecoveryAnswers, { answer1: 'a', answer2: 'b', answer3: 'c' })).code).toBe(1032)
    expect((await own.ask(recoverPassword, { password: 'kV7_tplm2Q' })).code).toBe(1032)
  })

  test('a wrong code allows no new password', async () => {
    const own = await begun()
    await own.ask(sendRecoveryCode, { way: 'email' })
    expect((await own.ask(checkRecoveryCode, { way: 'email', code: other(codeTo(email)) })).code).toBe(1003)
    expect((await own.ask(recoverPassword, { password: 'kV7_tplm2Q' })).code).toBe(1032)
    expect(await signIn(adminPassword)).toBe(200)
  })

  test('a code of one way is not valid for another', async () => {
    const own = await begun()
    await own.ask(sendRecoveryCode, { way: 'email' })
    expect((await own.ask(checkRecoveryCode, { way: 'tel', code: codeTo(email) })).code).toBe(1031)
  })

  test('a way that the account lacks is refused', async () => {
    await server.platform.db.updateTable('account').set({ phone: null }).where('loginname', '=', name).execute()
    const own = await begun()
    expect((await own.ask(sendRecoveryCode, { way: 'tel' })).code).toBe(1041)
    expect((await own.ask(checkRecoveryAnswers, { answer1: 'a', answer2: 'b', answer3: 'c' })).code).toBe(1041)
  })

  test('another browser cannot continue it', async () => {
    await verified()
    expect((await browser().ask(recoverPassword, { password: 'kV7_tplm2Q' })).code).toBe(1032)
    const own = await begun()
    expect((await own.ask(recoverPassword, { password: 'kV7_tplm2Q' })).code).toBe(1032)
  })

  test('the cookie is HttpOnly and strict; the database stores only its hash', async () => {
    const response = await server.nobody.raw(beginRecovery.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ loginname: name }),
    })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Strict/i)
    const rows = await server.platform.db.selectFrom('recoveryTicket').select('tokenHash').execute()
    const token = /=([^;]+)/.exec(cookie)![1]!
    expect(rows.some(({ tokenHash }) => tokenHash.toString('base64url') === token)).toBe(false)
  })

  test('a recovery ends after ten minutes', async () => {
    const own = await verified()
    clock.at += limits.recoveryMs
    expect((await own.ask(recoverPassword, { password: 'kV7_tplm2Q' })).code).toBe(1032)
  })

  test('a recovery sets one password, and ends all others of the account', async () => {
    const first = await verified()
    clock.at += limits.verificationAgainMs
    const second = await verified()
    const answers = await Promise.all(
      ['kV7_tplm2Q', 'kV7_tplm3Q'].map((password) => first.ask(recoverPassword, { password })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([1032, 200].sort())
    expect((await second.ask(recoverPassword, { password: 'kV7_tplm4Q' })).code).toBe(1032)
  })

  test('a refused password is reported at its field, and costs no try', async () => {
    const own = await verified()
    for (const [password, code] of [
      ['short', 10001],
      ['Passw0rd', 1038],
    ] as const)
      expect(await own.ask(recoverPassword, { password })).toMatchObject({ code, data: { field: 'password' } })
    expect((await own.ask(recoverPassword, { password: 'kV7_tplm2Q' })).code).toBe(200)
  })
})

describe('a guesser', () => {
  test('has five tries with a code', async () => {
    const own = await begun()
    await own.ask(sendRecoveryCode, { way: 'email' })
    const code = codeTo(email)
    for (let i = 0; i < limits.verificationTries; i += 1)
      expect((await own.ask(checkRecoveryCode, { way: 'email', code: other(code) })).code).toBe(1003)
    expect((await own.ask(checkRecoveryCode, { way: 'email', code })).code).toBe(1031)
  })

  test('gets no more codes by starting again', async () => {
    let sent = 0
    for (let i = 0; i < 12; i += 1) {
      const own = await begun()
      if ((await own.ask(sendRecoveryCode, { way: 'email' })).code === 200) sent += 1
      clock.at += limits.verificationAgainMs
    }
    expect(sent).toBe(limits.codesPerTargetHour)
  })

  test('has ten tries a day with the answers, in all browsers together', async () => {
    const { own, loginname } = await unknownWith('question')
    const wrong = { answer1: 'a', answer2: 'b', answer3: 'c' }
    for (let i = 0; i < limits.answerTriesPerDay; i += 1)
      expect((await own.ask(checkRecoveryAnswers, wrong)).code).toBe(1037)
    expect((await own.ask(checkRecoveryAnswers, wrong)).code).toBe(90003)
    const another = await begun(loginname)
    expect((await another.ask(checkRecoveryAnswers, wrong)).code).toBe(90003)
  })

  test('appears in the log of the account', async () => {
    const own = await begun()
    await own.ask(sendRecoveryCode, { way: 'email' })
    await own.ask(checkRecoveryCode, { way: 'email', code: other(codeTo(email)) })
    const admin = await server.as('admin', adminPassword)
    const { rows } = await admin.call(queryOperations, { keyword: name, act: 'verificationFailed' })
    expect(rows[0]).toMatchObject({ objectName: name, code: 1003, result: 'failure' })
  })
})

describe('an unknown name', () => {
  test('gets the same code, text and fields as a known one, the same each time', async () => {
    const { own, loginname } = await unknownWith('email')
    const [again, known] = [
      await browser().ask(beginRecovery, { loginname }),
      await browser().ask(beginRecovery, { loginname: name }),
    ]
    expect(again.data!.ways).toEqual((await own.ask(recoveryState, {})).data!.ways)
    expect({ ...again, data: null }).toEqual({ ...known, data: null })
    expect(Object.keys(again.data!)).toEqual(Object.keys(known.data!))
    expect(again.data!.expiresAt).toBe(known.data!.expiresAt)
  })

  test('passes the same steps with the same replies, and fails at the code', async () => {
    const { own: stranger } = await unknownWith('email')
    const owner = await begun()
    for (const step of [
      (own: Browser) => own.ask(sendRecoveryCode, { way: 'email' }),
      (own: Browser) => own.ask(sendRecoveryCode, { way: 'email' }),
      (own: Browser) => own.ask(checkRecoveryCode, { way: 'email', code: 'wrong' }),
      (own: Browser) => own.ask(recoverPassword, { password: 'kV7_tplm2Q' }),
    ])
      expect(await step(stranger)).toEqual(await step(owner))
    for (let i = 1; i < limits.verificationTries; i += 1)
      expect(await stranger.ask(checkRecoveryCode, { way: 'email', code: 'wrong' })).toEqual(
        await owner.ask(checkRecoveryCode, { way: 'email', code: 'wrong' }),
      )
    expect(await stranger.ask(checkRecoveryCode, { way: 'email', code: 'wrong' })).toMatchObject({ code: 1031 })
    expect(await owner.ask(checkRecoveryCode, { way: 'email', code: codeTo(email) })).toMatchObject({ code: 1031 })
  })

  test('gets no message', async () => {
    const before = server.platform.use(codes).outbox()!.length
    const { own } = await unknownWith('email')
    await own.ask(sendRecoveryCode, { way: 'email' })
    expect(server.platform.use(codes).outbox()).toHaveLength(before)
  })

  test('is indistinguishable from a disabled account', async () => {
    await server.platform.db.updateTable('account').set({ disabled: true }).where('loginname', '=', name).execute()
    const { data } = await browser().ask(beginRecovery, { loginname: name })
    expect(JSON.stringify(data)).not.toContain(phone.slice(-4))
  })
})

test('an account that was disabled meanwhile gets no new password', async () => {
  const own = await verified()
  await server.platform.db.updateTable('account').set({ disabled: true }).where('loginname', '=', name).execute()
  expect((await own.ask(recoverPassword, { password: 'kV7_tplm2Q' })).code).toBe(1032)
})
