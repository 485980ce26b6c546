// Binding WeChat and signing in with it, over HTTP, with a WeChat-like peer on loopback.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint, Envelope, InputOf, OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, callerOf, type TestServer, testServer } from '../../../testkit/server.ts'
import { type WeChatPeer, type WeChatUser, weChatPeer } from '../../../testkit/we-chat.ts'
import { login, userInfo } from '../login/contract.ts'
import { beginWeChat, bindWeChat, finishWeChat, unbindWeixin, weChatOn, weChatState } from './contract.ts'

const clock = { at: Date.now() }
let peer: WeChatPeer
let server: TestServer
let people = 0
let name = ''
let user: WeChatUser
beforeAll(async () => {
  peer = await weChatPeer()
  const { appId, secret, url } = peer
  const env = { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: secret, WECHAT_OPEN_URL: url, WECHAT_API_URL: url }
  server = await testServer({ now: () => clock.at, loginsPerMinute: 10_000, callsPerMinute: 100_000 }, { env })
})
afterAll(async () => {
  await server.stop()
  await peer.stop()
})
beforeEach(async () => {
  clock.at += 2 * 3600_000
  people += 1
  name = `scanner${people}`
  user = { openid: `openid_${people}`, unionid: `unionid_${people}` }
  peer.bent = null
  await server.addAccount({ loginname: name })
})

/** A browser with its own cookies. */
function browser() {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Envelope<OutputOf<E>>> {
    const response = await server.nobody.raw(endpoint.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en', cookie: cookie() },
      body: JSON.stringify(input),
    })
    for (const each of response.headers.getSetCookie()) {
      const [key = '', value = ''] = each.split(';')[0]!.split('=')
      if (value === '') cookies.delete(key)
      else cookies.set(key, value)
    }
    return (await response.json()) as Envelope<OutputOf<E>>
  }
  const begin = async (to = '/') => (await ask(beginWeChat, { to })).data!.url
  const finish = (answer: string) => ask(finishWeChat, { answer })
  return { cookies, cookie, ask, begin, finish, me: () => callerOf(server.url, cookie()) }
}
type Browser = ReturnType<typeof browser>

async function signedIn(loginname = name): Promise<Browser> {
  const own = browser()
  expect((await own.ask(login, { loginname, password: adminPassword })).code).toBe(200)
  return own
}
const bind = async (own: Browser, by = user) => own.finish(peer.scan((await own.ask(bindWeChat, {})).data!.url, by))
async function bound(): Promise<Browser> {
  const own = await signedIn()
  expect(await bind(own)).toMatchObject({ code: 200, data: { isBound: true, to: '/account/security/sms' } })
  return own
}
const signIn = async (by = user, own = browser()) => own.finish(peer.scan(await own.begin('/monitor/eg/list'), by))
const log = () => server.platform.db.selectFrom('operationLog').selectAll().orderBy('id', 'desc').limit(3).execute()
const links = () => server.platform.db.selectFrom('weChatLink').selectAll().where('openId', '=', user.openid).execute()

