// Tests two-step sign-in over HTTP, on a real database; the test moves the clock.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, type Caller, callerOf, type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { login, loginCode, userInfo } from '../login/contract.ts'
import { querySessions } from '../session/contract.ts'
import {
  beginSecondFactor,
  endSecondFactor,
  finishSecondFactor,
  querySecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
} from './contract.ts'
import { codeOf, fromBase32, stepAt } from './rules.ts'

const stepMs = 30_000
const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 10_000 })
})
afterAll(() => server.stop())

let names = 0
let name = ''
let person: Caller
let secret = ''
let recoveryCodes: readonly string[] = []
beforeEach(async () => {
  names += 1
  name = `person${names}`
  await server.platform.db.deleteFrom('loginGuard').execute()
  await server.addAccount({ loginname: name, roleType: 'operation' })
  person = await server.as(name, adminPassword)
  secret = (await person.call(beginSecondFactor, {})).secret
  recoveryCodes = (await person.call(finishSecondFactor, { code: code() })).recoveryCodes
  // A code is valid once, so the clock moves to the next one.
  clock.at += stepMs
})

const code = (away = 0) => codeOf(fromBase32(secret), stepAt(clock.at) + away)
const wrong = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0')
const begin = () => server.nobody.ask(login, { loginname: name, password: adminPassword })
const ticket = async () => ((await begin()).data as unknown as { ticket: string }).ticket
const enter = async (given: string, by?: string) =>
  (await server.nobody.ask(loginCode, { ticket: by ?? (await ticket()), code: given })).code
const sessions = () => server.platform.db.selectFrom('session').select('id').execute()
const log = async () => (await server.admin.call(queryOperations, { keyword: name })).rows

describe('signing in', () => {
  test('requires a code after the right password, and opens no session before', async () => {
    const before = await sessions()
    expect(await begin()).toMatchObject({ code: 1051, data: { ticket: expect.any(String) } })
    expect(await sessions()).toHaveLength(before.length)
    expect((await server.nobody.ask(login, { loginname: name, password: 'wrong' })).code).toBe(1001)
    expect(await enter(code())).toBe(200)
    expect(await sessions()).toHaveLength(before.length + 1)
    expect((await log())[0]).toMatchObject({ act: 'login', result: 'success' })
  })

  test('returns the account, and sets the cookie', async () => {
    const body = JSON.stringify({ ticket: await ticket(), code: code() })
    const headers = { 'content-type': 'application/json' }
    const response = await server.nobody.raw(loginCode.path, { method: 'POST', headers, body })
    expect(await response.json()).toMatchObject({ code: 200, data: { loginname: name, setUpStep: false } })
    const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
    expect((await callerOf(server.url, cookie).call(userInfo, {})).loginname).toBe(name)
  })

  test('accepts the codes one step before and after, and no others', async () => {
    expect(await enter(code(-2))).toBe(1052)
    expect(await enter(code(2))).toBe(1052)
    expect(await enter(code(1))).toBe(200)
    clock.at += 3 * stepMs
    expect(await enter(code(-1))).toBe(200)
  })

  test('accepts no code twice, and none older than an accepted one', async () => {
    const mine = code()
    expect(await enter(mine)).toBe(200)
    expect(await enter(mine)).toBe(1052)
    expect(await enter(code(-1))).toBe(1052)
    clock.at += stepMs
    expect(await enter(code())).toBe(200)
  })

  test('two logins with the same code at the same moment open one session', async () => {
    const [one, two] = [await ticket(), await ticket()]
    const codes = await Promise.all([enter(code(), one), enter(code(), two)])
    expect(codes.sort((a, b) => a - b)).toEqual([200, 1052])
  })

  test('accepts each recovery code once, regardless of spacing and case', async () => {
    const [first, second] = recoveryCodes
    expect(await enter(` ${first!.toLowerCase().replaceAll('-', ' ')} `)).toBe(200)
    expect(await enter(first!)).toBe(1052)
    expect((await person.call(querySecondFactor, {})).codesLeft).toBe(limits.recoveryCodes - 1)
    expect(await enter(second!)).toBe(200)
  })

  test('a wrong code is logged', async () => {
    expect(await enter(wrong())).toBe(1052)
    expect((await log())[0]).toMatchObject({ act: 'loginFailed', code: 1052, result: 'failure' })
  })
})

describe('a ticket', () => {
  test('allows five tries, then the password is needed again', async () => {
    const one = await ticket()
    const codes: number[] = []
    for (let i = 0; i < limits.codeTries; i += 1) codes.push(await enter(wrong(), one))
    expect(codes).toEqual([1052, 1052, 1052, 1052, 1053])
    expect(await enter(code(), one)).toBe(1053)
    expect(await enter(code())).toBe(200)
  })

  test('ends after five minutes, and after its use', async () => {
    const late = await ticket()
    clock.at += limits.loginTicketMs + 1
    expect(await enter(code(), late)).toBe(1053)
    const used = await ticket()
    expect(await enter(code(), used)).toBe(200)
    clock.at += stepMs
    expect(await enter(code(), used)).toBe(1053)
  })

  test.each([
    ['disabled', { disabled: true }],
    ['given another password', { passwordHash: 'another' }],
    ['given another role', { roleType: 'internal' }],
  ] as const)('ends when the account is %s', async (_, change) => {
    const one = await ticket()
    await server.platform.db.updateTable('account').set(change).where('loginname', '=', name).execute()
    expect(await enter(code(), one)).toBe(1053)
  })

  test('that was never issued is refused', async () => {
    expect(await enter(code(), 'made-up')).toBe(1053)
    expect((await server.nobody.ask(loginCode, {})).code).toBe(1053)
  })
})

