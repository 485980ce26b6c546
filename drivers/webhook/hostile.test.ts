// Senders that are slow, never finish, send too much or nothing at all: each is cut, and others are served.
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { freePort } from '../../testkit/ports.ts'
import { rawRequest } from '../../testkit/raw-request.ts'
import type { TagSession } from '../driver.ts'
import { opener } from './driver.ts'
import { WebhookParams } from './params.ts'

let port = 0
let session: TagSession
let reported: unknown[]
const sockets = new Set<Socket>()

beforeEach(async () => {
  port = await freePort()
  reported = []
  const params = WebhookParams.parse({ port, allowedFrom: '127.0.0.0/8', timeoutMs: 300, maxKib: 16 })
  session = await opener.open(params, new AbortController().signal, '', [])
  const point = { id: 1, address: 'v', dataType: 'int32', access: 'r' } as const
  await session.watch!([{ point, periodMs: 1000 }], params, {
    onReading: (_, reading) => void reported.push('value' in reading ? reading.value : reading.fault.code),
    onEnd: () => undefined,
  })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await session.close()
})

/** A connection that sends these bytes. `closed` resolves to what it received. */
function sender(bytes: string | Buffer): { socket: Socket; closed: Promise<string> } {
  const socket = connect({ port, host: '127.0.0.1' })
  sockets.add(socket)
  let received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve(received))) }
}

/** A usual message is accepted; one that a busy machine received too slowly is sent again. */
const serves = async () => {
  const post = () => rawRequest(`http://127.0.0.1:${port}`, '/hook', { method: 'POST', body: '{"v":7}' })
  await expect.poll(async () => (await post().catch(() => undefined))?.status).toBe(204)
  expect([...new Set(reported)]).toEqual([7])
}
const head = 'POST /hook HTTP/1.1\r\nHost: gateway\r\n'

it.each([
  ['nothing', ''],
  ['half a header', 'POST /hook HT'],
  ['a header without an end', head],
  ['half a body', `${head}Content-Length: 100\r\n\r\n{"v":1}`],
  ['half a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n10\r\n{"v":1}`],
  ['an endless body to a wrong path', `POST /x HTTP/1.1\r\nHost: gateway\r\nContent-Length: 99999999\r\n\r\n{`],
])('a sender of %s is cut', async (_, bytes) => {
  await sender(bytes).closed
  await serves()
})

it.each([
  ['a long header', `${head}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['no HTTP', Buffer.alloc(2000, 0xff)],
  ['a TLS hello', Buffer.from('160301020001000001fc0303', 'hex')],
  ['two lengths', `${head}Content-Length: 7\r\nContent-Length: 8\r\n\r\n{"v":1}`],
  ['a length and chunks', `${head}Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n{"v":1}`],
  ['a negative length', `${head}Content-Length: -7\r\n\r\n{"v":1}`],
  ['a wrong chunk', `${head}Transfer-Encoding: chunked\r\n\r\nxyz\r\n{"v":1}`],
  ['an upgrade', `GET /hook HTTP/1.1\r\nHost: g\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  [
    'a proxy request',
    'POST http://169.254.169.254/hook HTTP/1.1\r\nHost: g\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  ],
  ['a tunnel', 'CONNECT 10.0.0.1:22 HTTP/1.1\r\nHost: g\r\n\r\n'],
])('a sender of %s is refused', async (_, bytes) => {
  const answer = await sender(bytes).closed
  expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer)).toBe(true)
  await serves()
})

test('a deeply nested document is refused', async () => {
  const body = '['.repeat(16_000)
  const post = () => rawRequest(`http://127.0.0.1:${port}`, '/hook', { method: 'POST', body })
  await expect.poll(async () => (await post().catch(() => undefined))?.status).toBe(400)
  expect([...new Set(reported)]).toEqual([1728])
})

test('one source may open a few connections only', async () => {
  const opened = Array.from({ length: 40 }, () => sender(head))
  let closed = 0
  for (const each of opened) void each.closed.then(() => closed++)
  await expect.poll(() => closed).toBeGreaterThanOrEqual(20)
  for (const { socket } of opened) socket.destroy()
  await Promise.all(opened.map((each) => each.closed))
  await serves()
})

test('a sender that leaves in the middle changes nothing', async () => {
  for (let length = 1; length < 60; length++) {
    const whole = `${head}Content-Length: 7\r\n\r\n{"v":1}`
    const { socket, closed } = sender(whole.slice(0, Math.min(length, whole.length - 1)))
    socket.end()
    await closed
  }
  await serves()
})
