// Limits for strangers on the web port: many connections, slow ones, a page that opens sockets in a loop.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { equipmentSocketPath } from '../../contract/sockets.ts'
import { monitorToken } from '../../features/device/live/contract.ts'
import { eventually } from '../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { site } from '../../testkit/site.ts'
import { watch } from '../../testkit/watch.ts'

let server: TestServer
let equipmentId: EquipmentId
beforeAll(async () => {
  server = await testServer({ callsPerMinute: 100_000 })
  equipmentId = (await site(server, 'Watched')).equipmentId
})
afterAll(() => server.stop())

const metric = async (name: string) =>
  Number(new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(await server.metrics.text())?.[1] ?? 0)

function dial(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.on('error', () => undefined)
    // A socket that is not read does not notice that it was closed.
    socket.resume()
  })
}

test('an address with too many connections is refused more, and is served again after closing them', async () => {
  const sockets: Socket[] = []
  // The connections are opened in groups: beyond the backlog of the kernel a connection would be open for the client
  // and unknown to the server.
  while (sockets.length < limits.httpConnectionsPerAddress + 50)
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, dial))))
  await eventually(() =>
    expect(sockets.filter(({ destroyed, closed }) => destroyed || closed).length).toBeGreaterThan(40),
  )
  for (const socket of sockets) socket.destroy()
  await eventually(async () => expect((await fetch(`${server.url}/healthz`)).status).toBe(200))
  expect(await metric('gatehouse_http_refused_total\\{reason="connections"\\}')).toBeGreaterThan(40)
})

test('a connection that sends its headers too slowly is closed', async () => {
  expect(server.http.server.headersTimeout).toBe(limits.httpHeadersMs)
  server.http.server.headersTimeout = 500
  const socket = await dial()
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString()
  })
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
  const trickle = setInterval(() => socket.write('X-Slow: 1\r\n'), 500)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(trickle)
  server.http.server.headersTimeout = limits.httpHeadersMs
  expect(answer).toMatch(/^HTTP\/1.1 408/)
}, 40_000)

test('a page that opens sockets in a loop gets the maximum of a session', async () => {
  const { admin } = server
  const tokens: string[] = []
  for (let i = 0; i < limits.socketsPerSession + 10; i += 1)
    tokens.push(await admin.call(monitorToken, { equipmentId }))
  const sockets = await Promise.all(tokens.map((token) => watch(server.url, token)))
  await eventually(() => expect(sockets.filter(({ closed }) => closed === 1013)).toHaveLength(10))
  expect(await metric('gatehouse_sockets')).toBe(limits.socketsPerSession)
  expect(await metric('gatehouse_sockets_refused')).toBe(10)
  const other = await server.as('admin', 'Waterworks1')
  const own = await watch(server.url, await other.call(monitorToken, { equipmentId }))
  await eventually(() => {
    // Messages before the token is checked are ignored.
    own.send('ping')
    expect(own.messages.length).toBeGreaterThan(0)
  })
  for (const socket of [...sockets, own]) socket.close()
  await eventually(async () => expect(await metric('gatehouse_sockets')).toBe(0))
}, 120_000)

test('a socket that sends without pause is closed', async () => {
  const seen = await watch(server.url, await server.admin.call(monitorToken, { equipmentId }))
  await eventually(() => {
    for (let i = 0; i < limits.socketWordsBurst + 20 && seen.closed === undefined; i += 1) seen.send('ping')
    expect(seen.closed).toBe(1006)
  })
})

test('a browser that stops reading is closed at its limit, and others continue', async () => {
  const { hub } = server.cloud
  const token = await server.admin.call(monitorToken, { equipmentId })
  const deaf = new WebSocket(server.url.replace('http', 'ws') + equipmentSocketPath + token)
  await new Promise((resolve) => deaf.once('open', resolve))
  await eventually(() => expect(hub.counts().sockets).toBe(1))
  ;(deaf as unknown as { _socket: Socket })._socket.pause()
  const good = await watch(server.url, await server.admin.call(monitorToken, { equipmentId }))
  await eventually(() => expect(hub.counts().sockets).toBe(2))
  const ids = Array.from({ length: 500 }, (_, i) => i + 1)
  const message = (at: number) =>
    ({
      type: 'signalVal',
      equipmentId,
      receivedAt: at,
      ids,
      values: ids.map(() => 'x'.repeat(200)),
      times: ids.map(() => at),
    }) as const
  let at = 0
  await eventually(() => {
    at += 1
    hub.send(equipmentId, message(at))
    expect(hub.counts().lagging).toBe(1)
  })
  const before = process.memoryUsage()
  for (let i = 0; i < 200; i += 1) {
    at += 1
    hub.send(equipmentId, message(at))
    await eventually(() => expect(good.messages.at(-1)).toMatchObject({ receivedAt: at }))
  }
  const after = process.memoryUsage()
  // Two hundred more messages of 100 kB each, 20 MB in total, are not buffered for a slow reader.
  expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(10 * 1024 * 1024)
  expect(hub.counts()).toMatchObject({ lagging: 1, sockets: 2 })
  deaf.terminate()
  good.close()
}, 120_000)
