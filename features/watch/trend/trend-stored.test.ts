import { expect, test } from 'vitest'
import { type Reading, readerOf, seriesOf } from '../../../testkit/history-reader.ts'
import type { Dropped } from '../history/part-reading.ts'
import { lookbackMs } from '../history/rules.ts'
import { fillTrend, trendSpanMs } from './trend-fill.ts'
import { type StoredColumn, storedPoints, trendSpanOf } from './trend-stored.ts'

const now = 100 * lookbackMs
const { from } = trendSpanOf(now)
const minute = 60_000
const none: Dropped = { droppedTo: new Map(), spans: new Map() }
const device = 5 as StoredColumn['equipmentId']
const column = { id: 11, equipmentId: device, signalId: 101, mode: 'change', period: null, removedAt: null } as never
const scope = { orgId: 1, equipmentId: device, gatewayIds: [1], columnIds: [11] }

/** The values of a variable that is stored on change, by minute of the ten; `.` where no value is drawn. */
async function drawn(readings: readonly Reading[], dropped: Partial<Dropped> = {}): Promise<string> {
  const within = readings.filter(([at]) => at >= from)
  const curve = { columnId: 11, total: within.length, isReduced: false, series: seriesOf(within) }
  const history = { ...readerOf({ 11: readings }), curves: async () => ({ data: [curve], damaged: [] }) }
  const found = await storedPoints(history, scope, { columns: [column], dropped: { ...none, ...dropped } }, now)
  const trend = fillTrend([], found.get(11)!, { now, gapMs: Number.POSITIVE_INFINITY, knownTo: now })
  const values = new Map(trend.map(([at, value]) => [Math.floor((at - from) / minute), value]))
  return Array.from({ length: trendSpanMs / minute }, (_, i) => values.get(i) ?? '.').join('')
}

test('a value stored on change holds, unless later readings were dropped before the ten minutes', async () => {
  const at = from - 3 * lookbackMs
  const before: Reading[] = [[at, 3]]
  expect(await drawn(before)).toBe('3333333333')
  expect(await drawn(before, { droppedTo: new Map([[device, at]]) })).toBe('3333333333')
  expect(await drawn(before, { droppedTo: new Map([[device, at + 1]]) })).toBe('..........')
  expect(await drawn(before, { droppedTo: new Map([[6 as typeof device, at + 1]]) })).toBe('3333333333')
})

test('no value is drawn across readings that were dropped within the ten minutes', async () => {
  const readings: Reading[] = [
    [from - minute, 3],
    [from + 7 * minute, 4],
  ]
  const lost = (begin: number, end: number) => ({
    spans: new Map([[device, [{ from: from + begin * minute, to: from + end * minute }]]]),
  })
  expect(await drawn(readings)).toBe('3333333444')
  expect(await drawn(readings, lost(2, 5))).toBe('33.....444')
  expect(await drawn(readings, lost(2, 7))).toBe('33.....444')
  expect(await drawn(readings, lost(6, 8))).toBe('333333.4..')
})
