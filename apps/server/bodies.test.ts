// Bodies that are too large, have too many values, are compressed or broken: each is answered with the envelope, and
// bodies that could block other callers are refused before parsing.
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { addGroup } from '../../features/device/group/contract.ts'
import { importSignals, saveSignals } from '../../features/device/signal/contract.ts'
import { savePage } from '../../features/page/page/contract.ts'
import { login, userInfo } from '../../features/people/login/contract.ts'
import { eventually } from '../../testkit/eventually.ts'
import { rawSocket } from '../../testkit/raw-socket.ts'
import { adminPassword, type TestServer, testServer } from '../../testkit/server.ts'
import { type Site, site } from '../../testkit/site.ts'
import { rooms } from './rooms.ts'

let server: TestServer
let own: Site
beforeAll(async () => {
  server = await testServer({ callsPerMinute: 100_000, loginsPerMinute: 100_000 })
  own = await site(server, 'Bodies')
})
afterAll(() => server.stop())

const posts = rooms
  .flat()
  .map(({ endpoint }) => endpoint as Endpoint)
  .filter(({ method, accepts }) => method === 'POST' && accepts.includes('json'))

/** Sends the whole body even if the answer comes earlier, as most clients do. */
function send(path: string, body: Buffer | string, headers: Record<string, string> = {}) {
  const all = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    cookie: server.admin.cookie,
  }
  return new Promise<{ status: number | undefined; code: number; msg: string }>((resolve, reject) => {
    const sent = request(server.url + path, { method: 'POST', headers: { ...all, ...headers } }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
      })
      response.on('end', () =>
        resolve({ status: response.statusCode, ...(JSON.parse(text) as { code: number; msg: string }) }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 330_000 }, (_, i) => [`k${i}`, i])))

describe('330,000 keys in 4 MB', () => {
  it.each(posts.map((endpoint) => [endpoint.path, endpoint] as const))('%s', async (path) => {
    const answer = await send(path, keys)
    expect([answer.status, answer.code]).toEqual([413, 10005])
  })
})

test('an endpoint accepts 64 kB, or the size in its contract', async () => {
  const filled = (bytes: number) => JSON.stringify({ name: 'x', y: 'y'.repeat(bytes - 19) })
  expect((await send(addGroup.path, filled(limits.bodyBytes))).code).toBe(200)
  expect(await send(addGroup.path, filled(limits.bodyBytes + 1))).toMatchObject({
    status: 413,
    code: 10005,
    msg: expect.stringContaining('64 KB'),
  })
  const declared = posts.filter(({ bodyBytes }) => bodyBytes !== undefined)
  expect(declared.length).toBeGreaterThan(0)
  for (const { path, bodyBytes } of declared) {
    expect((await send(path, filled(bodyBytes! - 10))).code).toBe(10001)
    expect((await send(path, filled(bodyBytes! + 10))).code).toBe(10005)
  }
})

test('many values in few bytes, and deep nesting, are refused before parsing', async () => {
  const { parse } = JSON
  let longest = 0
  JSON.parse = (text: string, ...more) => {
    longest = Math.max(longest, String(text).length)
    return parse(text, ...more) as unknown
  }
  try {
    const zeros = `{"equipmentId":1,"version":1,"remove":[],"save":[${'0,'.repeat(400_000)}0]}`
    const deep = `{"equipmentId":1,"version":1,"remove":[],"save":${'['.repeat(300_000)}${']'.repeat(300_000)}}`
    const answers = [await send(saveSignals.path, zeros), await send(saveSignals.path, deep)]
    expect(answers.map(({ code }) => code)).toEqual([10005, 10001])
    expect(longest).toBeLessThan(10_000)
  } finally {
    JSON.parse = parse
  }
})

test('a page of a million values is refused before parsing', async () => {
  const body = new FormData()
  const fields = { equipmentId: String(own.equipmentId), title: 'P', width: '800', height: '600', bgColor: '#fff' }
  for (const [key, value] of Object.entries(fields)) body.append(key, value)
  body.append('json', new Blob([`{"widgets":[${'0,'.repeat(1_000_000)}0]}`]), 'page.json')
  const answer = await server.admin.raw(savePage.path, { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ code: 10005 })
})

describe('a spreadsheet of 2 MB', () => {
  it.each([
    ['of rows', `name,address,dataType\n${'a,1,int16\n'.repeat(200_000)}`],
    ['of lines', '\n'.repeat(2_000_000)],
    ['of cells', 'a,'.repeat(1_000_000)],
    ['of quotes', '"'.repeat(2_000_000)],
    ['of semicolons within its bound', ';'.repeat(900_000)],
    ['of rows within its bound', `name,address,dataType\n${'a,1,int16\n'.repeat(80_000)}`],
    ['of one heading a hundred thousand times', `${'name,'.repeat(150_000)}\n`],
  ])('%s is refused in words', async (_, csv) => {
    const { equipmentId, version, driverId } = own
    const answer = await send(importSignals.path, JSON.stringify({ equipmentId, version, driverId, csv }))
    expect([10001, 1701]).toContain(answer.code)
  })
})

describe('a compressed body', () => {
  const body = JSON.stringify({ name: 'Squeezed' })
  it.each([
    ['gzip', Buffer.from('no gzip at all')],
    ['gzip', gzipSync(body).subarray(0, 20)],
    ['gzip', gzipSync(body)],
    ['gzip', gzipSync('0'.repeat(10_000_000))],
    ['deflate', Buffer.from('garbage')],
    ['br', Buffer.from('garbage')],
    ['zstd', Buffer.from('garbage')],
    ['unknown', Buffer.from(body)],
    ['gzip, gzip', Buffer.from(body)],
    ['', Buffer.from(body)],
  ])('as %s is refused with the name of the header, or read', async (encoding, sent) => {
    const answer = await send(addGroup.path, sent, { 'content-encoding': encoding })
    if (encoding === '') expect(answer.code).toBe(200)
    else expect(answer).toMatchObject({ code: 10001, data: { field: 'content-encoding' } })
    const stranger = await send(login.path, sent, { 'content-encoding': encoding, cookie: '' })
    expect(stranger.code).toBe(encoding === '' ? 1002 : 10001)
  })
})

test.each([
  [
    'a broken chunk',
    'POST /lfscada/user/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ],
  [
    'two lengths',
    'POST /lfscada/user/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  ],
  ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['a method that is none', 'BREW / HTTP/1.1\r\n\r\n'],
])('%s is answered with the envelope', async (_, sent) => {
  const socket = await rawSocket(server.url)
  socket.write(sent)
  await eventually(() => expect(socket.closed).toBe(true))
  expect(socket.heard).toMatch(/^HTTP\/1.1 4\d\d /)
  expect(JSON.parse(socket.heard.split('\r\n\r\n').at(-1)!)).toMatchObject({ code: 10001, data: null })
})

test('calls are counted by account, over all its sessions', async () => {
  const perMinute = 30
  await using bounded = await testServer({ callsPerMinute: perMinute, loginsPerMinute: 1000 })
  const sessions = [bounded.admin]
  for (let i = 0; i < 4; i += 1) sessions.push(await bounded.as('admin', adminPassword))
  const codes: number[] = []
  for (let i = 0; i < perMinute + 10; i += 1) codes.push((await sessions[i % 5]!.ask(userInfo, {})).code)
  expect(codes.filter((code) => code === 90003).length).toBeGreaterThanOrEqual(5)
})
