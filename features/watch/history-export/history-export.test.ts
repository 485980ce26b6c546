// Exports over HTTP: the same values as in the tables, progress, and an end when the caller disconnects.
import { randomUUID } from 'node:crypto'
import excel from 'exceljs'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { queryReportRows } from '../history/contract.ts'
import { exportHistory, exportProgress } from './contract.ts'

const start = Date.UTC(2026, 2, 10)
const hour = 3600_000
const rows = 60_000

let server: TestServer
let site: Site
let report: { reportId: number; columnIds: number[] }
beforeAll(async () => {
  server = await testServer()
  site = await liveSite(server, '泵站 "1"')
  report = await addReport(server.admin, site.equipmentId, {
    name: 'Seconds',
    mode: 'change',
    columns: ['Level', 'Pump', 'Name'],
  })
  const [level, pump, name] = report.columnIds as [number, number, number]
  const { box } = site
  for (let from = 0; from < rows; from += 1000) {
    const seconds = Array.from({ length: 1000 }, (_, i) => i)
    const ids = [...seconds.flatMap(() => [level, pump]), name]
    const values = [...seconds.flatMap((s) => [(from + s) / 8, s % 2 === 0]), `=LOT ${from}`]
    const times = [...seconds.flatMap((s) => [s * 1000, s * 1000]), 500]
    await box.record({}, { at: start + from * 1000, ids, values, times })
  }
  await eventually(() => expect(box.acked()).toBe(rows / 1000))
})
afterAll(async () => {
  await site.box[Symbol.asyncDispose]()
  await server.stop()
})

const asked = (change: object = {}) => ({
  equipmentId: site.equipmentId,
  from: start,
  to: start + 24 * hour,
  reportId: report.reportId,
  ...change,
})
const get = (change: object = {}, init: RequestInit = {}, who: Caller = server.admin) =>
  who.raw(exportHistory.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked(change)),
    ...init,
  })
const progress = (exportId: string, who = server.admin) => who.ask(exportProgress, { exportId })

/** Converts `2026-03-10 08:00:00.000`, `+08:00` to epoch ms. */
const momentOf = ([text, offset]: readonly string[]) => Date.parse(`${text!.replace(' ', 'T')}${offset}`)

test('CSV: every row of the report, value by value', async () => {
  const response = await get()
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="__ _1_ Seconds 2026-03-10 2026-03-11.csv"; filename*=UTF-8''${encodeURIComponent('泵站 "1" Seconds 2026-03-10 2026-03-11.csv')}`,
  )
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const [head, ...lines] = Papa.parse<string[]>(text.slice(1).trimEnd()).data
  expect(head).toEqual(['Time', 'UTC offset', 'Tank level (m)', 'Pump on', 'Recipe', 'Quality'])
  expect(lines).toHaveLength(rows + rows / 1000)
  let at = 0
  for (let from = 0; from < rows; from += 200 * 100) {
    const page = {
      order: 'ascending',
      from: start + from * 1000,
      to: start + (from + 20) * 1000,
      pageSize: 200,
    } as const
    const { rows: shown } = await server.admin.call(queryReportRows, asked(page) as never)
    at = lines.findIndex((line) => momentOf(line) === shown[0]!.time)
    for (const [i, { time, values }] of shown.entries()) {
      const cells = values.map((value) =>
        value === null ? '' : typeof value === 'string' ? `'${value}` : String(value),
      )
      expect([momentOf(lines[at + i]!), ...lines[at + i]!.slice(2)]).toEqual([time, ...cells, ''])
    }
  }
  for (let s = 0; s < rows; s += 1) {
    const line = lines[s + Math.floor((s + 999) / 1000)]!
    expect([momentOf(line), line[2], line[3]]).toEqual([start + s * 1000, String(s / 8), String(s % 2 === 0)])
  }
})

test('xlsx: a spreadsheet reads the same', async () => {
  const response = await get({ format: 'xlsx', to: start + 1500_000 })
  expect(response.headers.get('content-disposition')).toContain('.xlsx')
  const book = new excel.Workbook()
  await book.xlsx.load((await response.arrayBuffer()) as never)
  const list: unknown[][] = []
  book.worksheets[0]!.eachRow((row) => void list.push((row.values as unknown[]).slice(1)))
  expect(list).toHaveLength(1 + 1501 + 2)
  expect(list.slice(1, 4)).toMatchObject([
    [new Date(start + 8 * hour), '+08:00', 0, true],
    [expect.any(Date), '+08:00', undefined, undefined, '=LOT 0'],
    [new Date(start + 8 * hour + 1000), '+08:00', 0.125, false],
  ])
})

