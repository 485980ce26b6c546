// Hundreds of calls whose callers disconnect at any moment: no counter stays raised, no other caller is refused, and
// the platform stops on request.
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { savePage } from '../../features/page/page/contract.ts'
import { queryAggregates, queryHistory } from '../../features/watch/history/contract.ts'
import { exportHistory } from '../../features/watch/history-export/contract.ts'
import { eventually } from '../../testkit/eventually.ts'
import { seriesOf } from '../../testkit/history-reader.ts'
import { rawSocket } from '../../testkit/raw-socket.ts'
import { replaceMethods } from '../../testkit/replace-methods.ts'
import { addReport } from '../../testkit/reports.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { type Site, site } from '../../testkit/site.ts'

let server: TestServer
let own: Site
let reportId = 0
let webDir = ''
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'gatehouse-web-'))
  await mkdir(join(webDir, 'assets'))
  await writeFile(join(webDir, 'index.html'), '<title>Gatehouse</title>')
  await writeFile(join(webDir, 'assets', 'big.bin'), Buffer.alloc(8 * 1024 * 1024))
  server = await testServer({ callsPerMinute: 1_000_000 }, { webDir })
  own = await site(server, 'Stormy')
  ;({ reportId } = await addReport(server.admin, own.equipmentId, { columns: ['Level'] }))
})
afterAll(async () => {
  await server.stop()
  await rm(webDir, { recursive: true, force: true })
})

const gauge = async (name: string) => {
  const found = new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(await server.metrics.text())
  if (!found) throw new Error(`no gauge ${name}`)
  return Number(found[1])
}

const wire = (path: string, body: object) => {
  const text = JSON.stringify({ equipmentId: own.equipmentId, from: 0, to: 1000, ...body })
  const head = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Cookie: ${server.admin.cookie}`]
  const more = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
  return `${[...head, ...more].join('\r\n')}\r\n\r\n${text}`
}
const exporting = () => wire(exportHistory.path, { reportId })
const curve = () => wire(queryHistory.path, { signalIds: [own.id('Level')] })

/** Sends a request, and disconnects after a while. */
async function leave(sent: string | Buffer, afterMs: number): Promise<void> {
  const socket = await rawSocket(server.url)
  socket.write(sent)
  await sleep(afterMs)
  socket.resetAndDestroy()
}

/** Checks that all counters are back at their initial values, and that heavy calls still work. */
async function isBalanced(): Promise<void> {
  await eventually(async () => {
    expect(await gauge('gatehouse_calls_under_way')).toBe(0)
    expect(await gauge('gatehouse_heavy_calls_under_way')).toBe(0)
    expect(await gauge('gatehouse_http_connections')).toBeLessThan(40)
  })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ equipmentId: own.equipmentId, from: 0, to: 1000, reportId })
  for (let i = 0; i < 4; i += 1) {
    const answer = await server.admin.raw(exportHistory.path, { method: 'POST', headers, body })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')])
    await answer.text()
  }
}

/** Replaces the historian by one that returns a first part immediately and the rest slowly. */
async function withSlowHistory(act: () => Promise<void>): Promise<number> {
  const { history } = server.platform
  let open = 0
  const slice = seriesOf(Array.from({ length: 5000 }, (_, i) => [i, i]))
  async function* scan() {
    open += 1
    try {
      for (let i = 0; i < 50; i += 1) {
        yield { data: { span: { from: 0, to: 500 }, columns: [slice] }, damaged: [] }
        await sleep(10)
      }
    } finally {
      open -= 1
    }
  }
  const restore = replaceMethods(history, { count: async () => [], scan })
  try {
    await act()
    await eventually(() => expect(open).toBe(0))
  } finally {
    restore()
  }
  return open
}

test('exports, disconnected before, during and after their first byte', async () => {
  await withSlowHistory(async () => {
    for (let round = 0; round < 25; round += 1)
      await Promise.all([0, 1, 3, 8, 20, 40].map((afterMs) => leave(exporting(), afterMs + round)))
  })
  await isBalanced()
})

test('exports pipelined on one connection', async () => {
  await withSlowHistory(async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => leave(exporting().repeat(6), i * 10)))
  })
  await isBalanced()
})

test('curves and aggregates pipelined on one connection', async () => {
  const many = (curve() + wire(queryAggregates.path, { signalIds: [own.id('Level')], bucket: 'day' })).repeat(10)
  await Promise.all(Array.from({ length: 20 }, (_, i) => leave(many, i * 5)))
  await isBalanced()
})

test('a heavy call, and an upgrade behind it on the same connection', async () => {
  const upgrade = 'GET /%ff HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  await Promise.all(Array.from({ length: 100 }, (_, i) => leave(exporting() + curve() + upgrade, i % 30)))
  await isBalanced()
})

test('bodies that never end', async () => {
  const half = exporting()
  const boundary = `--x\r\nContent-Disposition: form-data; name="equipmentId"\r\n\r\n${own.equipmentId}\r\n--x\r\nContent`
  const multipart = [
    `POST ${savePage.path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Cookie: ${server.admin.cookie}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 50000',
  ]
  const sent = [
    half.slice(0, -5),
    half.replace('Length: ', 'Length: 9'),
    `${multipart.join('\r\n')}\r\n\r\n${boundary}`,
  ]
  for (const each of sent) await Promise.all(Array.from({ length: 100 }, (_, i) => leave(each, i % 50)))
  await isBalanced()
})

test('files that are not read to the end are closed', async () => {
  const files = () => readdirSync('/proc/self/fd').length
  const before = files()
  const get = 'GET /assets/big.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
  for (const sent of [get, get.repeat(5), get.replace('\r\n\r\n', '\r\nRange: bytes=0-10,20-30\r\n\r\n')])
    await Promise.all(Array.from({ length: 60 }, (_, i) => leave(sent, i % 20)))
  await eventually(() => expect(files()).toBeLessThanOrEqual(before + 5))
  await isBalanced()
})
