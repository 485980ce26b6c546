// Addresses, methods and messages that try to escape from the served files, over HTTP.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { userImageBase } from '../../contract/user-image.ts'
import { showVcode, userInfo } from '../../features/people/login/contract.ts'
import { eventually } from '../../testkit/eventually.ts'
import { type RawAnswer, rawRequest, type Sent } from '../../testkit/raw-request.ts'
import { rawSocket } from '../../testkit/raw-socket.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'

const secret = 'the key of this installation'
let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-attacks-'))
  const webDir = join(folder, 'web')
  await mkdir(join(webDir, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.key'), secret)
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>the page</title>')
  await writeFile(join(webDir, 'assets', 'app.js'), 'the script')
  server = await testServer({ callsPerMinute: 100_000 }, { webDir })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const send = (path: string, sent: Sent = {}) => rawRequest(server.url, path, sent)

/** The HTTP parser closed the connection. */
const refused: RawAnswer = { status: 0, headers: {}, text: '', code: undefined }

describe('a path out of its folder', () => {
  const ways = [
    '../secret.key',
    '../../secret.key',
    '..%2fsecret.key',
    '%2e%2e/secret.key',
    '%2e%2e%2fsecret.key',
    '%2E%2E%5Csecret.key',
    '..\\secret.key',
    '..%5csecret.key',
    '%252e%252e%252fsecret.key',
    '..%c0%afsecret.key',
    '%c0%ae%c0%ae/secret.key',
    '..%00/secret.key',
    '....//secret.key',
    './/..//secret.key',
    '..;/secret.key',
    'assets/../../secret.key',
    'assets/..%2f..%2fsecret.key',
    'assets%2f..%2f..%2fsecret.key',
    '../secret.key%00.png',
    '../secret.key?.png',
    `${'../'.repeat(12)}etc/passwd`,
    `${'%2e%2e%2f'.repeat(12)}etc/passwd`,
  ]
  it.each(ways)('%s', async (way) => {
    const { cookie } = server.admin
    for (const base of ['/', '/assets/', userImageBase, '/lfscada/', '//']) {
      const { text, status, code } = await send(base + way, { headers: { cookie } })
      expect([base, text.includes(secret) || text.includes('root:')]).toEqual([base, false])
      // Bytes that are invalid UTF-8 are no address: 10001.
      if (base === userImageBase) expect([base, code ?? status]).toEqual([base, way.includes('%c0') ? 10001 : 404])
    }
    const absolute = await send(`http://127.0.0.1/${way}`, { headers: { cookie } })
    expect(absolute.text.includes(secret)).toBe(false)
  })

  test('by its whole name', async () => {
    for (const path of [`/${folder}/secret.key`, `/assets/${encodeURIComponent(join(folder, 'secret.key'))}`])
      expect((await send(path)).text).not.toContain(secret)
  })

  test('files in the folder are served', async () => {
    expect((await send('/assets/app.js')).text).toBe('the script')
    expect((await send('/anywhere')).text).toContain('the page')
  })
})

test('no address leads to another site', async () => {
  const { cookie } = server.admin
  for (const path of [
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/%2f%2fevil.example/..',
    '/%5cevil.example',
    '/login?to=https://evil.example',
    '/login.jsp?to=//evil.example',
    '/assets//evil.example',
  ]) {
    const { status, headers } = await send(path, { headers: { cookie } })
    expect([path, headers.location, status >= 300 && status < 400]).toEqual([path, undefined, false])
  }
})

test.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'PUT', 'DELETE', 'PATCH'])(
  '%s does nothing and echoes nothing',
  async (method) => {
    const headers = { cookie: server.admin.cookie, 'x-echo': 'echoed' }
    const { text, code, status } = await send(userInfo.path, { method, headers }).catch(() => refused)
    expect(text).not.toContain('echoed')
    expect([code === 200, status === 200 && code === undefined]).toEqual([false, false])
  },
)

test.each([
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}'],
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['chunks in other words', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['chunks that are not last', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a length of letters', 'Content-Length: 0x2\r\n\r\n{}'],
  ['a header after a bare line feed', 'X-One: a\nContent-Length: 2\r\n\r\n{}'],
])('a message with %s hides no second one', async (_, rest) => {
  const socket = await rawSocket(server.url)
  const { host } = new URL(server.url)
  const hidden = `GET ${userInfo.path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${server.admin.cookie}\r\n\r\n`
  socket.write(`POST ${showVcode.path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${rest}${hidden}`)
  await eventually(() => expect(socket.closed).toBe(true))
  expect(socket.heard).toMatch(/^HTTP\/1\.1 400 /)
  expect(socket.heard).not.toContain('"code":200')
})

test.each([
  '/',
  '/assets/app.js',
  '/api',
  '/openapi.json',
  '/metrics',
  '/readyz',
  '/assets/none',
  userInfo.path,
  '/lfscada/none',
])('%s states its character set', async (path) => {
  const { headers } = await send(path, { headers: { cookie: server.admin.cookie } })
  expect(headers['content-type']).toMatch(/^(text|application)\/[a-z]+; ?(version=[\d.]+; )?charset=utf-8$/i)
})
