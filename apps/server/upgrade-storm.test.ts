// Opens hundreds of connections that request a web socket in every wrong way, or request nothing: the platform closes
// each, counts none of them afterwards, and stops on request.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { equipmentSocketPath } from '../../contract/sockets.ts'
import { monitorToken } from '../../features/device/live/contract.ts'
import { testDatabase } from '../../testkit/database.ts'
import { eventually } from '../../testkit/eventually.ts'
import { makeCertificate } from '../../testkit/peers/certificate.ts'
import { rawSocket, rawSockets } from '../../testkit/raw-socket.ts'
import { type TestServer, testConfig, testServer } from '../../testkit/server.ts'
import { site } from '../../testkit/site.ts'
import { watch } from '../../testkit/watch.ts'
import { startServer } from './start.ts'

const count = 200
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
const upgrade = (path: string, more = key, line = 'GET') =>
  `${line} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`

let server: TestServer
let equipmentId = 0
beforeAll(async () => {
  server = await testServer({ callsPerMinute: 1_000_000 })
  equipmentId = (await site(server, 'Watched')).equipmentId
})
afterAll(() => server.stop())

const gauge = async (name: string) => {
  const found = new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(await server.metrics.text())
  if (!found) throw new Error(`no gauge ${name}`)
  return Number(found[1])
}
const connections = () => gauge('gatehouse_http_connections')

const open = `${equipmentSocketPath}nobody-knows-this-token`
const wrong: [name: string, sent: string | Buffer][] = [
  ['an address that cannot be decoded', upgrade('/%ff')],
  ['a socket address that cannot be decoded', upgrade(`${equipmentSocketPath}%ff`)],
  ['an unknown path', upgrade('/nowhere')],
  ['a path of a call', upgrade('/lfscada/user/info')],
  ['an address that is none', upgrade('//')],
  ['no key', upgrade(open, 'Sec-WebSocket-Version: 13\r\n')],
  ['a wrong key', upgrade(open, 'Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n')],
  ['a version of the future', upgrade(open, key.replace('13', '99'))],
  ['another protocol', upgrade(open).replace('websocket', 'h2c')],
  ['a POST', upgrade(open, key, 'POST')],
  ['an unknown method', upgrade(open, key, 'BREW')],
  ['a body', upgrade(open, `${key}Content-Length: 1000000\r\n`, 'POST')],
  ['a foreign page', upgrade(open, `${key}Origin: https://evil.example\r\n`)],
  ['an unknown token', upgrade(open)],
  ['an unknown token and garbage behind it', Buffer.concat([Buffer.from(upgrade(open)), Buffer.alloc(5000, 0xff)])],
  ['a call before it in the pipe', `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n${upgrade('/%ff')}`],
  ['a proxy', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n'],
  ['no HTTP', Buffer.alloc(500, 0x16)],
]

test.each(wrong)('%s: each is ended, none stays counted', async (_, sent) => {
  const before = await connections()
  const sockets = await rawSockets(server.url, count)
  for (const socket of sockets) socket.write(sent)
  await eventually(() => expect(sockets.filter(({ closed }) => !closed)).toHaveLength(0))
  await eventually(async () => expect(await connections()).toBeLessThanOrEqual(before))
  expect(await gauge('gatehouse_sockets')).toBe(0)
})

test('a caller that disconnects during an upgrade is no longer counted', async () => {
  const before = await connections()
  for (const sent of [upgrade(open), upgrade(open).slice(0, -2), upgrade('/%ff'), 'G']) {
    const sockets = await rawSockets(server.url, count)
    for (const socket of sockets) socket.write(sent, () => socket.resetAndDestroy())
  }
  await eventually(async () => expect(await connections()).toBeLessThanOrEqual(before))
  expect(await gauge('gatehouse_sockets')).toBe(0)
})

test('used tokens, and tokens that are never used, leave nothing behind', async () => {
  const tokens: string[] = []
  for (let i = 0; i < limits.socketTokensPerSession + 10; i += 1)
    tokens.push(await server.admin.call(monitorToken, { equipmentId }))
  const [used, ...unused] = tokens
  const seen = await watch(server.url, used!)
  const again = await watch(server.url, used!)
  await eventually(() => expect(again.closed).toBe(4401))
  seen.close()
  const { db, now } = server.platform
  const held = async () => (await db.selectFrom('socketToken').select('tokenHash').execute()).length
  expect(await held()).toBeLessThanOrEqual(limits.socketTokensPerSession)
  await db
    .updateTable('socketToken')
    .set({ expiresAt: now() - 1 })
    .execute()
  await server.turn()
  expect(await held()).toBe(0)
  const late = await watch(server.url, unused.at(-1)!)
  await eventually(() => expect(late.closed).toBe(4401))
  await eventually(async () => expect(await gauge('gatehouse_sockets')).toBe(0))
})

test.each(['http', 'https'])('%s stops although connections of every kind are open', async (scheme) => {
  const database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-stop-'))
  await makeCertificate(folder)
  const pem = (name: string) => readFileSync(join(folder, `${name}.pem`))
  const tls = scheme === 'https' ? { cert: pem('cert'), key: pem('key') } : null
  const other = await startServer(testConfig(folder, { tls }), { logLevel: 'silent', database })
  const kinds = ['', 'G', 'GET /healthz HTTP/1.1\r\nHost', upgrade('/%ff'), upgrade(open), '\x16\x03\x01']
  const sockets = await Promise.all(kinds.map(() => rawSocket(other.url.replace('https', 'http'))))
  for (const [i, socket] of sockets.entries()) socket.write(kinds[i] ?? '', 'latin1')
  await other.stop()
  await eventually(() => expect(sockets.map(({ closed }) => closed)).toEqual(kinds.map(() => true)))
  await database.stop()
  await rm(folder, { recursive: true })
})
