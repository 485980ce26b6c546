// Streamed answers that fail, early and late, and callers that disconnect.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logout } from '../../features/people/login/contract.ts'
import { queryHistory } from '../../features/watch/history/contract.ts'
import { exportHistory } from '../../features/watch/history-export/contract.ts'
import type { History } from '../../signal/history/history.ts'
import { eventually } from '../../testkit/eventually.ts'
import { seriesOf } from '../../testkit/history-reader.ts'
import { replaceMethods } from '../../testkit/replace-methods.ts'
import { addReport } from '../../testkit/reports.ts'
import { adminPassword, type TestServer, testServer } from '../../testkit/server.ts'
import { type Site, site } from '../../testkit/site.ts'

const lines: string[] = []
let server: TestServer
let own: Site
let reportId = 0
beforeAll(async () => {
  server = await testServer({ log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) })
  own = await site(server, 'Faulty')
  ;({ reportId } = await addReport(server.admin, own.equipmentId, { columns: ['Level'] }))
})
afterAll(() => server.stop())

const ask = (path: string, body: object = {}, init: RequestInit = {}) => {
  const input = { equipmentId: own.equipmentId, from: 0, to: 1000, ...body }
  const headers = { 'content-type': 'application/json' }
  return server.admin.raw(path, { method: 'POST', headers, body: JSON.stringify(input), ...init })
}

/** Replaces the historian while `act` runs. */
async function withHistory<T>(change: Partial<History>, act: () => Promise<T>): Promise<T> {
  const restore = replaceMethods(server.platform.history, { count: async () => [], ...change })
  try {
    return await act()
  } finally {
    restore()
  }
}

test('a fault before the first byte has the envelope, and its number is in the log', async () => {
  const scan = () => {
    throw new Error('secret disk')
  }
  const response = await withHistory({ scan }, () => ask(exportHistory.path, { reportId }))
  expect(response.headers.get('content-disposition')).toBeNull()
  const { code, msg } = (await response.json()) as { code: number; msg: string }
  expect(code).toBe(90099)
  expect(lines.find((line) => line.includes(/[0-9a-f]{8}/.exec(msg)![0]))).toContain('secret disk')
})

test('a later fault aborts the answer, so that it is not taken for a complete one', async () => {
  const first = seriesOf(Array.from({ length: 20_000 }, (_, i) => [i, i]))
  async function* scan() {
    yield { data: { span: { from: 0, to: 500 }, columns: [first] }, damaged: [] }
    throw new Error('secret disk, later')
  }
  const text = withHistory({ scan }, async () => {
    const response = await ask(exportHistory.path, { reportId })
    expect(response.headers.get('content-type')).toContain('text/csv')
    return response.text()
  })
  await expect(text).rejects.toThrow()
  await eventually(() => expect(lines.some((line) => line.includes('secret disk, later'))).toBe(true))
})

test('a disconnect before the answer ends the work for it, without a fault in the log', async () => {
  const before = lines.length
  let isEnded = false
  const gone = new AbortController()
  const curves = (_: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<never>((_resolve, reject) => {
      gone.abort()
      signal?.addEventListener('abort', () => {
        isEnded = true
        reject(signal.reason)
      })
    })
  await withHistory({ curves }, async () => {
    const asked = ask(queryHistory.path, { signalIds: [own.id('Level')] }, { signal: gone.signal })
    await expect(asked).rejects.toThrow()
    await eventually(() => expect(isEnded).toBe(true))
  })
  expect(lines.slice(before)).toEqual([])
  expect((await ask(queryHistory.path, { signalIds: [own.id('Level')] })).status).toBe(200)
})

test('a streamed answer is not cached, and not compressed', async () => {
  const response = await ask(
    exportHistory.path,
    { reportId },
    { headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' } },
  )
  expect([response.headers.get('cache-control'), response.headers.get('content-encoding')]).toEqual(['no-store', null])
})

test('a logout aborts an answer in progress', async () => {
  const slice = seriesOf(Array.from({ length: 5000 }, (_, i) => [i, i]))
  const left = new AbortController()
  async function* scan() {
    while (!left.signal.aborted) {
      await sleep(50)
      yield { data: { span: { from: 0, to: 500 }, columns: [slice] }, damaged: [] }
    }
  }
  await server.addAccount({ loginname: 'leaver', roleType: 'admin' })
  const leaver = await server.as('leaver', adminPassword)
  await withHistory({ scan }, async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ equipmentId: own.equipmentId, from: 0, to: 1000, reportId })
    const response = await leaver.raw(exportHistory.path, { method: 'POST', headers, body })
    const reading = response.text().then(
      () => 'whole',
      () => 'cut',
    )
    await leaver.call(logout, {})
    expect(await reading).toBe('cut')
  })
  left.abort()
})
