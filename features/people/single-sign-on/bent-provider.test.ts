// Providers that lie, break, or are gone: no sign-in succeeds, no request hangs, and the user sees the reason.
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint, Envelope, InputOf, OutputOf } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/errors.ts'
import type { OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { type BentProvider, bentProvider, json } from '../../../testkit/bent-provider.ts'
import { listening } from '../../../testkit/open-id-provider.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { addSignOn, beginSignOn, confirmSignOn, finishSignOn, testSignOn } from './contract.ts'

const discovery = '/.well-known/openid-configuration'
const slug = 'bent'
const clock = { at: Date.now() }
let server: TestServer
let idp: BentProvider
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 10_000 })
  idp = await bentProvider()
  const provider = { name: 'Bent', slug, issuer: idp.issuer, clientId: 'us', secret: 'secret', enabled: true }
  await server.admin.call(addSignOn, { orgId: 1 as OrgId, ...provider, addsAccounts: true })
})
afterAll(async () => {
  await server.stop()
  await idp.stop()
})
afterEach(() => {
  idp.straighten()
  // Lets the cached discovery document expire.
  clock.at += limits.signOnMetadataMs + 1
})

function browser() {
  let cookies: string[] = []
  return async <E extends Endpoint>(endpoint: E, input: InputOf<E>, language: Language = 'en') => {
    const response = await fetch(server.url + endpoint.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language, cookie: cookies.join('; ') },
      body: JSON.stringify(input),
    })
    const set = response.headers.getSetCookie().map((each) => each.split(';')[0]!)
    const isSet = (cookie: string) => set.some((each) => each.split('=')[0] === cookie.split('=')[0])
    cookies = [...cookies.filter((each) => !isSet(each)), ...set]
    return (await response.json()) as Envelope<OutputOf<E>>
  }
}

