// Host names under which browsers may reach the platform, over HTTP: DNS rebinding, cookies, and connections of pages.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { equipmentSocketPath } from '../../contract/sockets.ts'
import { login, userInfo } from '../../features/people/login/contract.ts'
import { testDatabase } from '../../testkit/database.ts'
import { makeCertificate } from '../../testkit/peers/certificate.ts'
import { adminPassword, type TestServer, testConfig, testServer } from '../../testkit/server.ts'
import { startServer } from './start.ts'

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

function ask(url: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  const request = url.startsWith('https') ? httpsRequest : httpRequest
  const options = { method: body === undefined ? 'GET' : 'POST', headers, rejectUnauthorized: false }
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('upgrade', (response) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' }))
    sent.on('error', reject)
    sent.end(body)
  })
}

const signIn = JSON.stringify({ loginname: 'admin', password: adminPassword })
const json = { 'content-type': 'application/json' }

let server: TestServer
beforeAll(async () => {
  server = await testServer(
    { callsPerMinute: 10_000 },
    { publicUrl: 'https://plant.example', frameSites: ['https://site.example'] },
  )
})
afterAll(() => server.stop())

/** A year in seconds, valid for subdomains too. */
const yearOfAll = 'max-age=31536000; includeSubDomains'

describe('a name that is not ours', () => {
  const foreign = ['evil.example', 'plant.example.evil.example', '10.1.2.3:80', 'localhost.evil.example']
  it.each(foreign)('"%s" is answered with a refusal only', async (host) => {
    for (const path of ['/', '/login', '/metrics', '/openapi.json', userInfo.path]) {
      const { status, text } = await ask(server.url + path, { host, cookie: server.admin.cookie })
      expect([path, status, (JSON.parse(text) as { code: number }).code]).toEqual([path, 421, 90006])
    }
    const { status } = await ask(server.url + login.path, { host, ...json }, signIn)
    expect(status).toBeGreaterThanOrEqual(400)
  })

  it('is answered with the headers that keep a browser safe', async () => {
    const { headers } = await ask(server.url + userInfo.path, { host: 'evil.example' })
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    expect(headers['strict-transport-security']).toBe(yearOfAll)
    expect(headers['content-security-policy']).toContain("connect-src 'self' 'self';")
    expect(headers['content-security-policy']).toContain('frame-src https://site.example;')
  })

  it('opens no web socket', async () => {
    const socket = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const headers = { ...socket, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
    const open = (host: string) => ask(`${server.url}${equipmentSocketPath}some-token`, { ...headers, host })
    expect((await open('evil.example')).status).toBe(421)
    expect((await open('plant.example')).status).toBe(101)
  })

  it('may check that the platform is alive', async () => {
    expect((await ask(`${server.url}/healthz`, { host: '10.1.2.3' })).status).toBe(200)
  })
})

test('the public name and the names of the loopback are ours', async () => {
  for (const host of ['plant.example', 'localhost:8080', '127.0.0.1', '[::1]:1'])
    expect((await ask(server.url + userInfo.path, { host })).status).toBe(200)
})

test('with https: cookies with the __Host- prefix, HSTS, and sockets of our own name only', async () => {
  const { headers } = await ask(server.url + login.path, { host: 'plant.example', ...json }, signIn)
  const cookies = headers['set-cookie'] ?? []
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-gatehouse', '__Host-gatehouse-device'])
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax/)
    expect(cookie).not.toMatch(/Domain/i)
  }
  expect(headers['strict-transport-security']).toBe(yearOfAll)
  const policy = String(headers['content-security-policy'])
  expect(/connect-src ([^;]+)/.exec(policy)?.[1]).toBe("'self' wss://plant.example")
  // A cookie without the prefix may come from another host of the same domain.
  const [token = ''] = cookies[0]!.split('=')[1]!.split(';')
  const code = async (cookie: string) =>
    (JSON.parse((await ask(server.url + userInfo.path, { cookie })).text) as { code: number }).code
  expect([await code(`__Host-gatehouse=${token}`), await code(`gatehouse=${token}`)]).toEqual([200, 1006])
})

test('with plain http a page may connect to sockets at its own address, and there is no HSTS', async () => {
  await using plain = await testServer()
  const { headers } = await ask(plain.url + userInfo.path, { host: 'localhost:8080' })
  expect(headers['content-security-policy']).toContain("connect-src 'self' ws://localhost:8080;")
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('a platform with its own TLS sends HSTS', async () => {
  const database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-hosts-'))
  await makeCertificate(folder)
  const tls = { cert: await readFile(join(folder, 'cert.pem')), key: await readFile(join(folder, 'key.pem')) }
  const secure = await startServer(testConfig(folder, { tls }), { logLevel: 'silent', database })
  const { headers } = await ask(secure.url + login.path, json, signIn)
  expect(headers['strict-transport-security']).toBe(yearOfAll)
  expect(headers['set-cookie']?.[0]).toMatch(/^__Host-gatehouse=.*; Secure/)
  await secure.stop()
  await database.stop()
  await rm(folder, { recursive: true })
})
