// The history service for widgets of a page, over HTTP with a real platform.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpCalls } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { exportHistory } from '../history-export/contract.ts'
import { partsOf } from '../open/history-curves.ts'
import history from './service-history.ts'
import reports from './service-reports.ts'

const minute = 60_000
const start = Date.UTC(2026, 2, 10)
let server: TestServer
let one: Site
let two: Site
let sparse: { reportId: number; columnIds: number[] }
let report: { reportId: number; columnIds: number[] }
beforeAll(async () => {
  server = await testServer()
  setUpCalls({ origin: server.url, headers: { cookie: server.admin.cookie }, language: () => 'en' })
  one = await liveSite(server, 'One')
  two = await liveSite(server, 'Two')
  report = await addReport(server.admin, one.equipmentId, { name: 'Minutes', columns: ['Level', 'Pump', 'Total'] })
  sparse = await addReport(server.admin, one.equipmentId, { mode: 'change', columns: ['Level'] })
  const own = await addReport(server.admin, two.equipmentId, { mode: 'change', columns: ['Level'] })
  const [level, pump, total] = report.columnIds as [number, number, number]
  for (const m of [0, 1, 2])
    await one.box.record(
      { [level]: m === 1 ? null : m / 2, [pump]: m === 1, [total]: '18446744073709551615' },
      { at: start + m * minute, codes: [m === 1 ? 1714 : 200, 200, 200] },
    )
  await one.box.record({ [sparse.columnIds[0]!]: 99 }, { at: start })
  await two.box.record({ [own.columnIds[0]!]: 7 }, { at: start })
  await eventually(() => expect([one.box.acked(), two.box.acked()]).toEqual([4, 1]))
})
afterAll(async () => {
  setUpCalls({ origin: '', headers: {}, language: () => 'zh-cn' })
  for (const { box } of [one, two]) await box[Symbol.asyncDispose]()
  await server.stop()
})

const span = { from: start, to: start + 10 * minute }
const of = (site: Site, name: string) => ({ equipmentId: site.equipmentId, signalId: site.id(name) })

test('a query is split by device, and by the maximum number of variables per call', () => {
  const many = Array.from({ length: limits.curveSignals + 3 }, (_, at) => ({ equipmentId: 1, signalId: at + 1 }))
  const parts = partsOf([...many, { equipmentId: 2, signalId: 50 }, ...many])
  expect(parts.map(({ equipmentId, signalIds }) => [equipmentId, signalIds.length])).toEqual([
    [1, limits.curveSignals],
    [1, 3],
    [2, 1],
  ])
  expect(partsOf([])).toEqual([])
})

