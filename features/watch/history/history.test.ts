// Queries over HTTP of stored data: curves, tables, aggregates, replay; their limits in both languages.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { decodeHistory } from '../../../contract/history-binary.ts'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { addReport, removeReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device, liveSite, type Site } from '../../../testkit/site.ts'
import { exportHistory, exportProgress } from '../history-export/contract.ts'
import { queryReplay } from '../playback/contract.ts'
import { queryAggregates, queryHistory, queryHistoryBinary, queryReportRows, queryReports } from './contract.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.UTC(2026, 2, 10)
const rows = 600

let server: TestServer
let site: Site
let report: { reportId: number; columnIds: number[] }
let summary: { reportId: number; columnIds: number[] }
let other: Caller
let foreign: Site
beforeAll(async () => {
  server = await testServer()
  site = await liveSite(server, 'Pump station')
  const { equipmentId, box } = site
  report = await addReport(server.admin, equipmentId, { name: 'Every minute', columns: ['Level', 'Pump', 'Name'] })
  summary = await addReport(server.admin, equipmentId, {
    name: 'Hourly',
    columns: [
      ['Level', 'max'],
      ['Level', 'average'],
    ],
  })
  const [level, pump, name] = report.columnIds as [number, number, number]
  // Ten hours of minutes; the level is bad once, the name is stored hourly.
  for (let from = 0; from < rows; from += 60) {
    const minutes = Array.from({ length: 60 }, (_, i) => from + i)
    const ids = [...minutes.flatMap(() => [level, pump]), name]
    const values = [...minutes.flatMap((m) => [m === 90 ? null : m / 4, m % 2 === 0]), `LOT ${from / 60}`]
    const times = [...minutes.flatMap((m) => [(m - from) * minute, (m - from) * minute]), 0]
    const codes = [...minutes.flatMap((m) => [m === 90 ? 1714 : 200, 200]), 200]
    await box.record({}, { at: start + from * minute, ids, values, times, codes })
  }
  await box.record({ [summary.columnIds[0]!]: 99, [summary.columnIds[1]!]: 50 }, { at: start + hour })
  await eventually(() => expect(box.acked()).toBe(rows / 60 + 1))
  other = await server.otherCompany()
  foreign = await liveSite(server, 'Foreign', other)
  await addReport(other, foreign.equipmentId, { columns: ['Level'] })
})
afterAll(async () => {
  await site.box[Symbol.asyncDispose]()
  await foreign.box[Symbol.asyncDispose]()
  await server.stop()
})

const all = (change: object = {}) =>
  ({ equipmentId: site.equipmentId, from: start, to: start + day, ...change }) as never

describe('the reports of a device', () => {
  test('are listed with their columns and the device’s time zone', async () => {
    const { zone, reports } = await server.admin.call(queryReports, { equipmentId: site.equipmentId })
    expect(zone).toBe('Asia/Shanghai')
    expect(reports).toMatchObject([
      { id: report.reportId, name: 'Every minute', type: 'normal', mode: 'periodic', removedAt: null },
      { id: summary.reportId, type: 'summary', columns: [{ aggregation: 'max' }, { aggregation: 'average' }] },
    ])
    expect(reports[0]?.columns[0]).toMatchObject({
      id: report.columnIds[0],
      title: 'Tank level',
      unit: 'm',
      dataType: 'float32',
    })
  })
})

