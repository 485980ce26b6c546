// Guesses from many addresses at one account, and from one address at many accounts: strangers wait longer and longer,
// and the owner is not delayed by them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Envelope } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { login, showVcode } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer(
    { now: () => clock.at, loginsPerMinute: 100_000, callsPerMinute: 100_000 },
    { trustProxy: true },
  )
})
afterAll(() => server.stop())

let people = 0
let name = ''
beforeEach(async () => {
  people += 1
  name = `owner${people}`
  await server.addAccount({ loginname: name, roleType: 'admin' })
  await server.platform.db.deleteFrom('loginGuard').execute()
})

type Try = { from: string; password?: string; loginname?: string; cookie?: string }

const post = async (path: string, body: object, { from, cookie = '' }: Pick<Try, 'from' | 'cookie'>) => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, cookie }
  const response = await server.nobody.raw(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0]!)
  return {
    ...((await response.json()) as Envelope<{ needed: boolean; work: { challenge: string; bits: number } }>),
    cookies,
  }
}

/** Tries a password, with a captcha if one is required. The work is set to zero bits: its cost is not tested here. */
async function attempt({ from, password = 'wrong', loginname = name, cookie = '' }: Try) {
  const { data } = await post(showVcode.path, { loginname }, { from, cookie })
  if (!data?.needed) return post(login.path, { loginname, password }, { from, cookie })
  const { db } = server.platform
  const row = await db
    .updateTable('loginGuard')
    .set({ workBits: 0 })
    .where('work', '=', data.work.challenge)
    .returning('captcha')
    .executeTakeFirstOrThrow()
  return post(login.path, { loginname, password, vcode: row.captcha, work: '0' }, { from, cookie })
}

let drawn = 0
const newAddress = () => {
  drawn += 1
  return `198.51.${Math.floor(drawn / 250)}.${(drawn % 250) + 1}`
}

test('guesses from ever new addresses share one wait, longer each time', async () => {
  const codes: number[] = []
  for (let i = 0; i < limits.loginFailuresBeforeLockout; i += 1)
    codes.push((await attempt({ from: newAddress() })).code)
  expect(codes).toEqual(codes.map(() => 1001))
  const waits: number[] = []
  for (let i = 0; i < 5; i += 1) {
    const refused = await attempt({ from: newAddress() })
    expect(refused.code).toBe(1005)
    const minutes = Number(/\d+/.exec(refused.msg)![0])
    waits.push(minutes)
    clock.at += minutes * 60_000
    expect((await attempt({ from: newAddress() })).code).toBe(1001)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16])
})

test('meanwhile the owner signs in from a known address or with a known browser', async () => {
  const home = '192.0.2.1'
  const first = await attempt({ from: home, password: adminPassword })
  const device = first.cookies.find((cookie) => cookie.startsWith('gatehouse-device='))
  expect(device).toBeDefined()
  for (let i = 0; i < limits.loginFailuresBeforeLockout + 3; i += 1) {
    await attempt({ from: newAddress() })
    clock.at += 30_000
  }
  expect((await attempt({ from: newAddress(), password: adminPassword })).code).toBe(1005)
  expect((await post(showVcode.path, { loginname: name }, { from: home })).data?.needed).toBe(false)
  expect((await attempt({ from: home, password: adminPassword })).code).toBe(200)
  expect((await attempt({ from: '203.0.113.77', password: adminPassword, cookie: device! })).code).toBe(200)
})

test('guesses from the same address do not lock out the owner’s browser', async () => {
  const office = '192.0.2.9'
  const { cookies } = await attempt({ from: office, password: adminPassword })
  const cookie = cookies.find((each) => each.startsWith('gatehouse-device='))!
  for (let i = 0; i < limits.loginFailuresBeforeLockout; i += 1) await attempt({ from: office })
  expect((await attempt({ from: office, password: adminPassword })).code).toBe(1005)
  expect((await attempt({ from: office, password: adminPassword, cookie })).code).toBe(200)
})

