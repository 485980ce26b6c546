// Signing in and out over HTTP, on a real database; the clock is moved by the test.
import { sha256 } from '@noble/hashes/sha2.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { login, logout, showVcode, userInfo } from './contract.ts'
import { workBits } from './rules.ts'
import { solveWork, workText, zeroBits } from './work.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
})
afterAll(() => server.stop())

// A separate name for each test, so that no test locks out another.
let names = 0
let name = ''
beforeEach(async () => {
  names += 1
  name = `person${names}`
  await server.addAccount({ loginname: name, roleType: 'admin' })
  await server.platform.db.deleteFrom('loginGuard').execute()
})

/** Solved proofs of work, by the captcha shown with each. */
const works = new Map<string, string>()
const attempt = (password: string, vcode?: string, loginname = name) => {
  const work = works.get(vcode ?? '')
  const more = { ...(vcode === undefined ? {} : { vcode }), ...(work === undefined ? {} : { work }) }
  return server.nobody.ask(login, { loginname, password, ...more })
}
const codes = async (count: number, password = 'wrong') => {
  const answers: number[] = []
  for (let i = 0; i < count; i += 1) answers.push((await attempt(password)).code)
  return answers
}
const captchaOf = async (loginname = name) => {
  const shown = await server.nobody.call(showVcode, { loginname })
  const row = await server.platform.db
    .selectFrom('loginGuard')
    .select('captcha')
    .where('key', 'like', `place:%|name:${loginname}`)
    .where('captcha', 'is not', null)
    .executeTakeFirst()
  const text = row?.captcha ?? ''
  if (shown.work) works.set(text, await solveWork(shown.work, sha256))
  return { ...shown, text }
}
/** The text of a new captcha whose work is set to zero bits, for tests with many tries. */
const easyCaptcha = async () => {
  await server.nobody.call(showVcode, { loginname: name })
  const row = await server.platform.db
    .updateTable('loginGuard')
    .set({ workBits: 0 })
    .where('key', 'like', `place:%|name:${name}`)
    .where('captcha', 'is not', null)
    .returning('captcha')
    .executeTakeFirst()
  const text = row?.captcha ?? ''
  works.set(text, '0')
  return text
}
const logOf = async (loginname: string) =>
  (await server.admin.call(queryOperations, { keyword: loginname, pageSize: 50 })).rows

describe('signing in', () => {
  test('opens a session that returns the signed-in account', async () => {
    const person = await server.as(name, adminPassword)
    const info = await person.call(userInfo, {})
    expect(info).toMatchObject({ loginname: name, roleType: 'admin', orgName: 'Gatehouse', demo: false })
    expect(info.auths).toContain('equipment:view')
    expect((await logOf(name))[0]).toMatchObject({ act: 'login', loginname: name, result: 'success', code: 200 })
  })

  test('the cookie is HttpOnly, same-site, and reveals nothing of the account', async () => {
    const response = await server.nobody.raw(login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ loginname: name, password: adminPassword }),
    })
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).not.toContain(name)
    const tokens = await server.platform.db.selectFrom('session').select('tokenHash').execute()
    const token = /gatehouse=([^;]+)/.exec(cookie!)![1]!
    expect(tokens.some(({ tokenHash }) => tokenHash.toString('base64url') === token)).toBe(false)
  })

  test('a form body works like JSON', async () => {
    const body = new URLSearchParams({ loginname: name, password: adminPassword })
    const response = await server.nobody.raw(login.path, { method: 'POST', body })
    expect(((await response.json()) as { code: number }).code).toBe(200)
  })

  test('a wrong password and an unknown name get the same answer, 1001', async () => {
    const known = await attempt('wrong')
    const unknown = await attempt('wrong', undefined, 'nobody-at-all')
    expect(known.code).toBe(1001)
    expect(unknown).toEqual(known)
    expect((await logOf(name))[0]).toMatchObject({ act: 'loginFailed', code: 1001, result: 'failure' })
  })

  test('an empty name is refused with 1002', async () => {
    expect((await attempt(adminPassword, undefined, '  ')).code).toBe(1002)
  })

  test('names are compared without case', async () => {
    expect((await attempt(adminPassword, undefined, name.toUpperCase())).code).toBe(200)
  })

  test('a disabled account learns so only with its right password', async () => {
    await server.addAccount({ loginname: `off${names}`, disabled: true })
    expect((await attempt('wrong', undefined, `off${names}`)).code).toBe(1001)
    expect((await attempt(adminPassword, undefined, `off${names}`)).code).toBe(1008)
    expect((await logOf(`off${names}`))[0]).toMatchObject({ act: 'loginFailed', code: 1008 })
  })

  test('a name with a NUL character is an invalid parameter, not an internal error', async () => {
    expect(await attempt(adminPassword, undefined, 'ad\u0000min')).toMatchObject({
      code: 10001,
      data: { field: 'loginname' },
    })
  })
})

