// Bodies whose sender stops in the middle: they occupy no place of a heavy call, and are cut off.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { savePage } from '../../features/page/page/contract.ts'
import { eventually } from '../../testkit/eventually.ts'
import { rawSocket } from '../../testkit/raw-socket.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { device } from '../../testkit/site.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ callsPerMinute: 100_000, bodyStallMs: 400 })
})
afterAll(() => server.stop())

const head = (length: number, type: string) =>
  [
    `POST ${savePage.path} HTTP/1.1`,
    `host: ${new URL(server.url).host}`,
    `cookie: ${server.admin.cookie}`,
    `content-type: ${type}`,
    `content-length: ${length}`,
    '\r\n',
  ].join('\r\n')

test('an account with many unfinished bodies can still save its page, and each body is cut off', async () => {
  const equipmentId = await device(server.admin, 'Unfinished')
  const sockets = await Promise.all(
    Array.from({ length: limits.heavyCallsAtOnce + 4 }, async () => {
      const socket = await rawSocket(server.url)
      const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      socket.write(
        `${head(100_000, 'multipart/form-data; boundary=x')}--x\r\nContent-Disposition: form-data; name="json"`,
      )
      return { gone }
    }),
  )
  const page = { con: {}, widgets: [], bind: {} }
  const saved = await server.admin.ask(savePage, { equipmentId, title: 'Own', json: JSON.stringify(page) } as never)
  expect(saved.code).toBe(200)
  await Promise.all(sockets.map(({ gone }) => gone))
  await eventually(async () => expect(await server.metrics.total('gatehouse_heavy_calls_under_way')).toBe(0))
})
