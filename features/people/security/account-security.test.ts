// Account security over HTTP, with a test clock.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { addEquipment } from '../../device/equipment/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { codes } from '../../platform/verification/contract.ts'
import { setActing } from '../acting/contract.ts'
import { login, userInfo } from '../login/contract.ts'
import {
  getEmailCode,
  getQuestions,
  getSmsCode,
  getSmsCodeForNew,
  getUserEmail,
  getUserMessage,
  getUserSecurityQuestion,
  saveNewPassword,
  setEmail,
  setPwd,
  setSecrecyMessage,
  setTel,
  validateEmailForChangePwd,
  validateOldPwdForChangePwd,
  validateQuestionForChangePwd,
  validateSmsVerifycode,
} from './contract.ts'

const clock = { at: Date.UTC(2026, 6, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000, callsPerMinute: 100_000 })
})
afterAll(() => server.stop())

let drawn = 0
let name = ''
let phone = ''
let email = ''
let person: Caller
const change = (row: { phone?: string | null; email?: string | null; changePassword?: boolean }) =>
  server.platform.db.updateTable('account').set(row).where('loginname', '=', name).execute()
beforeEach(async () => {
  clock.at += 25 * 3600_000
  drawn += 1
  name = `secured${drawn}`
  phone = `138${String(10_000_000 + drawn)}`
  email = `secured${drawn}@plant.example`
  await server.addAccount({ loginname: name })
  await change({ phone, email })
  person = await server.as(name, adminPassword)
})

const codeTo = (to: string) =>
  /\b\d{6}\b/.exec(
    server.platform
      .use(codes)
      .outbox()!
      .find((message) => message.to === to)!.text,
  )![0]
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const open = (who = person) => who.call(validateOldPwdForChangePwd, { password: adminPassword })
const signIn = async (password: string) => (await server.nobody.ask(login, { loginname: name, password })).code
const logOf = async () =>
  (await (await server.as('admin', adminPassword)).call(queryOperations, { keyword: name, pageSize: 50 })).rows

