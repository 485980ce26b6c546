// Answers that are equal for all callers are compressed once, so that anonymous requests cost nothing.
import { createHook } from 'node:async_hooks'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { compressFiles } from '../../scripts/build.mjs'
import { eventually } from '../../testkit/eventually.ts'
import { rawSocket } from '../../testkit/raw-socket.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'

let server: TestServer
let webDir: string
const lines: string[] = []
const script = `// ${'gatehouse '.repeat(1000)}`
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'gatehouse-web-'))
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), `<!doctype html>${'<p>page</p>'.repeat(500)}`)
  writeFileSync(join(webDir, 'assets/app.js'), script)
  compressFiles(webDir)
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  server = await testServer({ callsPerMinute: 100_000, log }, { webDir })
})
afterAll(async () => {
  await server.stop()
  rmSync(webDir, { recursive: true, force: true })
})

const packed = { 'accept-encoding': 'gzip' }

test.each(['/openapi.json', '/api'])('%s has a tag, and is not sent again to a caller that has it', async (path) => {
  const first = await server.nobody.raw(path, { headers: packed })
  const text = await first.text()
  expect(first.headers.get('content-encoding')).toBe('gzip')
  const plain = await server.nobody.raw(path, { headers: { 'accept-encoding': 'gzip;q=0' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe(text)
  const again = await server.nobody.raw(path, { headers: { 'if-none-match': first.headers.get('etag')! } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

/** Counts the compressions that this process starts during an action. */
async function compressions(act: () => Promise<void>): Promise<number> {
  let count = 0
  const hook = createHook({
    init(_, type) {
      if (type === 'ZLIB') count += 1
    },
  }).enable()
  try {
    await act()
  } finally {
    hook.disable()
  }
  return count
}

test.each(['/openapi.json', '/api'])('%s is compressed once, whatever the number of requests', async (path) => {
  await (await server.nobody.raw(path, { headers: packed })).arrayBuffer()
  // A client that does not decompress: that would be counted as well.
  const socket = await rawSocket(server.url)
  const heads = () => socket.heard.split('HTTP/1.1 ').slice(1)
  const ask = `GET ${path} HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\naccept-encoding: gzip\r\n\r\n`
  const count = await compressions(async () => {
    for (let time = 1; time <= 20; time++) {
      socket.write(ask)
      await eventually(() => expect(heads()).toHaveLength(time))
    }
  })
  socket.destroy()
  expect(heads().filter((head) => head.includes('content-encoding: gzip'))).toHaveLength(20)
  expect(count).toBe(0)
})

test.each([
  ['/assets/app.js', 'public, max-age=31536000, immutable'],
  ['/', 'no-store'],
  ['/login', 'no-store'],
])('%s is served as the build has compressed it', async (path, cache) => {
  const response = await server.nobody.raw(path, { headers: packed })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(response.headers.get('cache-control')).toBe(cache)
  if (path.endsWith('.js')) expect(await response.text()).toBe(script)
  else expect(await response.text()).toContain('<p>page</p>')
})

test.each([
  [{ range: 'bytes=99999999-' }, 416],
  [{ range: 'bytes=5-1' }, 416],
  [{ 'if-match': '"other"' }, 412],
  [{ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 412],
])('a file request with the unmet condition %o answers %i, and is not logged as a fault', async (headers, status) => {
  for (const path of ['/assets/app.js', '/', '/login']) {
    const response = await server.nobody.raw(path, { headers })
    expect([path, response.status, await response.text()]).toEqual([path, status, ''])
  }
  expect(lines).toEqual([])
})

test('pipelined requests whose answers are not read are refused beyond a few', async () => {
  const socket = await rawSocket(server.url)
  const ask = `GET /openapi.json HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\naccept-encoding: gzip\r\n\r\n`
  socket.write(ask.repeat(800))
  await eventually(async () => expect(await server.metrics.total('gatehouse_http_refused_total')).toBeGreaterThan(0))
  await eventually(() => expect(socket.heard.split('HTTP/1.1 ').length - 1).toBe(800))
  const answers = socket.heard.split('HTTP/1.1 ').slice(1)
  const good = answers.filter((answer) => answer.includes('content-encoding: gzip'))
  expect(good.length).toBeGreaterThanOrEqual(limits.pipelinedCalls)
  expect(good.length).toBeLessThan(800)
  socket.destroy()
  const bytes = Buffer.from(good[0]!.slice(good[0]!.indexOf('\r\n\r\n') + 4), 'latin1')
  expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ openapi: '3.1.0' })
})