async function signIn(ask = browser()): Promise<number> {
  const { data, code } = await ask(beginSignOn, { slug })
  if (!data) return code
  return (await ask(finishSignOn, { slug, answer: idp.comeBack(data.url) })).code
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe('an ID token', () => {
  test('that is valid signs its person in', async () => {
    expect(await signIn()).toBe(200)
  })

  test.each<[string, () => Record<string, unknown>]>([
    ['for another client', () => ({ aud: 'another' })],
    ['for several clients, authorised for another', () => ({ aud: ['us', 'another'], azp: 'another' })],
    ['of another issuer', () => ({ iss: 'https://another.example' })],
    ['that has expired', () => ({ exp: inSeconds(-60) })],
    ['of the future', () => ({ nbf: inSeconds(600) })],
    ['of another sign-in', () => ({ nonce: 'another' })],
    ['of no sign-in', () => ({ nonce: undefined })],
    ['without a subject', () => ({ sub: undefined })],
    ['without an expiry', () => ({ exp: undefined })],
  ])('%s opens no session', async (_, claims) => {
    idp.claims = claims()
    expect(await signIn()).toBe(1084)
  })

  test('signed by an unpublished key opens no session', async () => {
    idp.changeKey(false)
    expect(await signIn()).toBe(1084)
  })

  test.each(['none', 'HS256'])('with the algorithm %s opens no session', async (alg) => {
    idp.header = { alg }
    expect(await signIn()).toBe(1084)
  })

  test('signed by a newly published key signs its person in', async () => {
    expect(await signIn()).toBe(200)
    idp.changeKey(true)
    expect(await signIn()).toBe(200)
  })

  test('issued for a sign-in before the confirmation started does not confirm', async () => {
    const ask = browser()
    expect(await signIn(ask)).toBe(200)
    const back = async () => {
      const { data } = await ask(confirmSignOn, {})
      return ask(finishSignOn, { slug, answer: idp.comeBack(data!.url) })
    }
    idp.claims = { auth_time: inSeconds(-120) }
    expect((await back()).code).toBe(1084)
    idp.claims = { auth_time: undefined }
    expect((await back()).code).toBe(1084)
    idp.claims = {}
    expect((await back()).code).toBe(200)
  })
})

describe('a provider', () => {
  const html = (status: number) => (_: unknown, response: Parameters<ReturnType<typeof json>>[1]) => {
    response.writeHead(status, { 'content-type': 'text/html' })
    response.end('<h1>Hello</h1>')
  }

  test.each<[string, string, () => ReturnType<typeof json>, number, string | null]>([
    ['whose document is a page', discovery, () => html(200), 1084, 'notJson'],
    ['whose document is not an object', discovery, () => json('hello'), 1084, 'incomplete'],
    [
      'whose document is of another issuer',
      discovery,
      () => json({ issuer: 'https://a.example' }),
      1084,
      'otherIssuer',
    ],
    ['whose document lacks addresses', discovery, () => json({ issuer: idp.issuer }), 1084, 'incomplete'],
    ['that has no document', discovery, () => json({}, 404), 1084, 'status'],
    ['with an internal error', discovery, () => html(503), 1083, 'status'],
    ['whose document is too large', discovery, () => json('x'.repeat(limits.signOnAnswerBytes)), 1084, 'tooLarge'],
    ['without keys', '/keys', () => json({ keys: [] }), 1084, 'noKeys'],
    ['with malformed keys', '/keys', () => html(200), 1084, 'noKeys'],
    ['that refuses the client', '/token', () => json({ error: 'invalid_client' }, 401), 1084, null],
    ['with malformed tokens', '/token', () => html(200), 1084, null],
    ['without an ID token', '/token', () => json({ access_token: 'a', token_type: 'Bearer' }), 1084, null],
  ])('%s opens no session, and the connection test reports the fault', async (_, path, answer, code, fault) => {
    idp.bent.set(path, answer())
    expect(await signIn()).toBe(code)
    expect((await server.admin.call(testSignOn, { issuer: idp.issuer })).fault).toBe(fault)
  })

  test('redirects are not followed', async () => {
    const met: string[] = []
    const elsewhere = createServer((request, response) => {
      met.push(request.url!)
      response.end('{}')
    })
    const address = await listening(elsewhere)
    for (const path of [discovery, '/keys', '/token']) {
      idp.bent.set(path, (_, response) => {
        response.writeHead(307, { location: address })
        response.end()
      })
      expect(await signIn()).toBe(1084)
      idp.straighten()
      clock.at += limits.signOnMetadataMs + 1
    }
    idp.bent.set(discovery, (_, response) => {
      response.writeHead(302, { location: address })
      response.end()
    })
    expect(await server.admin.call(testSignOn, { issuer: idp.issuer })).toEqual({ fault: 'redirect', detail: address })
    expect(met).toEqual([])
    elsewhere.close()
  })

  test('an unreachable one is reported in both languages', async () => {
    const gone = await bentProvider()
    const admin = await server.as('admin', adminPassword)
    const provider = {
      name: 'Gone',
      slug: 'gone',
      issuer: gone.issuer,
      clientId: 'us',
      secret: 'secret',
      enabled: true,
    }
    await admin.call(addSignOn, { orgId: 1 as OrgId, ...provider })
    await gone.stop()
    const texts = await Promise.all(
      (['en', 'zh-cn'] as const).map(async (language) => browser()(beginSignOn, { slug: 'gone' }, language)),
    )
    expect(texts).toMatchObject([
      { code: 1083, msg: 'The sign-in service does not answer; try again in a moment' },
      { code: 1083, msg: '企业登录服务无响应' },
    ])
    expect(await server.admin.call(testSignOn, { issuer: gone.issuer })).toEqual({
      fault: 'unreachable',
      detail: 'ECONNREFUSED',
    })
  })

  test('passes the connection test if it works', async () => {
    expect(await server.admin.call(testSignOn, { issuer: idp.issuer })).toEqual({ fault: null, detail: null })
    expect(await server.admin.call(testSignOn, { issuer: `${idp.issuer}/` })).toEqual({
      fault: 'otherIssuer',
      detail: idp.issuer,
    })
  })

  test('many sign-ins at the same moment load the discovery document once', async () => {
    let count = 0
    const { issuer } = idp
    idp.bent.set(discovery, (request, response) => {
      count += 1
      json({ issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t`, jwks_uri: `${issuer}/k` })(
        request,
        response,
      )
    })
    await Promise.all(Array.from({ length: 5 }, () => browser()(beginSignOn, { slug })))
    expect(count).toBe(1)
  })
})

describe('a request to a provider', () => {
  test('times out before the answer and within it', async () => {
    const slow = createServer((request, response) => {
      if (request.url === '/begins') response.write('{')
    })
    const address = await listening(slow)
    const ask = boundedFetch(true, { timeoutMs: 50, bytes: 1000 })
    for (const path of ['/silent', '/begins'])
      await expect(ask(address + path, {})).rejects.toMatchObject({ fault: 'timeout' })
    slow.closeAllConnections()
    slow.close()
  })

  test('stops at the size limit, also if the answer never ends', async () => {
    const endless = createServer((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000))) if (response.destroyed) return
      }
      response.on('drain', more)
      more()
    })
    const address = await listening(endless)
    await expect(boundedFetch(true)(address, {})).rejects.toMatchObject({ fault: 'tooLarge' })
    endless.closeAllConnections()
    endless.close()
  })

  test('uses https, and plain http only on this machine for an issuer of this machine', async () => {
    for (const [mayBePlain, address] of [
      [true, 'http://plant.example'],
      [false, 'http://127.0.0.1:1'],
      [true, 'ftp://127.0.0.1'],
      [false, 'data:application/json,{}'],
    ] as const)
      await expect(boundedFetch(mayBePlain)(address, {})).rejects.toMatchObject({ detail: new URL(address).protocol })
  })
})