/** Calls an endpoint as the browser does, and returns a caller with the cookie it sets. */
async function withCookie(endpoint: { path: string }, input: object): Promise<{ code: number; next: Caller['raw'] }> {
  const response = await person.raw(endpoint.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { code } = (await response.json()) as { code: number }
  return { code, next: (path, init = {}) => server.nobody.raw(path, { ...init, headers: { cookie } }) }
}

describe('the account page', () => {
  test('addresses are masked, and the ways to verify are listed', async () => {
    const message = await person.call(getUserMessage, {})
    expect(message).toMatchObject({
      loginname: name,
      tel: `138****${phone.slice(-4)}`,
      email: 's***@p***',
      ways: ['tel', 'email', 'password'],
      hasQuestions: false,
      changeUntil: null,
      mustChoosePassword: false,
    })
    expect(JSON.stringify(message)).not.toContain(phone)
    expect(await person.call(getUserEmail, {})).toEqual({ email: 's***@p***' })
  })
})

describe('verifying', () => {
  test('by phone opens the change window for ten minutes', async () => {
    await person.call(getSmsCode, {})
    expect((await person.ask(validateSmsVerifycode, { code: other(codeTo(phone)) })).code).toBe(1003)
    const { changeUntil } = await person.call(validateSmsVerifycode, { code: codeTo(phone) })
    expect(changeUntil).toBe(clock.at + limits.changeWindowMs)
    expect((await person.call(getUserMessage, {})).changeUntil).toBe(changeUntil)
    clock.at += limits.changeWindowMs
    expect((await person.call(getUserMessage, {})).changeUntil).toBeNull()
    expect((await person.ask(setPwd, { password: 'kV7_tplm2Q' })).code).toBe(1033)
  })

  test('by e-mail', async () => {
    await person.call(getEmailCode, {})
    expect((await person.ask(validateEmailForChangePwd, { code: codeTo(email) })).code).toBe(200)
    expect((await person.ask(validateEmailForChangePwd, { code: codeTo(email) })).code).toBe(1031)
  })

  test('with the password works, and locks after five tries', async () => {
    for (let i = 0; i < limits.oldPasswordTries; i += 1)
      expect(await person.ask(validateOldPwdForChangePwd, { password: 'Wrong1234' })).toMatchObject({
        code: 1036,
        data: { field: 'password' },
      })
    expect((await person.ask(validateOldPwdForChangePwd, { password: adminPassword })).code).toBe(1005)
    clock.at += limits.lockoutMs
    expect((await person.ask(validateOldPwdForChangePwd, { password: adminPassword })).code).toBe(200)
    expect((await logOf()).filter(({ act }) => act === 'verificationFailed')).toHaveLength(limits.oldPasswordTries)
  })

  test('a way that is not set up is refused', async () => {
    await change({ phone: null, email: null })
    expect((await person.ask(getSmsCode, {})).code).toBe(1041)
    expect((await person.ask(getEmailCode, {})).code).toBe(1041)
    const answers = { answer1: 'a', answer2: 'b', answer3: 'c' }
    expect((await person.ask(validateQuestionForChangePwd, answers)).code).toBe(1041)
  })

  test('opens the window of this session only', async () => {
    const elsewhere = await server.as(name, adminPassword)
    await open()
    expect((await elsewhere.ask(setPwd, { password: 'kV7_tplm2Q' })).code).toBe(1033)
  })

  test('a code for verification does not set a new number', async () => {
    await person.call(getSmsCode, {})
    await open()
    expect((await person.ask(setTel, { tel: phone, code: codeTo(phone) })).code).toBe(1031)
  })
})

describe('without the window', () => {
  test.each([
    ['setPwd', setPwd, { password: 'kV7_tplm2Q' }],
    ['getSmsCodeForNew', getSmsCodeForNew, { tel: '13700137000' }],
    ['setTel', setTel, { tel: '13700137000', code: '123456' }],
    ['getEmailCode', getEmailCode, { email: 'new@plant.example' }],
    ['setEmail', setEmail, { email: 'new@plant.example', code: '123456' }],
    [
      'setSecrecyMessage',
      setSecrecyMessage,
      {
        ...{ question1: 'firstPet', question2: 'firstJob', question3: 'birthTown' },
        ...{ answer1: 'a', answer2: 'b', answer3: 'c' },
      },
    ],
  ] as const)('%s is refused, 1033', async (_, endpoint, input) => {
    expect((await person.ask(endpoint, input as never)).code).toBe(1033)
  })
})

describe('a new password', () => {
  test('ends the other sessions; this browser continues in a new one', async () => {
    const elsewhere = await server.as(name, adminPassword)
    await open()
    const { code, next } = await withCookie(setPwd, { password: 'kV7_tplm2Q' })
    expect(code).toBe(200)
    expect((await elsewhere.ask(userInfo, {})).code).toBe(1006)
    expect((await person.ask(userInfo, {})).code).toBe(1006)
    expect(((await (await next(userInfo.path)).json()) as { code: number }).code).toBe(200)
    expect(await signIn(adminPassword)).toBe(1001)
    expect(await signIn('kV7_tplm2Q')).toBe(200)
    const line = (await logOf()).find(({ act }) => act === 'passwordChanged')
    expect(line).toMatchObject({ before: null, after: null })
  })

  test.each([
    ['short', 10001],
    ['Passw0rd', 1038],
    [adminPassword, 1040],
  ])('%s is refused', async (password, code) => {
    await open()
    expect(await person.ask(setPwd, { password })).toMatchObject({ code, data: { field: 'password' } })
    expect((await person.ask(userInfo, {})).code).toBe(200)
  })

  test('can be set with the old one', async () => {
    expect(await person.ask(saveNewPassword, { oldPassword: 'Wrong1234', password: 'kV7_tplm2Q' })).toMatchObject({
      code: 1036,
      data: { field: 'oldPassword' },
    })
    expect((await person.ask(saveNewPassword, { oldPassword: adminPassword, password: 'kV7_tplm2Q' })).code).toBe(200)
    expect(await signIn('kV7_tplm2Q')).toBe(200)
  })

  test('an account that must choose one can do nothing else before', async () => {
    await change({ changePassword: true })
    expect((await person.ask(getUserEmail, {})).code).toBe(1012)
    expect(await person.call(getUserMessage, {})).toMatchObject({ mustChoosePassword: true })
    const { code, next } = await withCookie(saveNewPassword, { oldPassword: adminPassword, password: 'kV7_tplm2Q' })
    expect(code).toBe(200)
    const info = (await (await next(userInfo.path)).json()) as { data: { changePassword: boolean } }
    expect(info.data.changePassword).toBe(false)
  })
})

describe('a new phone number', () => {
  test('is set with the code sent to it', async () => {
    await open()
    await person.call(getSmsCodeForNew, { tel: '+86 137 0013 7000' })
    const code = codeTo('+8613700137000')
    expect(await person.ask(setTel, { tel: '+8613700137000', code: other(code) })).toMatchObject({ code: 1003 })
    expect((await person.ask(setTel, { tel: '13700137001', code })).code).toBe(1003)
    expect((await person.ask(setTel, { tel: '+8613700137000', code })).code).toBe(200)
    expect((await person.call(getUserMessage, {})).tel).toBe('+86****7000')
    const line = (await logOf()).find(({ act }) => act === 'phoneChanged')
    expect(line).toMatchObject({ after: { phone: '+86****7000' } })
  })

  test('of another account is refused, 1016', async () => {
    await open()
    await server.addAccount({ loginname: `owner${drawn}` })
    const owner = { phone: `136${String(10_000_000 + drawn)}` }
    await server.platform.db.updateTable('account').set(owner).where('loginname', '=', `owner${drawn}`).execute()
    expect(await person.ask(getSmsCodeForNew, { tel: owner.phone })).toMatchObject({
      code: 1016,
      data: { field: 'tel' },
    })
  })

  test('is refused if another account takes it before the code is entered', async () => {
    await open()
    const tel = `135${String(10_000_000 + drawn)}`
    await person.call(getSmsCodeForNew, { tel })
    await server.addAccount({ loginname: `faster${drawn}` })
    await server.platform.db
      .updateTable('account')
      .set({ phone: tel })
      .where('loginname', '=', `faster${drawn}`)
      .execute()
    expect((await person.ask(setTel, { tel, code: codeTo(tel) })).code).toBe(1016)
  })

  test('an invalid one is refused at its field', async () => {
    await open()
    expect(await person.ask(getSmsCodeForNew, { tel: '12' })).toMatchObject({ code: 10001, data: { field: 'tel' } })
  })
})

describe('a new e-mail address', () => {
  test('is set with the code sent to it', async () => {
    await open()
    const given = `Fresh${drawn}@Plant.Example`
    await person.call(getEmailCode, { email: given })
    expect((await person.ask(setEmail, { email: given, code: codeTo(given.toLowerCase()) })).code).toBe(200)
    expect((await person.call(getUserMessage, {})).email).toBe('f***@p***')
  })

  test('of another account is refused with 1017, and an invalid one at its field', async () => {
    await open()
    await server.addAccount({ loginname: `owner${drawn}` })
    await server.platform.db
      .updateTable('account')
      .set({ email: `owner${drawn}@plant.example` })
      .where('loginname', '=', `owner${drawn}`)
      .execute()
    expect((await person.ask(getEmailCode, { email: `OWNER${drawn}@plant.example` })).code).toBe(1017)
    for (const bad of ['none', 'a@b\r\nBcc: c@d.example', '<script>@x.example'])
      expect(await person.ask(getEmailCode, { email: bad })).toMatchObject({ code: 10001, data: { field: 'email' } })
  })
})

describe('security questions', () => {
  const three: InputOf<typeof setSecrecyMessage> = {
    ...({ question1: 'firstPet', question2: 'firstJob', question3: 'birthTown' } as const),
    ...{ answer1: 'Rex', answer2: 'Baker', answer3: '老厂街' },
  }

  test('are stored, shown without answers, and verify the account', async () => {
    expect((await person.call(getQuestions, {})).questions).toHaveLength(10)
    await open()
    await person.call(setSecrecyMessage, three)
    expect(await person.call(getUserSecurityQuestion, {})).toEqual({ questions: ['firstPet', 'firstJob', 'birthTown'] })
    expect((await person.call(getUserMessage, {})).ways).toContain('question')
    const given = { answer1: 'rex', answer2: ' baker', answer3: '老厂 街' }
    expect((await person.ask(validateQuestionForChangePwd, { ...given, answer2: 'Rex' })).code).toBe(1037)
    expect((await person.ask(validateQuestionForChangePwd, given)).code).toBe(200)
    const rows = await server.platform.db.selectFrom('securityAnswer').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/rex|baker/i)
    expect(JSON.stringify(await logOf())).not.toMatch(/baker/i)
  })

  test('must be three different ones, each with an answer', async () => {
    await open()
    const ask = (more: object) => person.ask(setSecrecyMessage, { ...three, ...more } as typeof three)
    expect(await ask({ question2: 'firstPet' })).toMatchObject({ code: 10001, data: { field: 'question2' } })
    expect(await ask({ answer3: ' . ' })).toMatchObject({ code: 10001, data: { field: 'answer3' } })
    expect(await ask({ question1: 'made-up' })).toMatchObject({ code: 10001, data: { field: 'question1' } })
  })

  test('allow ten tries a day', async () => {
    await open()
    await person.call(setSecrecyMessage, three)
    const wrong = { answer1: 'a', answer2: 'b', answer3: 'c' }
    for (let i = 0; i < limits.answerTriesPerDay; i += 1)
      expect((await person.ask(validateQuestionForChangePwd, wrong)).code).toBe(1037)
    expect((await person.ask(validateQuestionForChangePwd, wrong)).code).toBe(90003)
  })
})