describe('curves', () => {
  test('for a variable contain its own values, with breaks, and not those of a summary', async () => {
    const { series, holes } = await server.admin.call(queryHistory, all({ signalIds: [site.id('Level')] }))
    expect(holes).toEqual([])
    expect(series).toHaveLength(1)
    const [curve] = series
    expect(curve).toMatchObject({ columnId: report.columnIds[0], aggregation: null, total: rows, isReduced: false })
    expect(curve?.times).toEqual(Array.from({ length: rows }, (_, m) => m * minute))
    expect(curve?.values).toEqual(Array.from({ length: rows }, (_, m) => (m === 90 ? null : m / 4)))
    expect(curve?.bad).toEqual([[90, 1714]])
  })

  test('for columns have the kinds of the columns', async () => {
    const { series } = await server.admin.call(
      queryHistory,
      all({ columnIds: [...report.columnIds.slice(1), summary.columnIds[0]] }),
    )
    expect(series.map(({ values }) => values.slice(0, 2))).toEqual([[true, false], ['LOT 0', 'LOT 1'], [99]])
    expect(series.map(({ aggregation }) => aggregation)).toEqual([null, null, 'max'])
  })

  test('reduced, they keep minima and maxima; truncated, they are the latest', async () => {
    const asked = { columnIds: [report.columnIds[0]], points: 50 }
    const [reduced] = (await server.admin.call(queryHistory, all(asked))).series
    expect(reduced).toMatchObject({ total: rows, isReduced: true })
    expect(reduced!.times.length).toBeLessThanOrEqual(60)
    expect(reduced!.values).toEqual(expect.arrayContaining([0, (rows - 1) / 4]))
    const [latest] = (await server.admin.call(queryHistory, all({ ...asked, reduce: 'latest' }))).series
    expect(latest!.times).toEqual(Array.from({ length: 50 }, (_, i) => (rows - 50 + i) * minute))
  })

  test('as bytes they are the same', async () => {
    const asked = all({ columnIds: report.columnIds })
    const response = await server.admin.raw(queryHistoryBinary.path, post(asked))
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    const bytes = await response.arrayBuffer()
    expect(Number(response.headers.get('content-length'))).toBe(bytes.byteLength)
    const binary = decodeHistory(bytes)
    const { series } = await server.admin.call(queryHistory, asked)
    expect(binary.series.map(({ kind }) => kind)).toEqual(['number', 'bool', 'text'])
    for (const [i, each] of binary.series.entries()) {
      const { times, values, bad, total, signalId } = series[i]!
      expect(Array.from(each.times)).toEqual(times.map((at) => start + at))
      expect(Array.from(each.values as Float64Array, (value) => (Number.isNaN(value) ? null : value))).toEqual(
        values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
      )
      expect([each.bad, each.total, each.signalId]).toEqual([bad, total, signalId])
    }
  })

  test('a removed report is still drawn', async () => {
    const gone = await addReport(server.admin, site.equipmentId, { name: 'Gone', columns: ['Setpoint'] })
    await site.box.record({ [gone.columnIds[0]!]: 5 }, { at: start })
    await eventually(() => expect(site.box.acked()).toBe(rows / 60 + 2))
    await removeReport(server.admin, site.equipmentId, gone.reportId)
    const { series } = await server.admin.call(queryHistory, all({ signalIds: [site.id('Setpoint')] }))
    expect(series.map(({ values }) => values)).toEqual([[5]])
    const { reports } = await server.admin.call(queryReports, { equipmentId: site.equipmentId })
    expect(reports.at(-1)).toMatchObject({ id: gone.reportId, removedAt: expect.any(Number) })
  })
})

