import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { dayMs } from '../../../ui/zone.ts'
import { cannotAsk, columnOfSignal, comparedMs, readAsked, shownColumns, withAsked } from './address.ts'
import type { HistoryReport } from './contract.ts'
import { momentOf, spanOf } from './part-span.ts'

const zone = 'Asia/Shanghai'
/** 2026-11-21 08:30 in Shanghai. */
const now = Date.UTC(2026, 10, 21, 0, 30)

describe('the address', () => {
  test('leaves defaults out', () => {
    expect(readAsked({})).toEqual({
      report: undefined,
      columns: [],
      signal: undefined,
      range: '8h',
      custom: undefined,
      zoom: undefined,
      compare: '',
      view: 'curve',
    })
    expect(Object.values(withAsked({ tab: 'history' }, {})).filter(Boolean)).toEqual(['history'])
  })

  test('uses the default range if it names none, and contains a chosen range even if it is the default', () => {
    expect(readAsked({}, '24h').range).toBe('24h')
    expect(readAsked({ range: '7d' }, '24h').range).toBe('7d')
    expect(withAsked({}, { range: '8h' }).range).toBe('8h')
    expect(spanOf({ range: '24h', custom: undefined }, now, zone)).toEqual({ from: now - dayMs, to: now })
  })

  test('keeps the request and reads it back', () => {
    const asked = {
      report: 2,
      columns: [7, 3],
      range: 'custom',
      custom: { from: 1000, to: 5000 },
      compare: 'week',
      view: 'table',
    } as const
    expect(readAsked(withAsked({}, asked))).toEqual({ ...asked, zoom: undefined, signal: undefined })
  })

  test('another range starts without the zoom, another report at its first page', () => {
    const zoomed = withAsked({ pageNo: '4' }, { zoom: { from: 1, to: 2 } })
    expect(readAsked(zoomed).zoom).toEqual({ from: 1, to: 2 })
    expect(readAsked(withAsked(zoomed, { compare: 'day' })).zoom).toEqual({ from: 1, to: 2 })
    expect(readAsked(withAsked(zoomed, { range: '7d' })).zoom).toBeUndefined()
    expect(withAsked({ pageNo: '4' }, { report: 3 }).pageNo).toBe('')
  })

  test('with invalid parts is read with the valid ones', () => {
    expect(readAsked({ range: 'ever', zoom: '9-1', columns: 'a.5.5.-1', compare: 'year', view: 'cube' })).toMatchObject(
      {
        range: '8h',
        zoom: undefined,
        columns: [5],
        compare: '',
        view: 'curve',
      },
    )
    expect(readAsked({ range: 'custom' }).range).toBe('8h')
  })

  test('names at most ten variables', () => {
    const columns = Array.from({ length: 14 }, (_, i) => i + 1).join('.')
    expect(readAsked({ columns }).columns).toHaveLength(limits.curveSignals)
  })
})

test('a time in the address is within the range of dates', () => {
  expect(['0', '1774828800000', '8640000000000001', '-1', '1.5', 'x', '', undefined].map(momentOf)).toEqual([
    ...[0, 1774828800000],
    ...[undefined, undefined, undefined, undefined, undefined, undefined],
  ])
})

describe('a range', () => {
  const span = (range: Parameters<typeof spanOf>[0]['range']) => spanOf({ range, custom: undefined }, now, zone)

  test('is in the device’s time zone', () => {
    expect(span('today')).toEqual({ from: Date.UTC(2026, 10, 20, 16), to: now })
    expect(span('yesterday')).toEqual({ from: Date.UTC(2026, 10, 19, 16), to: Date.UTC(2026, 10, 20, 16) - 1 })
    expect(span('1h')).toEqual({ from: now - 3_600_000, to: now })
  })

  test('may be thirty days, not longer and not reversed', () => {
    expect(cannotAsk(span('30d'))).toBeUndefined()
    expect(cannotAsk({ from: 0, to: 30 * dayMs + 1 })).toBe('tooLong')
    expect(cannotAsk({ from: 5, to: 5 })).toBe('notASpan')
  })

  test('is compared with the same time of day, also across a clock change', () => {
    expect(comparedMs('', now, zone)).toBe(0)
    expect(comparedMs('day', now, zone)).toBe(dayMs)
    expect(comparedMs('week', now, zone)).toBe(7 * dayMs)
    expect(comparedMs('day', Date.UTC(2026, 9, 25, 11), 'Europe/Berlin')).toBe(dayMs + 3_600_000)
  })
})

describe('the shown columns', () => {
  const column = (id: number, dataType: 'float32' | 'string' = 'float32') => ({
    ...{ id, signalId: id, aggregation: null, title: `v${id}`, unit: null, decimals: null, dataType, removedAt: null },
  })
  const report = (id: number, columns: unknown[]) =>
    ({ id, name: `r${id}`, type: 'normal', mode: 'change', period: null, removedAt: null, columns }) as HistoryReport
  const reports = [report(1, [column(1, 'string'), column(2), column(3), column(4), column(5)]), report(2, [column(9)])]
  const ids = (asked: { report?: number; columns?: number[] }) =>
    shownColumns(reports, { report: asked.report, columns: asked.columns ?? [] }).map(({ column: { id } }) =>
      Number(id),
    )

  test('are the requested columns, in their order and of any report', () => {
    expect(ids({ columns: [9, 3] })).toEqual([9, 3])
  })

  test('show the column that stores the requested variable, until others are chosen', () => {
    expect(shownColumns(reports, readAsked({ signal: '4' })).map(({ column }) => Number(column.id))).toEqual([4])
    expect(
      shownColumns(reports, readAsked({ signal: '4', columns: '2' })).map(({ column }) => Number(column.id)),
    ).toEqual([2])
    expect(withAsked({ signal: '4' }, { columns: [2] }).signal).toBe('')
    expect(withAsked({ signal: '4' }, { range: '7d' }).signal).toBe('4')
  })

  test('prefer readings of a variable to a summary, and active columns to removed ones', () => {
    const of = (id: number, change: object) => ({ ...column(id), signalId: 7, ...change })
    const stored = [
      report(1, [of(1, { removedAt: 5 }), of(2, { aggregation: 'max' })]),
      report(2, [of(3, {})]),
      report(3, [of(4, { dataType: 'string' })]),
    ]
    expect(columnOfSignal(stored, 7)).toMatchObject({ report: { id: 2 }, column: { id: 3 } })
    expect(columnOfSignal(stored.slice(0, 1), 7)).toMatchObject({ column: { id: 2 } })
    expect(columnOfSignal(stored, 8)).toBeUndefined()
  })

  test('are the first drawable ones of the report if none is requested or none exists any more', () => {
    expect(ids({})).toEqual([2, 3, 4])
    expect(ids({ report: 2 })).toEqual([9])
    expect(ids({ columns: [77] })).toEqual([2, 3, 4])
  })
})