describe('binding', () => {
  test('shows its time, allows signing in, and can be undone; each is logged', async () => {
    const own = await signedIn()
    expect((await own.ask(weChatState, {})).data).toEqual({ boundAt: null })
    await bind(own)
    expect((await own.ask(weChatState, {})).data).toEqual({ boundAt: clock.at })
    expect((await log())[0]).toMatchObject({ act: 'weChatBound', loginname: name, result: 'success' })
    const one = browser()
    expect(await signIn(user, one)).toMatchObject({ code: 200, data: { isBound: false, to: '/monitor/eg/list' } })
    expect(await one.me().call(userInfo, {})).toMatchObject({ loginname: name })
    expect((await log())[0]).toMatchObject({ act: 'login', loginname: name })
    expect((await own.ask(unbindWeixin, {})).code).toBe(200)
    expect((await log())[0]).toMatchObject({ act: 'weChatUnbound', loginname: name })
    expect((await own.ask(weChatState, {})).data).toEqual({ boundAt: null })
    expect((await signIn()).code).toBe(2306)
  })

  test('and unbinding require a confirmation, and a WeChat login is none', async () => {
    await bound()
    const one = browser()
    await signIn(user, one)
    for (const call of [bindWeChat, unbindWeixin]) expect((await one.ask(call, {})).code).toBe(1011)
  })

  test('a WeChat of another account is refused with 1009, also under another open id', async () => {
    await bound()
    await server.addAccount({ loginname: `${name}b` })
    const other = await signedIn(`${name}b`)
    expect(await bind(other)).toMatchObject({ code: 1009, msg: 'This WeChat is bound to another account' })
    const renamed = { openid: `another_${people}`, unionid: user.unionid! }
    expect((await bind(other, renamed)).code).toBe(1009)
    expect((await other.ask(weChatState, {})).data).toEqual({ boundAt: null })
    expect(await links()).toHaveLength(1)
  })

  test('of two accounts at the same moment one gets it', async () => {
    await server.addAccount({ loginname: `${name}b` })
    const both = [await signedIn(), await signedIn(`${name}b`)]
    const answers = await Promise.all(both.map((each) => bind(each)))
    expect(answers.map(({ code }) => code).sort()).toEqual([1009, 200].sort())
  })

  test('a second WeChat is refused with 1010, and the session stays open', async () => {
    const own = await signedIn()
    const { url } = (await own.ask(bindWeChat, {})).data!
    const later = await signedIn()
    await bind(later)
    expect((await later.ask(bindWeChat, {})).code).toBe(1010)
    expect((await own.finish(peer.scan(url, { openid: `second_${people}` }))).code).toBe(1010)
    expect((await own.me().ask(userInfo, {})).code).toBe(200)
  })

  test('ends when an administrator resets the second step', async () => {
    await bound()
    await server.platform.db
      .updateTable('account')
      .set({ secondFactorResetAt: clock.at })
      .where('loginname', '=', name)
      .execute()
    expect((await signIn()).code).toBe(2306)
  })
})

describe('signing in', () => {
  test('refuses a disabled account, as after a password', async () => {
    await bound()
    const { db } = server.platform
    await db.updateTable('account').set({ disabled: true }).where('loginname', '=', name).execute()
    expect((await signIn()).code).toBe(1008)
  })

  test('requires the second step of the account', async () => {
    await bound()
    const { db } = server.platform
    const { id: accountId } = await db
      .selectFrom('account')
      .select('id')
      .where('loginname', '=', name)
      .executeTakeFirstOrThrow()
    const factor = { accountId, secretSealed: server.platform.seal('JBSWY3DPEHPK3PXP'), createdAt: 1, confirmedAt: 1 }
    await db.insertInto('secondFactor').values(factor).execute()
    const own = browser()
    expect(await signIn(user, own)).toMatchObject({ code: 1051, data: { hasApp: true, to: '/monitor/eg/list' } })
    expect((await own.me().ask(userInfo, {})).code).toBe(1006)
  })

  test('with an unbound WeChat is refused and logged', async () => {
    expect((await signIn()).code).toBe(2306)
    expect((await log())[0]).toMatchObject({ act: 'loginFailed', code: 2306, result: 'failure', accountId: null })
  })

  test('finds a person without a union id by the open id', async () => {
    user = { openid: `plain_${people}` }
    await bound()
    expect((await signIn()).code).toBe(200)
    expect((await signIn({ openid: `plain_${people}`, unionid: `late_${people}` })).code).toBe(200)
  })
})