describe('the table of a report', () => {
  const page = (change: object = {}) =>
    server.admin.call(queryReportRows, all({ reportId: report.reportId, ...change }))

  test('newest first, ten rows, with code 0 where a column was not stored', async () => {
    const { total, isEstimated, columns, rows: list } = await page()
    expect([total, isEstimated, columns.map(({ id }) => id)]).toEqual([rows, false, report.columnIds])
    expect(list).toHaveLength(10)
    expect(list[0]).toEqual({
      time: start + (rows - 1) * minute,
      values: [(rows - 1) / 4, false, null],
      codes: [200, 200, 0],
    })
  })

  test('every row is on exactly one page', async () => {
    const times: number[] = []
    for (let pageNo = 1; pageNo <= 4; pageNo += 1) {
      const asked = { order: 'ascending', pageNo, pageSize: 200 }
      times.push(...(await page(asked)).rows.map(({ time }) => time))
    }
    expect(times).toEqual(Array.from({ length: rows }, (_, m) => start + m * minute))
  })

  test('a time is found on its page, at any position', async () => {
    const at = start + 90 * minute + 1
    const found = await page({ at, pageSize: 50 })
    const rowsAfter = rows - 1 - 90
    expect(found.pageNo).toBe(Math.floor(rowsAfter / 50) + 1)
    expect(found.rows.map(({ time }) => time)).toContain(start + 90 * minute)
    expect((await page({ pageNo: found.pageNo, pageSize: 50 })).rows).toEqual(found.rows)
    const up = await page({ at, pageSize: 50, order: 'ascending' })
    expect([up.pageNo, up.rows.some(({ time }) => time === start + 91 * minute)]).toEqual([2, true])
    for (const [moment, pageNo] of [
      [start + day, 1],
      [start - day, Math.ceil(rows / 50)],
    ]) {
      expect((await page({ at: moment, pageSize: 50 })).pageNo).toBe(pageNo)
    }
  })

  test('a bad reading has its code, a text its time', async () => {
    const asked = { order: 'ascending', from: start + 90 * minute, to: start + 120 * minute }
    const { total, rows: list } = await page(asked)
    expect(total).toBe(31)
    expect(list[0]).toMatchObject({ values: [null, true, null], codes: [1714, 200, 0] })
    expect((await page({ ...asked, from: start + 120 * minute })).rows).toEqual([
      { time: start + 120 * minute, values: [30, true, 'LOT 2'], codes: [200, 200, 200] },
    ])
  })

  test('nothing stored: its columns and no rows', async () => {
    const { total, rows: list, columns } = await page({ from: start - day, to: start - 1 })
    expect([total, list, columns.length]).toEqual([0, [], 3])
  })
})

describe('aggregates', () => {
  const level = () => ({ columnIds: [report.columnIds[0]] })

  test('over the whole span cover every reading', async () => {
    const { times, series } = await server.admin.call(queryAggregates, all(level()))
    const values = Array.from({ length: rows }, (_, m) => m / 4).filter((_, m) => m !== 90)
    const sum = values.reduce((total, value) => total + value, 0)
    expect(times).toEqual([start])
    expect(series[0]).toMatchObject({
      count: [rows],
      good: [rows - 1],
      first: [0],
      last: [values.at(-1)],
      min: [0],
      max: [values.at(-1)],
      sum: [sum],
    })
    expect(series[0]?.average[0]).toBeCloseTo(sum / values.length, 9)
  })

  test('can be hourly or daily in the device’s time zone', async () => {
    const hours = await server.admin.call(queryAggregates, all({ ...level(), bucket: { every: 1, unit: 'hour' } }))
    expect(hours.times.slice(0, 3)).toEqual([start, start + hour, start + 2 * hour])
    expect(hours.series[0]?.max.slice(0, 11)).toEqual([
      ...Array.from({ length: 10 }, (_, h) => (h * 60 + 59) / 4),
      null,
    ])
    expect(hours.series[0]?.count.slice(0, 11)).toEqual([...Array(10).fill(60), 0])
    const days = await server.admin.call(queryAggregates, all({ ...level(), bucket: { every: 1, unit: 'day' } }))
    // 2026-03-10 00:00 UTC is 08:00 in Shanghai.
    expect(days.times.map((at) => at % day)).toEqual(days.times.map(() => 16 * hour))
    expect(days.series[0]?.count.reduce((total, count) => total + count, 0)).toBe(rows)
  })

  test('of rolling counters continue through 0, like their summary', async () => {
    const counting = await liveSite(server, 'Pulses', server.admin, [
      { name: 'Pulses', address: '40001', dataType: 'uint16', rollover: 65_536 },
      { name: 'Net', address: '40002', dataType: 'uint16' },
    ])
    const { equipmentId, box } = counting
    const { columnIds } = await addReport(server.admin, equipmentId, { columns: ['Pulses', 'Net'] })
    const [pulses, net] = [columnIds[0]!, columnIds[1]!]
    for (const [index, value] of [65_386, 65_486, 100, 200].entries()) {
      await box.record({ [pulses]: value, [net]: value }, { at: start + index * 30 * minute })
    }
    await eventually(() => expect(box.acked()).toBe(4))
    const asked = { equipmentId, columnIds, bucket: { every: 1, unit: 'hour' } }
    const { series } = await server.admin.call(queryAggregates, all(asked))
    const figures = series.map(({ delta, last }) => [delta.slice(0, 2), last.slice(0, 2)])
    expect(figures).toEqual([
      [
        [100, 250],
        [65_486, 200],
      ],
      [
        [100, -65_286],
        [65_486, 200],
      ],
    ])
    const whole = await server.admin.call(queryAggregates, all({ equipmentId, columnIds }))
    expect(whole.series.map(({ delta }) => delta)).toEqual([[350], [-65_186]])
    await box[Symbol.asyncDispose]()
  })

  test('more than 10,000 buckets are refused: 10012', async () => {
    const { code } = await server.admin.ask(queryAggregates, all({ ...level(), bucket: { every: 1, unit: 'second' } }))
    expect(code).toBe(10012)
  })
})