test('guesses at a name that contains the owner’s name and address do not delay the owner', async () => {
  const home = '192.0.2.33'
  expect((await attempt({ from: home, password: adminPassword })).code).toBe(200)
  for (let i = 0; i < limits.loginFailuresBeforeCaptcha; i += 1)
    await attempt({ from: newAddress(), loginname: `${name}|${home}` })
  expect((await post(showVcode.path, { loginname: name }, { from: home })).data?.needed).toBe(false)
})

test('the mark of one account is not valid for another, and guesses with it are counted', async () => {
  const { cookies } = await attempt({ from: newAddress(), password: adminPassword })
  const cookie = cookies.find((each) => each.startsWith('gatehouse-device='))!
  const own: number[] = []
  for (let i = 0; i < limits.loginFailuresBeforeLockout + 1; i += 1)
    own.push((await attempt({ from: newAddress(), cookie })).code)
  expect(own.at(-1)).toBe(1005)
  await server.addAccount({ loginname: `${name}-else`, roleType: 'admin' })
  const codes: number[] = []
  for (let i = 0; i < limits.loginFailuresBeforeLockout + 1; i += 1)
    codes.push((await attempt({ from: newAddress(), cookie, loginname: `${name}-else` })).code)
  expect(codes.at(-1)).toBe(1005)
})

test('a network that tries many names waits for all of them; another does not', async () => {
  const from = (host: number) => `2001:db8:77:1::${host.toString(16)}`
  for (let i = 0; i < limits.loginFailuresPerAddress; i += 1) {
    const { code } = await post(login.path, { loginname: `name${i}-${name}`, password: 'x' }, { from: from(i + 1) })
    expect(code).toBe(1001)
  }
  expect((await attempt({ from: from(0xffff), loginname: name, password: adminPassword })).code).toBe(1005)
  expect((await attempt({ from: '2001:db8:77:2::1', password: adminPassword })).code).toBe(200)
})

const addressFailures = async (from: string) => {
  const key = `address:${from}`
  const row = await server.platform.db.selectFrom('loginGuard').selectAll().where('key', '=', key).executeTakeFirst()
  return row?.failures
}

test('parallel tries of different names from one address are all counted, and the right ones are forgiven', async () => {
  const from = '192.0.2.44'
  const right = Array.from({ length: 4 }, (_, i) => `${name}-right${i}`)
  for (const loginname of right) await server.addAccount({ loginname, roleType: 'admin' })
  const tries = Array.from({ length: 12 }, (_, i) => ({ loginname: `${name}-none${i}`, password: 'x' }))
  for (const [i, loginname] of right.entries()) tries.splice(i * 3, 0, { loginname, password: adminPassword })
  const answers = await Promise.all(tries.map((body) => post(login.path, body, { from })))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(right.length)
  expect(await addressFailures(from)).toBe(tries.length - right.length)
})

test('a right password does not lock an address that is one failure below its limit', async () => {
  const from = '192.0.2.45'
  const fail = () => post(login.path, { loginname: `${name}-none`, password: 'x' }, { from })
  expect((await fail()).code).toBe(1001)
  const failures = limits.loginFailuresPerAddress - 1
  await server.platform.db.updateTable('loginGuard').set({ failures }).where('key', '=', `address:${from}`).execute()
  expect((await attempt({ from, password: adminPassword })).code).toBe(200)
  expect(await addressFailures(from)).toBe(failures)
  expect((await fail()).code).toBe(1001)
  expect((await fail()).code).toBe(1005)
})

test('an unknown name gets the same answers as a known one at every step', async () => {
  const asked = async (loginname: string) => {
    const answers: unknown[] = []
    for (let i = 0; i < limits.loginFailuresBeforeLockout + 1; i += 1) {
      const from = newAddress()
      const { data } = await post(showVcode.path, { loginname }, { from })
      const { code, msg } = await attempt({ from, loginname })
      answers.push([data?.needed, data?.work?.bits, code, msg])
    }
    return answers
  }
  expect(await asked('no-such-person')).toEqual(await asked(name))
})