describe('an answer of WeChat', () => {
  test('is valid once', async () => {
    await bound()
    const own = browser()
    const answer = peer.scan(await own.begin(), user)
    const mark = own.cookie()
    expect((await own.finish(answer)).code).toBe(200)
    const replay = await server.nobody.raw(finishWeChat.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: mark },
      body: JSON.stringify({ answer }),
    })
    expect(await replay.json()).toMatchObject({ code: 2303 })
  })

  test('with a used code is refused, whatever attempt it is for', async () => {
    await bound()
    const [one, two] = [browser(), browser()]
    const first = new URLSearchParams(peer.scan(await one.begin(), user))
    expect((await one.finish(first.toString())).code).toBe(200)
    const second = new URLSearchParams(peer.scan(await two.begin(), user))
    second.set('code', first.get('code')!)
    expect((await two.finish(second.toString())).code).toBe(2303)
  })

  test('is only valid in the browser that started it', async () => {
    await bound()
    const [one, two] = [browser(), browser()]
    const answer = peer.scan(await one.begin(), user)
    await two.begin()
    expect((await two.finish(answer)).code).toBe(2303)
    expect((await browser().finish(answer)).code).toBe(2303)
    expect((await one.finish(answer)).code).toBe(200)
  })

  test('binds only for the session that started it', async () => {
    const own = await signedIn()
    const answer = peer.scan((await own.ask(bindWeChat, {})).data!.url, user)
    await server.addAccount({ loginname: `${name}b` })
    await own.ask(login, { loginname: `${name}b`, password: adminPassword })
    expect((await own.finish(answer)).code).toBe(2303)
    expect(await links()).toEqual([])
  })

  test('is refused after ten minutes', async () => {
    await bound()
    const own = browser()
    const answer = peer.scan(await own.begin(), user)
    clock.at += limits.weChatMs
    expect((await own.finish(answer)).code).toBe(2303)
  })

  test('without a code means that the user cancelled', async () => {
    const own = browser()
    expect((await own.finish(peer.cancel(await own.begin()))).code).toBe(2302)
  })

  test('state and mark are random, and the database stores only hashes', async () => {
    const own = browser()
    const state = new URL(await own.begin()).searchParams.get('state')!
    const token = own.cookies.get('gatehouse-sign-on')!
    const [row] = await server.platform.db.selectFrom('weChatAttempt').selectAll().execute()
    expect(row!.stateHash).toEqual(createHash('sha256').update(state).digest())
    expect(row!.browserHash).toEqual(createHash('sha256').update(token).digest())
  })
})

describe('WeChat itself', () => {
  test.each([
    ['is busy', 2304, '{"errcode":-1,"errmsg":"system error"}', 200],
    ['is broken', 2304, 'Bad gateway', 502],
    ['answers rubbish', 2305, '<html>', 200],
    ['answers null', 2305, 'null', 200],
    ['names no person', 2305, '{"access_token":"a"}', 200],
    ['names an invalid person', 2305, '{"openid":"<script>"}', 200],
    ['names a list', 2305, '{"openid":["openid_1"]}', 200],
    ['does not know the application', 2305, '{"errcode":40125,"errmsg":"invalid appsecret"}', 200],
    ['answers without end', 2305, ' '.repeat(limits.weChatAnswerBytes + 1), 200],
  ])('%s: %i', async (_, code, body, status) => {
    await bound()
    peer.bent = (__, response) => {
      response.writeHead(status).end(body)
    }
    const own = browser()
    const answer = await signIn(user, own)
    expect(answer.code).toBe(code)
    expect(JSON.stringify(answer)).not.toContain(peer.secret)
    expect((await log())[0]).toMatchObject({ act: 'loginFailed', code, result: 'failure' })
  })

  test('redirects are not followed', async () => {
    await bound()
    peer.bent = (_, response) => void response.writeHead(302, { location: 'http://192.0.2.1/' }).end()
    expect((await signIn()).code).toBe(2305)
  })

  test('a broken connection is reported', async () => {
    await bound()
    peer.bent = (request) => void request.socket.destroy()
    expect((await signIn()).code).toBe(2304)
  })
})

test('open attempts expire, and their number per network is limited', async () => {
  const { db } = server.platform
  const count = async () => (await db.selectFrom('weChatAttempt').select('stateHash').execute()).length
  await browser().begin()
  expect(await count()).toBeGreaterThan(0)
  clock.at += limits.weChatMs + 1
  await server.turn()
  expect(await count()).toBe(0)
  for (let i = 1; i < limits.weChatsPerNetworkHour; i += 1) await browser().begin()
  expect((await browser().ask(beginWeChat, {})).code).toBe(90003)
})

test('a platform without WeChat hides it, and every call refuses', async () => {
  await using own = await testServer()
  expect(await own.nobody.call(weChatOn, {})).toEqual({ isOn: false })
  expect(await own.nobody.ask(beginWeChat, {})).toMatchObject({
    code: 2301,
    msg: 'WeChat is not set up on this platform',
  })
  expect((await own.nobody.ask(finishWeChat, { answer: '?code=a&state=b' })).code).toBe(2301)
  for (const call of [weChatState, bindWeChat, unbindWeixin]) expect((await own.admin.ask(call, {})).code).toBe(2301)
})