test('wrong codes count for the account over all logins, and the wait grows', async () => {
  for (let i = 0; i < limits.codeFailures; i += 1) expect([1052, 1053]).toContain(await enter(wrong()))
  expect(await enter(code())).toBe(1005)
  clock.at += 61_000
  expect(await enter(code())).toBe(200)
  clock.at += stepMs
  expect(await enter(wrong())).toBe(1052)
  expect(await enter(code())).toBe(200)
})

describe('setting it up', () => {
  test('is complete only after a right code of the app', async () => {
    await server.addAccount({ loginname: `half${names}`, roleType: 'operation' })
    const half = await server.as(`half${names}`, adminPassword)
    const { secret: its, uri } = await half.call(beginSecondFactor, {})
    expect(uri).toBe(`otpauth://totp/Gatehouse:half${names}?secret=${its}&issuer=Gatehouse`)
    expect(its).toMatch(/^[A-Z2-7]{32}$/)
    expect(await half.ask(finishSecondFactor, { code: '000' })).toMatchObject({ code: 1052, data: { field: 'code' } })
    expect(await half.call(querySecondFactor, {})).toEqual({
      since: null,
      codesLeft: 0,
      passkeys: 0,
      isRequired: false,
    })
    await server.as(`half${names}`, adminPassword)
  })

  test('returns ten codes, and the database stores neither codes nor secret in plain text', async () => {
    expect(new Set(recoveryCodes).size).toBe(10)
    // Each letter has five bits; a plain hash is sufficient for codes of 112 bits and more.
    for (const each of recoveryCodes) expect(each).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
    const rows = await server.platform.db.selectFrom('recoveryCode').select('codeHash').execute()
    const plain = recoveryCodes[0]!.replaceAll('-', '')
    expect(rows.some(({ codeHash }) => codeHash.equals(createHash('sha256').update(plain).digest()))).toBe(true)
    const factors = await server.platform.db.selectFrom('secondFactor').select('secretSealed').execute()
    expect(factors.some(({ secretSealed }) => secretSealed?.toString('latin1').includes(secret))).toBe(false)
    expect(JSON.stringify(await log())).not.toContain(secret)
  })

  test('cannot start again while it is on', async () => {
    expect((await person.ask(beginSecondFactor, {})).code).toBe(1055)
    expect((await person.ask(finishSecondFactor, { code: code() })).code).toBe(1055)
  })

  test('requires a recent confirmation of the password', async () => {
    clock.at += limits.confirmedMs + 1
    expect((await person.ask(beginSecondFactor, {})).code).toBe(1011)
    expect((await person.ask(renewRecoveryCodes, { code: code() })).code).toBe(1011)
  })

  test('new recovery codes replace the old ones', async () => {
    const { recoveryCodes: next } = await person.call(renewRecoveryCodes, { code: code() })
    expect(await enter(recoveryCodes[0]!)).toBe(1052)
    expect(await enter(next[0]!)).toBe(200)
  })
})

describe('switching it off', () => {
  test('requires password and code', async () => {
    const off = async (password: string, given: string) =>
      (await person.ask(endSecondFactor, { password, code: given })).code
    expect(await off('wrong', code())).toBe(1024)
    expect(await off(adminPassword, wrong())).toBe(1052)
    expect(await off(adminPassword, code())).toBe(200)
    expect((await begin()).code).toBe(200)
    expect((await person.ask(endSecondFactor, { password: adminPassword, code: code() })).code).toBe(1056)
  })

  test('limits tries of passwords like those of codes', async () => {
    const off = async () => (await person.ask(endSecondFactor, { password: 'wrong', code: code() })).code
    for (let i = 0; i < limits.codeFailures; i += 1) expect(await off()).toBe(1024)
    expect(await off()).toBe(1005)
  })
})

describe('required of the staff', () => {
  test('an account without it can only set it up', async () => {
    await server.addAccount({ loginname: `new${names}`, roleType: 'operation' })
    await server.addAccount({ loginname: `int${names}`, roleType: 'internal' })
    const staff = await server.as(`new${names}`, adminPassword)
    const other = await server.as(`int${names}`, adminPassword)
    const admin = await server.as('admin', adminPassword)
    const require = (required: boolean) => admin.call(requireSecondFactor, { required })
    // Otherwise the administrator would be locked out too.
    const { secret: its } = await admin.call(beginSecondFactor, {})
    await admin.call(finishSecondFactor, { code: codeOf(fromBase32(its), stepAt(clock.at)) })
    await require(true)
    try {
      expect(await staff.call(userInfo, {})).toMatchObject({ setUpStep: true })
      expect((await staff.ask(querySessions, {})).code).toBe(1054)
      expect((await other.ask(querySessions, {})).code).toBe(200)
      expect((await person.ask(endSecondFactor, { password: adminPassword, code: code() })).code).toBe(1057)
      const { secret: theirs } = await staff.call(beginSecondFactor, {})
      await staff.call(finishSecondFactor, { code: codeOf(fromBase32(theirs), stepAt(clock.at)) })
      expect(await staff.call(userInfo, {})).toMatchObject({ setUpStep: false })
    } finally {
      await require(false)
    }
    expect((await admin.call(queryOperations, { act: 'secondFactorRequired' })).rows[0]).toMatchObject({
      after: { required: false },
    })
  })

  test('can only be set by an account that has it', async () => {
    await server.addAccount({ loginname: `boss${names}`, roleType: 'admin' })
    const boss = await server.as(`boss${names}`, adminPassword)
    expect((await boss.ask(requireSecondFactor, { required: true })).code).toBe(1056)
    expect((await boss.ask(requireSecondFactor, { required: false })).code).toBe(200)
  })

  test('can only be set by an administrator', async () => {
    expect((await person.ask(requireSecondFactor, { required: true })).code).toBe(90002)
  })
})
