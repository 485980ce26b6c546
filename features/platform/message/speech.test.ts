// Spoken texts, with a real HTTP service on loopback.
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { callSignature } from '../../../core/call-signature.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { createSound } from './contract.ts'

const secret = 'a secret of sixteen letters and more'
const clock = { at: Date.UTC(2026, 4, 1) }
type Asked = { body: string; headers: Record<string, unknown> }
const asked: Asked[] = []
let answer: { status: number; type: string; body: Buffer } = {
  status: 200,
  type: 'audio/mpeg',
  body: Buffer.from('mp3'),
}
let service: HttpServer
let server: TestServer

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push({ body: Buffer.concat(parts).toString(), headers: request.headers })
      response.writeHead(answer.status, { 'content-type': answer.type, location: '/elsewhere' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/speak`
  server = await testServer({ now: () => clock.at }, { env: { SPEECH_URL: url, SPEECH_SECRET: secret } })
})
afterAll(async () => {
  await server.stop()
  await new Promise((resolve) => service.close(resolve))
})
beforeEach(() => {
  asked.length = 0
  answer = { status: 200, type: 'audio/mpeg', body: Buffer.from('mp3') }
})
afterEach(() => {
  clock.at += 60_000
})

const speak = (text: string, language = 'en') =>
  server.admin.raw(createSound.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify({ text }),
  })
const codeOf = async (response: Response) => ((await response.json()) as { code: number }).code

test('a text is spoken in the language of the caller, by a signed call, and once for all callers', async () => {
  const first = await speak('液位高', 'zh-cn')
  expect(first.headers.get('content-type')).toBe('audio/mpeg')
  expect(Buffer.from(await first.arrayBuffer()).toString()).toBe('mp3')
  await (await speak('液位高', 'zh-cn')).arrayBuffer()
  await (await speak('液位高', 'en')).arrayBuffer()
  expect(asked.map(({ body }) => JSON.parse(body))).toEqual([
    { text: '液位高', language: 'zh-cn' },
    { text: '液位高', language: 'en' },
  ])
  const { body, headers } = asked[0]!
  const timestamp = String(clock.at)
  expect(headers['x-gatehouse-timestamp']).toBe(timestamp)
  expect(headers['x-gatehouse-signature']).toBe(callSignature(secret, timestamp, body))
})

test.each([
  ['refuses', { status: 500 }],
  ['answers a page', { type: 'text/html' }],
  ['sends elsewhere', { status: 302 }],
  ['answers without end', { body: Buffer.alloc(limits.speechBytes + 1) }],
])('a service that %s is reported as such, and called again', async (name, fault) => {
  Object.assign(answer, fault)
  expect(await codeOf(await speak(name))).toBe(1046)
  Object.assign(answer, { status: 200, type: 'audio/wav; rate=8000', body: Buffer.from('wav') })
  const again = await speak(name)
  expect(again.headers.get('content-type')).toBe('audio/wav')
  expect(await again.text()).toBe('wav')
})

test('texts have a maximum length, and accounts a maximum per minute', async () => {
  expect(await codeOf(await speak('x'.repeat(limits.speechLength + 1)))).toBe(10001)
  for (let i = 0; i < limits.speechesPerMinute; i += 1) await (await speak('Level high')).arrayBuffer()
  expect(await codeOf(await speak('Level high'))).toBe(90003)
  expect(asked).toHaveLength(1)
})

test('a platform without a service reports so', async () => {
  await using other = await testServer()
  const { code, data } = await other.admin.ask(createSound, { text: 'Level high' })
  expect([code, data]).toEqual([1045, null])
})
