// Stored readings of several devices in time order, compared with a plain sort of all readings.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Reading as Row, readerOf } from '../../../testkit/history-reader.ts'
import { lookbackMs } from '../history/rules.ts'
import { type PastScope, readPast } from './history-replay.ts'

const quiet = new AbortController().signal
const start = 100 * lookbackMs

/** Column n stores variable `signalIds[n]`, each on its own device. */
function scopeOf(signalIds: readonly number[]): PastScope {
  const series = signalIds.map((signalId, id) => ({
    id,
    signalId,
    equipmentId: id + 1,
    ...{ mode: 'periodic', removedAt: null },
  })) as never as PastScope['series']
  const columnIds = signalIds.map((_, id) => id)
  const equipmentId = columnIds.map((id) => id + 1)
  return {
    series,
    gaps: new Map(),
    droppedTo: new Map(),
    scope: { orgId: 1, equipmentId, gatewayIds: [1, 2], columnIds },
  }
}

const read = (signalIds: readonly number[], columns: Record<number, readonly Row[]>, to: number, sliceMs = 7) =>
  readPast({ history: readerOf(columns, sliceMs) as never, signal: quiet }, scopeOf(signalIds), { from: start, to })

test('begins with the last value of each variable from any report, and continues in time order', async () => {
  const columns = {
    0: [
      [start - 50, 1],
      [start + 1, 2],
      [start + 20, 3],
    ],
    1: [
      [start - 20, 7, 1714],
      [start + 2, 9],
    ],
    2: [[start - lookbackMs - 1, 'old']],
    3: [
      [start, true],
      [start + 1, false],
    ],
  } as const
  const { to, start: begun, readings } = await read([101, 101, 103, 104], columns, start + 30)
  expect(to).toBe(start + 30)
  expect(begun).toEqual([
    { signalId: 101, at: start - 20, value: 7, code: 1714 },
    { signalId: 104, at: start, value: true, code: 200 },
  ])
  expect(readings.map(({ signalId, at, value }) => [signalId, at - start, value])).toEqual([
    [101, 1, 2],
    [104, 1, false],
    [101, 2, 9],
    [101, 20, 3],
  ])
})

test('a value stored on change is found days before the start, unless later readings were dropped', async () => {
  const at = start - 3 * lookbackMs
  const { series, ...others } = scopeOf([101, 102])
  const changing = series.map((each, c) => (c === 0 ? { ...each, mode: 'change' as const } : each))
  const history = readerOf({ 0: [[at, 310]], 1: [[at, 1]] }) as never
  const starts = async (droppedTo: PastScope['droppedTo']) =>
    (
      await readPast(
        { history, signal: quiet },
        { ...others, series: changing, droppedTo },
        { from: start, to: start + 5 },
      )
    ).start
  expect(await starts(new Map())).toEqual([{ signalId: 101, at, value: 310, code: 200 }])
  expect(await starts(new Map([[changing[0]!.equipmentId, at + 1]]))).toEqual([])
})

test('of two readings at the same time the later arrival wins', async () => {
  const { readings } = await read(
    [1],
    {
      0: [
        [start + 3, 1],
        [start + 3, 2],
      ],
    },
    start + 5,
  )
  expect(readings.map(({ value }) => value)).toEqual([2])
})

test('without stored variables the answer is empty', async () => {
  expect(await read([], {}, start + 5)).toEqual({ to: start + 5, start: [], readings: [] })
})

const anyColumn = fc
  .uniqueArray(fc.integer({ min: -30, max: 60 }), { maxLength: 40 })
  .map((offsets) => offsets.sort((a, b) => a - b).map((offset): Row => [start + offset, offset]))

test('every reading of the span occurs once, in time order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyColumn, { maxLength: 4 }), fc.integer({ min: 1, max: 90 }), async (lists, sliceMs) => {
      const ids = lists.map((_, c) => 100 + c)
      const { readings } = await read(ids, Object.fromEntries(lists.entries()), start + 50, sliceMs)
      const expected = lists
        .flatMap((rows, c) => rows.map(([at]) => ({ at, signalId: ids[c]! })))
        .filter(({ at }) => at > start && at <= start + 50)
        .sort((a, b) => a.at - b.at || a.signalId - b.signalId)
      expect(readings.map(({ at, signalId }) => ({ at, signalId }))).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})
