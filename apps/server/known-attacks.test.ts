// Attacks that have worked on platforms of this kind, over HTTP. Attacks covered by the tests over all calls are not
// repeated: docs/asvs.md says which test covers what.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Envelope } from '../../contract/endpoint.ts'
import { equipmentSocketPath } from '../../contract/sockets.ts'
import { drawRandom } from '../../features/people/device-lock/contract.ts'
import { queryEnterprises } from '../../features/people/enterprise/contract.ts'
import { login, loginCode, showVcode, userInfo } from '../../features/people/login/contract.ts'
import { beginSecondFactor, finishSecondFactor } from '../../features/people/second-factor/contract.ts'
import { codeOf, fromBase32, stepAt } from '../../features/people/second-factor/rules.ts'
import { type RawAnswer, rawRequest, type Sent } from '../../testkit/raw-request.ts'
import { inputSchema, sample } from '../../testkit/sample.ts'
import { adminPassword, callerOf, type TestServer, testServer } from '../../testkit/server.ts'
import { rooms } from './rooms.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 100_000, callsPerMinute: 100_000 })
  await server.addAccount({ loginname: 'victim' })
  await server.addAccount({ loginname: 'attacker', roleType: 'external' })
})
afterAll(() => server.stop())

const send = (path: string, sent: Sent = {}, to = server) => rawRequest(to.url, path, sent)

const json = { 'content-type': 'application/json' }
const post = (path: string, input: unknown, headers: Record<string, string> = {}) =>
  send(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(input) })
const infoOf = async (cookie: string) => (await send(userInfo.path, { headers: { cookie } })).code
const credentials = { loginname: 'victim', password: adminPassword }
/** The session cookie that an answer sets, as a browser sends it back. */
const given = ({ headers }: RawAnswer) =>
  headers['set-cookie']?.find((each) => each.startsWith('gatehouse='))?.split(';')[0] ?? ''

describe('a session fixed before the login', () => {
  test.each(['planted', 'A'.repeat(43), '%00', '""'])('the value %s is never adopted', async (value) => {
    const planted = `gatehouse=${value}`
    const own = given(await post(login.path, credentials, { cookie: planted }))
    expect(own).toMatch(/^gatehouse=[\w-]{43}$/)
    expect(own).not.toBe(planted)
    expect([await infoOf(planted), await infoOf(own)]).toEqual([1006, 200])
  })

  test('a session that the attacker planted is invalid after the login, also for the attacker', async () => {
    const planted = (await server.as('attacker', adminPassword)).cookie
    expect(await infoOf(planted)).toBe(200)
    const own = given(await post(login.path, credentials, { cookie: planted }))
    expect(own).not.toBe(planted)
    expect([await infoOf(planted), await infoOf(own)]).toEqual([1006, 200])
  })

  test('the second step generates a new session, too', async () => {
    await server.addAccount({ loginname: 'careful' })
    const person = await server.as('careful', adminPassword)
    const { secret: key } = await person.call(beginSecondFactor, {})
    const code = codeOf(fromBase32(key), stepAt(Date.now()))
    const { recoveryCodes } = await person.call(finishSecondFactor, { code })
    const planted = (await server.as('attacker', adminPassword)).cookie
    const first = await post(login.path, { ...credentials, loginname: 'careful' }, { cookie: planted })
    expect([first.code, given(first)]).toEqual([1051, ''])
    const { ticket } = (JSON.parse(first.text) as Envelope<{ ticket: string }>).data!
    // A socket ticket is not accepted as a session.
    expect(await infoOf(`gatehouse=${ticket}`)).toBe(1006)
    const own = given(await post(loginCode.path, { ticket, code: recoveryCodes[0] }, { cookie: planted }))
    expect([await infoOf(planted), await infoOf(own)]).toEqual([1006, 200])
  })
})

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = { sub: 'admin', userId: 1, loginname: 'admin', roleType: 'admin', orgId: 1, exp: 4_102_444_800 }