test('replay begins with the last values, and continues in time order', async () => {
  const from = start + 30 * minute + 1
  const signalIds = ['Level', 'Pump', 'Name', 'Setpoint'].map((name) => site.id(name))
  const answer = await server.admin.call(queryReplay, all({ from, to: from + 2 * minute, signalIds }))
  expect(answer.start.toSorted((a, b) => a.signalId - b.signalId)).toMatchObject(
    [
      { signalId: signalIds[0], at: start + 30 * minute, value: 7.5, code: 200 },
      { signalId: signalIds[1], value: true },
      { signalId: signalIds[2], value: 'LOT 0', at: start },
      { signalId: signalIds[3], value: 5 },
    ].toSorted((a, b) => a.signalId! - b.signalId!),
  )
  expect(answer.times).toEqual([minute - 1, minute - 1, 2 * minute - 1, 2 * minute - 1])
  expect([answer.values.toSorted(), answer.codes]).toEqual([[7.75, 8, false, true].toSorted(), null])
  const everything = await server.admin.call(queryReplay, all({ from, to: from + 2 * minute }))
  expect(everything.times).toEqual(answer.times)
})

test('a device that never had a gateway, and a variable that no report stores, have an empty history', async () => {
  const equipmentId = await device(server.admin, 'Lonely')
  const { config } = await configure(server.admin, equipmentId)
  const lonely = await addReport(server.admin, equipmentId, { columns: ['Level'] })
  const level = config.signals[0]!.id
  for (const asked of [
    { equipmentId, signalIds: [level] },
    { equipmentId, columnIds: lonely.columnIds },
    { signalIds: [site.id('Total')] },
  ]) {
    const { series, holes } = await server.admin.call(queryHistory, all(asked))
    expect([series.flatMap(({ times }) => times), holes]).toEqual([[], []])
    const aggregates = await server.admin.call(queryAggregates, all(asked))
    expect(aggregates.series.flatMap(({ count }) => count).every((count) => count === 0)).toBe(true)
    const bytes = await (await server.admin.raw(queryHistoryBinary.path, post(all(asked)))).arrayBuffer()
    expect(decodeHistory(bytes).series.every(({ times }) => times.length === 0)).toBe(true)
  }
  const table = await server.admin.call(queryReportRows, all({ equipmentId, reportId: lonely.reportId }))
  expect([table.total, table.rows, table.columns.length]).toEqual([0, [], 1])
  expect(await server.admin.call(queryReplay, all({ equipmentId }))).toMatchObject({ start: [], times: [] })
  const file = await server.admin.raw(exportHistory.path, post(all({ equipmentId, reportId: lonely.reportId })))
  expect((await file.text()).split('\r\n')).toHaveLength(2)
})