describe('the captcha', () => {
  test('is not required at first, and is after three failures', async () => {
    expect(await server.nobody.call(showVcode, { loginname: name })).toEqual({
      needed: false,
      svg: null,
      work: null,
      demo: null,
    })
    expect(await codes(3)).toEqual([1001, 1001, 1001])
    const { needed, svg, text } = await captchaOf()
    expect(needed).toBe(true)
    expect(svg).toMatch(/^<svg/)
    expect((await attempt(adminPassword, text)).code).toBe(200)
  })

  test('a wrong one is refused with 1003 and is spent: the right text no longer helps', async () => {
    await codes(3)
    const { text } = await captchaOf()
    expect((await attempt(adminPassword, 'xxxx')).code).toBe(1003)
    expect((await attempt(adminPassword, text)).code).toBe(1004)
  })

  test('without its work, or with the work of another, the captcha is spent', async () => {
    await codes(3)
    const first = await captchaOf()
    const { text } = await captchaOf()
    const ask = (work: string) =>
      server.nobody.ask(login, { loginname: name, password: adminPassword, vcode: text, work })
    expect((await ask('no number')).code).toBe(1004)
    expect((await ask(works.get(text)!)).code).toBe(1004)
    const { text: again, work } = await captchaOf()
    expect(work?.challenge).not.toBe(first.work?.challenge)
    works.set(again, '0')
    const isLucky = zeroBits(sha256(workText(work!.challenge, 0))) >= work!.bits
    expect((await attempt(adminPassword, again)).code).toBe(isLucky ? 200 : 1004)
  })

  test('the work grows with the failures, up to a maximum', () => {
    expect([3, 4, 5, 100].map(workBits)).toEqual([14, 15, 16, limits.workBitsMax])
  })

  test('a missing one is refused with 1004', async () => {
    await codes(3)
    expect((await attempt(adminPassword)).code).toBe(1004)
  })

  test('is no longer required when the failures are ten minutes old', async () => {
    await codes(3)
    clock.at += limits.lockoutMs + 1
    expect((await server.nobody.call(showVcode, { loginname: name })).needed).toBe(false)
    expect((await attempt(adminPassword)).code).toBe(200)
  })

  test('one that is ten minutes old is refused with 1004', async () => {
    await codes(3)
    const { text } = await captchaOf()
    await server.platform.db
      .updateTable('loginGuard')
      .set({ captchaAt: clock.at - limits.captchaMs })
      .where('captcha', '=', text)
      .execute()
    expect((await attempt(adminPassword, text)).code).toBe(1004)
  })
})

describe('the lockout', () => {
  const fail = async (times: number) => {
    const answers: number[] = []
    for (let i = 0; i < times; i += 1) answers.push((await attempt('wrong', await easyCaptcha())).code)
    return answers
  }

  test('starts with the eighth failure, refuses even the right password for ten minutes, and ends', async () => {
    expect(await fail(8)).toEqual(Array(8).fill(1001))
    expect(await attempt(adminPassword)).toMatchObject({ code: 1005, msg: expect.stringContaining('10 minutes') })
    clock.at += limits.lockoutMs - 1000
    expect((await attempt(adminPassword)).code).toBe(1005)
    clock.at += 2000
    expect((await attempt(adminPassword)).code).toBe(200)
  })

  test('a right password clears the earlier failures', async () => {
    await fail(7)
    expect((await attempt(adminPassword, await easyCaptcha())).code).toBe(200)
    expect(await codes(2)).toEqual([1001, 1001])
    expect((await attempt(adminPassword)).code).toBe(200)
  })

  test('parallel tries count one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt('wrong')))
    expect(answers.filter(({ code }) => code === 1001)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 1004)).toHaveLength(9)
  })

  test('after a lockout every unknown caller needs a captcha for the name', async () => {
    await fail(8)
    const row = await server.platform.db
      .selectFrom('loginGuard')
      .select('failures')
      .where('key', '=', `name:${name}`)
      .executeTakeFirstOrThrow()
    expect(row.failures).toBeGreaterThanOrEqual(limits.loginFailuresBeforeCaptcha)
  })
})