describe('a token that the platform did not generate', () => {
  test.each([
    ['empty', ''],
    ['a word', 'admin'],
    ['a number of an account', '1'],
    ['nothing in words', 'undefined'],
    ['a JWT without signature', `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`],
    ['a JWT signed with a usual key', `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(claims)}.${'A'.repeat(43)}`],
    ['an account as base64', base64(claims)],
    ['a signed cookie', `s%3Aadmin.${'A'.repeat(43)}`],
    ['an array', `j%3A${encodeURIComponent('[1]')}`],
    ['SQL', encodeURIComponent("' or '1'='1")],
  ])('%s: %s', async (_, token) => {
    expect(await infoOf(`gatehouse=${token}`)).toBe(1006)
    // The API key of this request is invalid.
    const bearer = { authorization: `Bearer ${token}` }
    expect((await send(userInfo.path, { headers: bearer })).code).toBe(token === '' ? 1006 : 1021)
    for (const headers of [{ 'x-auth-token': token }, { 'x-access-token': token }] as Record<string, string>[])
      expect((await send(userInfo.path, { headers })).code).toBe(1006)
  })

  test('the stored hash of a session, and a token with one changed letter', async () => {
    const { cookie } = await server.as('victim', adminPassword)
    const rows = await server.platform.db.selectFrom('session').select('tokenHash').execute()
    for (const { tokenHash } of rows)
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expect(await infoOf(`gatehouse=${encodeURIComponent(tokenHash.toString(encoding))}`)).toBe(1006)
    const changed = cookie.slice(0, -2) + (cookie.at(-2) === 'A' ? 'B' : 'A') + cookie.at(-1)
    expect([await infoOf(changed), await infoOf(cookie)]).toEqual([1006, 200])
  })

  test('a valid one counts only as the cookie, not in the address or another header', async () => {
    const { cookie } = await server.as('victim', adminPassword)
    const token = cookie.split('=')[1]!
    expect((await send(`${userInfo.path}?token=${token}&gatehouse=${token}`)).code).toBe(1006)
    expect((await send(userInfo.path, { headers: { authorization: `Bearer ${token}` } })).code).toBe(1021)
  })
})