describe('curves', () => {
  test('cover several devices, each with unit and connection of readings', async () => {
    const curves = await history.curves({
      ...{ signals: [of(one, 'Level'), of(two, 'Level'), of(one, 'Pump'), of(one, 'Name')], points: 500 },
      ...span,
    })
    expect(curves).toHaveLength(3)
    const find = (site: Site, name: string) => curves.find(({ signalId }) => signalId === site.id(name))
    // If two reports store the variable, the one with more readings is used; bad readings are included.
    expect(find(one, 'Level')).toMatchObject({
      equipmentId: one.equipmentId,
      times: [start, start + minute, start + 2 * minute],
      values: [0, null, 1],
      bad: [[1, 1714]],
      unit: 'm',
      gapMs: 2.5 * minute,
      isStep: false,
    })
    expect(find(one, 'Pump')).toMatchObject({ values: [false, true, false], isStep: true, dataType: 'bool' })
    expect(find(two, 'Level')).toMatchObject({ values: [7], isStep: true, gapMs: Number.POSITIVE_INFINITY })
  })

  test('are those of the requested report', async () => {
    const signals = [{ ...of(one, 'Level'), reportId: sparse.reportId }]
    const [curve] = await history.curves({ signals, points: 100, ...span })
    expect(curve).toMatchObject({ values: [99], isStep: true })
  })

  test('stored on change start with the reading before the span if asked for', async () => {
    const query = { signals: [of(one, 'Level'), of(two, 'Level')], points: 100, from: start + minute, to: span.to }
    const timesOf = async (isCarried: boolean) =>
      (await history.curves({ ...query, isCarried })).map(({ equipmentId, times }) => [equipmentId, times])
    // The other device stores the variable every minute, and has a reading at that time.
    const regular = [one.equipmentId, [start + minute, start + 2 * minute]]
    expect(await timesOf(false)).toEqual([regular, [two.equipmentId, []]])
    expect(await timesOf(true)).toEqual([regular, [two.equipmentId, [start]]])
    const [, carried] = await history.curves({ ...query, isCarried: true })
    expect(carried).toMatchObject({ values: [7], bad: [], isStep: true })
  })

  test('start with it also where it is older than a day', async () => {
    const [from, to] = [start + 3 * 24 * 60 * minute, start + 3 * 24 * 60 * minute + 10 * minute]
    const [carried] = await history.curves({ signals: [of(two, 'Level')], points: 100, from, to, isCarried: true })
    expect(carried).toMatchObject({ times: [start], values: [7], isStep: true })
  })

  test('of one report cover its columns by name, without texts', async () => {
    const mixed = await addReport(server.admin, one.equipmentId, { name: 'Mixed', columns: ['Name', 'Level'] })
    const ofReport = (reportId: number) =>
      history.report!({ equipmentId: one.equipmentId, reportId, points: 100, ...span })
    expect(await ofReport(report.reportId)).toMatchObject({
      total: 3,
      curves: [
        { columnId: report.columnIds[0], title: 'Tank level', unit: 'm', values: [0, null, 1], bad: [[1, 1714]] },
        { columnId: report.columnIds[1], values: [false, true, false], isStep: true },
        { columnId: report.columnIds[2] },
      ],
    })
    expect(await ofReport(mixed.reportId)).toMatchObject({ total: 1, curves: [{ columnId: mixed.columnIds[1] }] })
    expect(await ofReport(999_999)).toBeNull()
  })

  test('of no signals are empty, without a call', async () => {
    expect(await history.curves({ signals: [], points: 100, ...span })).toEqual([])
  })

  test('of invisible devices are refused with the code', async () => {
    const signals = [{ equipmentId: 999_999, signalId: 1 }]
    await expect(history.curves({ signals, points: 100, ...span })).rejects.toMatchObject({ code: 1101 })
  })

  test('are aborted with their caller', async () => {
    const ending = new AbortController()
    const asked = history.curves({ signals: [of(one, 'Level')], points: 100, ...span }, ending)
    ending.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('rows of a report are thinned to one per interval in the device’s time zone, also in a file', async () => {
  const query = { equipmentId: one.equipmentId, reportId: report.reportId, ...span }
  const times = async (every: number, unit: 'minute' | 'hour') =>
    (await reports.rows({ ...query, interval: { every, unit }, pageNo: 1, pageSize: 10 })).rows.map(({ time }) => time)
  expect(await times(1, 'minute')).toEqual([start + 2 * minute, start + minute, start])
  expect(await times(2, 'minute')).toEqual([start + 2 * minute, start])
  expect(await times(1, 'hour')).toEqual([start])
  const file = await server.admin.raw(exportHistory.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...query, interval: { every: 2, unit: 'minute' } }),
  })
  expect((await file.text()).trim().split('\n')).toHaveLength(1 + 2)
  const long = { ...query, to: query.from + 20 * 24 * 60 * minute, interval: { every: 1, unit: 'minute' as const } }
  await expect(reports.rows({ ...long, pageNo: 1, pageSize: 10 })).rejects.toMatchObject({ code: 10012 })
})

test('rows of a report are paged, newest first, with bad codes and all digits', async () => {
  const { zone, reports: all } = await reports.list({ equipmentId: one.equipmentId })
  expect(zone).not.toBe('')
  expect(all.map(({ name }) => name)).toContain('Minutes')
  const ask = (pageNo: number) =>
    reports.rows({ equipmentId: one.equipmentId, reportId: report.reportId, ...span, pageNo, pageSize: 2 })
  const first = await ask(1)
  expect(first).toMatchObject({ total: 3, isEstimated: false })
  expect(first.columns.map(({ title, unit }) => [title, unit])[0]).toEqual(['Tank level', 'm'])
  expect(first.rows).toEqual([
    { time: start + 2 * minute, values: [1, false, '18446744073709551615'], codes: [200, 200, 200] },
    { time: start + minute, values: [null, true, '18446744073709551615'], codes: [1714, 200, 200] },
  ])
  expect((await ask(2)).rows).toHaveLength(1)
})