describe('the limit of an address', () => {
  test('ignores cookies, and answers 429 with its envelope', async () => {
    await using strict = await testServer({ loginsPerMinute: 3 })
    const statuses: number[] = []
    let last: Response | undefined
    for (let i = 0; i < 4; i += 1) {
      const headers = { 'content-type': 'application/json', cookie: `gatehouse=${i}` }
      last = await strict.nobody.raw(login.path, { method: 'POST', headers, body: '{}' })
      statuses.push(last.status)
    }
    // The test's administrator has already used one login.
    expect(statuses).toEqual([200, 200, 429, 429])
    expect(await last?.json()).toMatchObject({ code: 90003, data: null })
  })
})

describe('the session', () => {
  const code = async (person: Awaited<ReturnType<TestServer['as']>>) => (await person.ask(userInfo, {})).code

  test('without a session calls are refused with 1006', async () => {
    expect((await server.nobody.ask(userInfo, {})).code).toBe(1006)
  })

  test('ends with the logout, which is logged and removes the cookie', async () => {
    const person = await server.as(name, adminPassword)
    const response = await person.raw(logout.path, { method: 'POST' })
    expect(((await response.json()) as { code: number }).code).toBe(200)
    expect(response.headers.getSetCookie()[0]).toMatch(/gatehouse=;/)
    expect(await code(person)).toBe(1006)
    expect((await logOf(name))[0]).toMatchObject({ act: 'logout', loginname: name })
  })

  test('a logout without a session succeeds and logs nothing', async () => {
    expect((await server.nobody.ask(logout, {})).code).toBe(200)
  })

  test('a password set by another account opens one within seven days, not later', async () => {
    const change = { changePassword: true, passwordAt: clock.at }
    const { db } = server.platform
    await db.updateTable('account').set(change).where('loginname', '=', name).execute()
    clock.at += limits.firstPasswordMs
    expect((await attempt(adminPassword)).code).toBe(200)
    clock.at += 1
    expect((await attempt('wrong')).code).toBe(1001)
    expect((await attempt(adminPassword)).code).toBe(1027)
    const admin = await server.as('admin', adminPassword)
    const { rows } = await admin.call(queryOperations, { act: 'loginFailed', account: name })
    expect(rows.map(({ code }) => code)).toEqual([1027, 1001])
    await db.updateTable('account').set({ changePassword: false }).where('loginname', '=', name).execute()
    expect((await attempt(adminPassword)).code).toBe(200)
  })

  test('ends after twelve idle hours, not while it is used', async () => {
    const person = await server.as(name, adminPassword)
    clock.at += limits.sessionIdleMs - 60_000
    expect(await code(person)).toBe(200)
    clock.at += limits.sessionIdleMs - 60_000
    expect(await code(person)).toBe(200)
    clock.at += limits.sessionIdleMs + 1
    expect(await code(person)).toBe(1006)
  })

  test('ends after thirty days even while it is used', async () => {
    const person = await server.as(name, adminPassword)
    const until = clock.at + limits.sessionMaxMs
    const stepMs = limits.sessionIdleMs - 60_000
    while (clock.at + stepMs < until) {
      clock.at += stepMs
      expect(await code(person)).toBe(200)
    }
    clock.at = until
    expect(await code(person)).toBe(1006)
  })

  test('ends immediately when the account is disabled', async () => {
    const person = await server.as(name, adminPassword)
    await server.platform.db.updateTable('account').set({ disabled: true }).where('loginname', '=', name).execute()
    expect(await code(person)).toBe(1006)
  })

  test('a new login in the same browser ends the earlier session', async () => {
    const person = await server.as(name, adminPassword)
    const body = JSON.stringify({ loginname: name, password: adminPassword })
    await person.raw(login.path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(await code(person)).toBe(1006)
  })

  test('a forged cookie has no session', async () => {
    const response = await server.nobody.raw(userInfo.path, { headers: { cookie: 'gatehouse=forged' } })
    expect(((await response.json()) as { code: number }).code).toBe(1006)
  })
})