describe('refused requests', () => {
  const spans = [
    queryHistory,
    queryHistoryBinary,
    queryAggregates,
    queryReplay,
    queryReportRows,
    exportHistory,
  ] as const
  const filled = (change: object) => all({ reportId: report.reportId, columnIds: [report.columnIds[0]], ...change })

  it.each(spans.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s: a span that is too long or reversed',
    async (_, endpoint) => {
      for (const [change, code, en, zh] of [
        [{ to: start + limits.querySpanDays * day + 1 }, 10009, '30 days', '30 天'],
        [{ to: start - 1 }, 10010, 'earlier than the start', '不能早于开始'],
      ] as const) {
        const answers = await Promise.all(
          ['en', 'zh-cn'].map((language) =>
            server.admin.ask(endpoint as typeof queryHistory, filled(change), language as 'en'),
          ),
        )
        expect(answers.map((answer) => answer.code)).toEqual([code, code])
        expect(answers[0]!.msg).toContain(en)
        expect(answers[1]!.msg).toContain(zh)
      }
    },
  )

  it.each(spans.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s: the device of another company, and one that does not exist',
    async (_, endpoint) => {
      for (const equipmentId of [foreign.equipmentId, 999_999]) {
        expect((await server.admin.ask(endpoint as typeof queryHistory, filled({ equipmentId }))).code).toBe(1101)
      }
    },
  )

  test('variables, columns and reports of another device: 10002', async () => {
    const theirs = await other.call(queryReports, { equipmentId: foreign.equipmentId })
    const column = theirs.reports[0]!.columns[0]!
    for (const ids of [{ signalIds: [column.signalId] }, { columnIds: [column.id] }, { signalIds: [999_999] }]) {
      for (const endpoint of [queryHistory, queryHistoryBinary, queryAggregates, exportHistory])
        expect([endpoint.path, (await server.admin.ask(endpoint as typeof queryHistory, all(ids))).code]).toEqual([
          endpoint.path,
          10002,
        ])
    }
    expect((await server.admin.ask(queryReplay, all({ signalIds: [column.signalId] }))).code).toBe(10002)
    for (const reportId of [theirs.reports[0]!.id, 999_999]) {
      expect((await server.admin.ask(queryReportRows, all({ reportId }))).code).toBe(10002)
      expect((await server.admin.ask(exportHistory, all({ reportId }))).code).toBe(10002)
    }
    expect((await server.admin.ask(queryReports, { equipmentId: foreign.equipmentId })).code).toBe(1101)
  })

  test('more than ten variables, named or stored: 10011 in both languages', async () => {
    const eleven = Array.from({ length: 11 }, (_, i) => i + 1)
    const answers = await Promise.all(
      ['en', 'zh-cn'].map((language) => server.admin.ask(queryHistory, all({ signalIds: eleven }), language as 'en')),
    )
    expect(answers).toMatchObject([
      { code: 10011, msg: 'At most 10 variables at once' },
      { code: 10011, msg: '一次最多查询 10 个变量' },
    ])
  })

  test('more points than a curve has: 10001', async () => {
    const { code, data } = await server.admin.ask(queryHistory, all({ signalIds: [1], points: limits.curvePoints + 1 }))
    expect([code, data]).toMatchObject([10001, { field: 'points' }])
  })

  test('progress of an unknown export: 10002', async () => {
    const exportId = '7d9f1c0e-8a53-4f0b-9f39-5f1f5a1b2c3d'
    expect((await server.admin.ask(exportProgress, { exportId })).code).toBe(10002)
  })
})

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
