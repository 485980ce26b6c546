// Many recoveries from one address require a captcha with its work, and then a wait.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { captchaFor } from '../../../testkit/captcha.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { showVcode } from '../login/contract.ts'
import { beginRecovery } from './contract.ts'

const clock = { at: Date.UTC(2026, 5, 1) }
let server: TestServer
beforeAll(async () => {
  const bounds = { loginsPerMinute: 10_000, callsPerMinute: 100_000 }
  server = await testServer({ now: () => clock.at, ...bounds }, { trustProxy: true })
  await server.addAccount({ loginname: 'known' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock.at += 2 * 3600_000
  await server.platform.db.deleteFrom('loginGuard').execute()
})

type Given = Omit<InputOf<typeof beginRecovery>, 'loginname'>
const begin = (loginname: string, given: Given = {}) => server.nobody.ask(beginRecovery, { loginname, ...given })
const show = () => server.nobody.call(showVcode, { of: 'recovery' })
const free = limits.loginFailuresBeforeCaptcha

const solved = () => captchaFor(server, 'recovery')

test('the fourth from one address requires a captcha, and each captcha is valid once', async () => {
  for (let i = 0; i < free; i += 1) {
    expect((await show()).needed).toBe(false)
    expect((await begin('known')).code).toBe(200)
  }
  expect((await show()).needed).toBe(true)
  const given = await solved()
  expect(await begin('known', { ...given, vcode: 'zzzz' })).toMatchObject({ code: 1003, data: { field: 'vcode' } })
  expect(await begin('known', given)).toMatchObject({ code: 1004, data: { field: 'vcode' } })
  expect(await begin('known')).toMatchObject({ code: 1004, data: { field: 'vcode' } })
  const next = await solved()
  expect((await begin('known', next)).code).toBe(200)
  expect((await begin('known', next)).code).toBe(1004)
})

test('an unknown name gets the same answers at every step', async () => {
  const walk = async (loginname: string) => {
    await server.platform.db.deleteFrom('loginGuard').execute()
    const told: unknown[] = []
    for (let i = 0; i < free + 2; i += 1) {
      const { needed, work } = await show()
      const { code, msg } = await begin(loginname, needed ? await solved() : {})
      const { code: without, msg: why } = await begin(loginname, { vcode: 'zzzz', work: '0' })
      told.push([needed, work?.bits, code, msg, without, why])
    }
    return told
  }
  expect(await walk('nobody-at-all')).toEqual(await walk('known'))
})

test('many names from one address lead to a wait, even with captchas; another address does not wait', async () => {
  for (let i = 0; i < limits.strangersTriesPerAddress; i += 1)
    expect((await begin(`name${i}`, i < free ? {} : await solved())).code).toBe(200)
  expect((await begin('known')).code).toBe(1005)
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.8' }
  const body = JSON.stringify({ loginname: 'known' })
  const other = await server.nobody.raw(beginRecovery.path, { method: 'POST', headers, body })
  expect(await other.json()).toMatchObject({ code: 200 })
})

test('recoveries and logins are counted separately', async () => {
  for (let i = 0; i <= free; i += 1) await begin('known')
  expect((await server.nobody.call(showVcode, { loginname: 'known' })).needed).toBe(false)
  expect((await server.nobody.call(showVcode, { of: 'enroll' })).needed).toBe(false)
})