test('variables and columns are exported too, in the caller’s language', async () => {
  const change = { reportId: undefined, signalIds: [site.id('Level')], to: start + 1000 }
  const own = { 'content-type': 'application/json', 'accept-language': 'zh-cn' }
  const text = await (await get(change, { headers: own })).text()
  expect(text.split('\r\n')).toEqual([
    '时间,UTC 偏移,Tank level（m）,质量',
    '2026-03-10 08:00:00.000,+08:00,0,',
    '2026-03-10 08:00:01.000,+08:00,0.125,',
    '',
  ])
})

test('nothing stored: headings only, and a workbook with one sheet', async () => {
  const none = { from: start - 2 * hour, to: start - hour }
  expect((await (await get(none)).text()).split('\r\n')).toHaveLength(2)
  const book = new excel.Workbook()
  await book.xlsx.load((await (await get({ ...none, format: 'xlsx' })).arrayBuffer()) as never)
  expect(book.worksheets.map(({ rowCount }) => rowCount)).toEqual([1])
})

describe('before the first byte a refusal has its envelope', () => {
  const envelope = async (change: object) => (await (await get(change)).json()) as { code: number; data: unknown }

  it.each([
    ['neither report nor variable', { reportId: undefined }, { code: 10001, data: { field: 'reportId' } }],
    ['another device', { equipmentId: 999_999 }, { code: 1101 }],
    ['a report that is not', { reportId: 999_999 }, { code: 10002 }],
    ['too long a span', { to: start + 31 * 24 * hour }, { code: 10009 }],
    [
      'too many columns',
      { reportId: undefined, signalIds: [1, 2], columnIds: Array.from({ length: 99 }, (_, i) => i + 1) },
      { code: 10011 },
    ],
    ['a format nobody writes', { format: 'pdf' }, { code: 10001 }],
  ])('%s', async (_, change, expected) => expect(await envelope(change)).toMatchObject(expected))

  test(`${limits.columnsPerReport} columns are allowed`, async () => {
    expect(
      await envelope({ reportId: undefined, columnIds: Array.from({ length: 100 }, () => 999_999) }),
    ).toMatchObject({ code: 10002 })
  })
})

describe('progress', () => {
  test('is visible only to the account of the export', async () => {
    const exportId = randomUUID()
    await (await get({ exportId })).arrayBuffer()
    const whole = rows + rows / 1000
    expect((await progress(exportId)).data).toEqual({ state: 'complete', rows: whole, total: whole })
    expect((await progress(exportId, await server.otherCompany())).code).toBe(10002)
  })

  test('an export ends when the caller disconnects', async () => {
    const long = await addReport(server.admin, site.equipmentId, { name: 'Long', columns: ['Name'] })
    // More rows than the socket buffers can hold.
    const many = 20_000
    for (let from = 0; from < many; from += 500) {
      const seconds = Array.from({ length: 500 }, (_, i) => i)
      const ids = seconds.map(() => long.columnIds[0]!)
      const values = seconds.map((s) => `${from + s} ${'x'.repeat(900)}`)
      await site.box.record({}, { at: start + from * 1000, ids, values, times: seconds.map((s) => s * 1000) })
    }
    await eventually(() => expect(site.box.acked()).toBe(rows / 1000 + many / 500))
    const exportId = randomUUID()
    const gone = new AbortController()
    const response = await get({ exportId, reportId: long.reportId }, { signal: gone.signal })
    const reader = response.body!.getReader()
    await reader.read()
    expect((await progress(exportId)).data?.state).toBe('running')
    gone.abort()
    await eventually(async () => expect((await progress(exportId)).data?.state).toBe('cancelled'))
    const { rows: written } = (await progress(exportId)).data!
    expect(written).toBeLessThan(many)
    expect((await get({ to: start + 1000 })).status).toBe(200)
  })
})
