// JSON answers of two million points over HTTP: complete, aborted, and read by a slow client. [S9 History curve]
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Envelope, OutputOf } from '../../../contract/endpoint.ts'
import { decodeHistory } from '../../../contract/history-binary.ts'
import { limits } from '../../../contract/limits.ts'
import type { Curve, History } from '../../../signal/history/history.ts'
import { until } from '../../../testkit/eventually.ts'
import { replaceMethods } from '../../../testkit/replace-methods.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { type Site, site } from '../../../testkit/site.ts'
import { queryHistory, queryHistoryBinary, queryReports } from './contract.ts'

type Answer = Envelope<OutputOf<typeof queryHistory>>

const points = limits.curvePoints
const from = Date.UTC(2026, 2, 1)
let server: TestServer
let own: Site
let columnIds: number[]
beforeAll(async () => {
  server = await testServer()
  own = await site(server, 'Long')
  const columns = ['Level', 'Pump', 'Setpoint', 'Name', 'Total']
  const reports = [
    await addReport(server.admin, own.equipmentId, { name: 'One', columns }),
    await addReport(server.admin, own.equipmentId, { name: 'Two', columns }),
  ]
  columnIds = reports.flatMap((report) => report.columnIds)
  expect(columnIds).toHaveLength(limits.curveSignals)
})
afterAll(() => server.stop())

const times = Float64Array.from({ length: points }, (_, i) => from + i * 1000)
const codes = Int32Array.from({ length: points }, (_, i) => (i % 1000 === 7 ? 1714 : 200))

/** Returns a series of bools, texts or big integers for one index each, and of numbers for all others. */
function curveOf(columnId: number, index: number): Curve {
  const head = { columnId, total: points, isReduced: false }
  const list = <T>(of: (i: number) => T) => Array.from({ length: points }, (_, i) => of(i))
  if (index === 1) return { ...head, series: { kind: 'bool', times, codes: null, values: times.map((_, i) => i % 2) } }
  if (index === 3) return { ...head, series: { kind: 'text', times, codes, values: list((i) => `"${i}" 泵`) } }
  if (index === 4) return { ...head, series: { kind: 'bigint', times, codes: null, values: list((i) => `9${i}`) } }
  const values = times.map((_, i) => (i % 1000 === 7 ? Number.NaN : Math.sin(i + index)))
  return { ...head, series: { kind: 'number', times, codes: index % 2 === 0 ? codes : null, values } }
}

/** Runs a function while the historian returns these curves. */
async function withCurves<T>(of: typeof curveOf, act: () => Promise<T>): Promise<T> {
  const curves: History['curves'] = async (query) => ({ data: query.columnIds.map(of), damaged: [] })
  const restore = replaceMethods(server.platform.history, { curves })
  try {
    return await act()
  } finally {
    restore()
  }
}

const ask = (path: string, signal?: AbortSignal, encoding = 'identity', ids = columnIds) =>
  server.admin.raw(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
    body: JSON.stringify({ equipmentId: own.equipmentId, columnIds: ids, from, to: from + points * 1000, points }),
    ...(signal ? { signal } : {}),
  })

test('ten curves of 200,000 points are the same in JSON and as bytes', async () => {
  await withCurves(curveOf, async () => {
    const response = await ask(queryHistory.path)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { code, msg, data } = (await response.json()) as Answer
    expect([code, msg, data?.from, data?.to, data?.holes]).toEqual([200, 'success', from, from + points * 1000, []])
    const binary = decodeHistory(await (await ask(queryHistoryBinary.path)).arrayBuffer())
    expect(data!.series).toHaveLength(limits.curveSignals)
    for (const [index, { kind, ...each }] of binary.series.entries()) {
      const { times: after, values, bad, ...head } = data!.series[index]!
      const { times: at, values: numbers, bad: badToo, ...headToo } = each
      expect(head).toEqual(headToo)
      expect([bad.length, bad[0], bad.at(-1)]).toEqual([badToo.length, badToo[0], badToo.at(-1)])
      expect([after.length, values.length]).toEqual([points, points])
      expect(after.findIndex((ms, i) => from + ms !== at[i])).toBe(-1)
      const read = (value: unknown) =>
        Number.isNaN(value) ? null : kind === 'bool' ? value === 1 : (value as number | string | null)
      expect([kind, values.findIndex((value, i) => value !== read(numbers[i]))]).toEqual([kind, -1])
    }
  })
})

/** Creates large text curves and counts how many of them were written. */
function watched() {
  let written = 0
  // Text that hardly compresses.
  const pool = randomBytes(1_000_000).toString('base64')
  const values = new Proxy([] as string[], {
    get(list, key) {
      if (typeof key !== 'string' || !/^\d+$/.test(key)) return Reflect.get(list, key)
      written += 1
      return pool.slice((written * 40) % 1_000_000).slice(0, 40)
    },
  })
  const of = (columnId: number): Curve => ({
    columnId,
    total: points,
    isReduced: false,
    series: { kind: 'text', times, codes: null, values },
  })
  return { of, written: () => written }
}

const all = points * limits.curveSignals

/** Waits until no more curves are written. */
async function settled(written: () => number): Promise<number> {
  let before = -1
  await until(async () => {
    const now = written()
    const isSame = now === before
    before = now
    await sleep(200)
    return isSame || undefined
  })
  return before
}

test.each(['identity', 'gzip'])('a client that disconnects ends the answer: %s', async (encoding) => {
  const { of, written } = watched()
  await withCurves(of, async () => {
    const gone = new AbortController()
    const response = await ask(queryHistory.path, gone.signal, encoding)
    await response.body!.getReader().read()
    gone.abort()
    expect(await settled(written)).toBeLessThan(all / 2)
  })
})

test('a slow client does not block other calls', async () => {
  const { of, written } = watched()
  await withCurves(of, async () => {
    const response = await ask(queryHistory.path)
    const reader = response.body!.getReader()
    let bytes = (await reader.read()).value!.length
    expect(await settled(written)).toBeLessThan(all / 2)
    const { reports } = await server.admin.call(queryReports, { equipmentId: own.equipmentId })
    expect(reports).toHaveLength(2)
    let end = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length
      end = (end + Buffer.from(part.value.slice(-20)).toString()).slice(-20)
    }
    expect(written()).toBe(all)
    expect(bytes).toBeGreaterThan(all * 40)
    expect(end).toMatch(/"holes":\[\]\}\}$/)
  })
})

test('the compressed answer is the same', async () => {
  await withCurves(curveOf, async () => {
    const response = await ask(queryHistory.path, undefined, 'gzip', columnIds.slice(0, 2))
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const { data } = (await response.json()) as Answer
    expect(data?.series.map(({ times: after }) => after.length)).toEqual([points, points])
  })
})