/** Headers that other platforms have trusted. */
const claimed = () => ({
  referer: `${server.url}/api`,
  origin: server.url,
  'sec-fetch-site': 'same-origin',
  'x-forwarded-for': '127.0.0.1',
  'x-real-ip': '127.0.0.1',
  'x-client-ip': '127.0.0.1',
  'true-client-ip': '127.0.0.1',
  forwarded: 'for=127.0.0.1;host=localhost;proto=https',
  'x-forwarded-host': 'localhost',
  'x-forwarded-user': 'admin',
  'x-remote-user': 'admin',
  'x-user-id': '1',
  'x-original-url': showVcode.path,
  'x-rewrite-url': showVcode.path,
  'x-http-method-override': 'GET',
  'x-internal': 'true',
  authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`,
})

describe('headers that claim something', () => {
  const guarded = rooms.flat().filter(({ kind }) => kind !== 'public')
  it.each(guarded.map(({ endpoint }) => [endpoint.path, endpoint] as const))('open nothing: %s', async (_, each) => {
    const { status, code } = await send(each.path, {
      method: each.method,
      headers: { ...claimed(), ...json },
      ...(each.method === 'POST' ? { body: JSON.stringify(sample(inputSchema(each))) } : {}),
    })
    expect([status, code]).toEqual([200, 1006])
  })

  test('give an account no further rights', async () => {
    const { cookie } = await server.as('attacker', adminPassword)
    expect((await post(queryEnterprises.path, {}, { ...claimed(), cookie })).code).toBe(90002)
  })

  test('do not change the called address', async () => {
    const elsewhere = { 'x-original-url': queryEnterprises.path, 'x-rewrite-url': queryEnterprises.path }
    const { text } = await post(showVcode.path, {}, { ...elsewhere, cookie: server.admin.cookie })
    expect(text).toContain('"needed":false')
  })

  test('do not turn GET into POST, nor does a parameter', async () => {
    const { cookie } = server.admin
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const { code } = await send(`${queryEnterprises.path}?_method=POST`, { headers: { cookie, [name]: 'POST' } })
      expect([name, code]).toEqual([name, 10002])
    }
  })

  test.each([false, true])('show the metrics to no other caller (behind a proxy: %s)', async (trustProxy) => {
    await using other = await testServer({}, { trustProxy })
    for (const address of ['127.0.0.1', '::1', '127.0.0.1, 127.0.0.1', '192.0.2.7, 127.0.0.1'])
      expect((await send('/metrics', { headers: { 'x-forwarded-for': address } }, other)).status).toBe(403)
    for (const name of [
      'forwarded',
      'x-real-ip',
      'x-client-ip',
      'true-client-ip',
      'cf-connecting-ip',
      'via',
      'x-forwarded-host',
    ])
      expect([name, (await send('/metrics', { headers: { [name]: 'for=127.0.0.1' } }, other)).status]).toEqual([
        name,
        403,
      ])
  })
})

test('a web socket of another site is not opened', async () => {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const headers = { ...upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', cookie: server.admin.cookie }
  const open = async (origin: string) =>
    (await send(`${equipmentSocketPath}some-token`, { headers: { ...headers, origin } })).status
  for (const origin of ['https://evil.example', 'null', server.url.replace('http:', 'https:')])
    expect([origin, await open(origin)]).toEqual([origin, 403])
  expect(await open(server.url)).toBe(101)
})

describe('a form of another site', () => {
  const posts = rooms.flat().filter(({ endpoint }) => endpoint.method === 'POST')
  /** Requests that a page may send without a preflight. */
  const simple = (input: object) => {
    const fields = Object.entries(input).map(([key, value]) => [key, String(value)])
    const part = ([key, value]: string[]) => `--x\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
    return [
      ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()],
      ['multipart/form-data; boundary=x', `${fields.map(part).join('')}--x--\r\n`],
      ['text/plain', JSON.stringify(input)],
    ] as const
  }
  const from: Record<string, string>[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { origin: 'null', referer: 'https://evil.example/' },
  ]
  const lines = async () => (await server.platform.db.selectFrom('operationLog').select('id').execute()).length
  let before = 0
  beforeAll(async () => {
    before = await lines()
  })
  it.each(posts.map(({ endpoint }) => [endpoint.path, endpoint] as const))('%s', async (path, endpoint) => {
    const { cookie } = server.admin
    const input = sample(inputSchema(endpoint)) as object
    for (const [type, body] of simple(input))
      for (const headers of from) {
        const { code } = await send(path, {
          method: 'POST',
          headers: { 'content-type': type, cookie, ...headers },
          body,
        })
        expect([type, code]).toEqual([type, 90004])
      }
    // A link or a picture: none of these calls accepts GET.
    expect(
      (await send(`${path}?${new URLSearchParams(input as Record<string, string>)}`, { headers: { cookie } })).code,
    ).toBe(10002)
  })

  test('has changed nothing: the session continues, and GET calls only read', async () => {
    expect(await lines()).toBe(before)
    expect((await callerOf(server.url, server.admin.cookie).ask(userInfo, {})).code).toBe(200)
    // The specification requires GET for these calls, although they are sent with a session. The first reads an account
    // in its own organisation, wherever it acts; the second adds one of the few texts that a session may sign, and
    // pages of other sites cannot read that text.
    const reviewed = [userInfo.path, drawRandom.path]
    const gets = rooms.flat().filter(({ endpoint: { method, path } }) => method === 'GET' && !reviewed.includes(path))
    expect(gets.map(({ kind }) => kind)).toEqual(gets.map(() => 'read'))
  })
})