describe('another company', () => {
  test('only changes its own account', async () => {
    const others = await server.otherCompany()
    await open(others)
    const tel = `134${String(10_000_000 + drawn)}`
    await others.call(getSmsCodeForNew, { tel })
    await others.call(setTel, { tel, code: codeTo(tel) })
    expect((await person.call(getUserMessage, {})).tel).toBe(`138****${phone.slice(-4)}`)
  })
})

test('a guest in another company changes the own account, and the own company logs it', async () => {
  const others = await server.otherCompany()
  const { orgId } = await others.call(userInfo, {})
  const { userId: accountId } = await person.call(userInfo, {})
  const { id: equipmentId } = await others.call(addEquipment, { name: `Shared ${drawn}` })
  const grant = { orgId, accountId, equipmentId, createdAt: clock.at }
  await server.platform.db.insertInto('accessGrant').values(grant).execute()
  await person.call(setActing, { orgId })
  await open()
  const { code, next } = await withCookie(setPwd, { password: 'kV7_tplm2Q' })
  expect(code).toBe(200)
  const info = (await (await next(userInfo.path)).json()) as { data: { orgId: number; loginname: string } }
  expect(info.data).toMatchObject({ orgId, loginname: name })
  const own = (await logOf()).filter(({ act }) => act === 'passwordChanged')
  expect(own).toHaveLength(1)
  expect((await others.call(queryOperations, { keyword: name, act: 'passwordChanged' })).rows).toEqual([])
})

test('a platform without providers offers no codes', async () => {
  await using own = await testServer({}, { env: { NODE_ENV: 'production' } })
  const message = await own.admin.call(getUserMessage, {})
  expect(message).toMatchObject({ hasSms: false, hasMail: false, ways: ['password'] })
  await own.platform.db.updateTable('account').set({ phone: '13800138000', email: 'a@plant.example' }).execute()
  expect((await own.admin.ask(getSmsCode, {})).code).toBe(1035)
  expect((await own.admin.ask(getEmailCode, {})).code).toBe(1035)
})
