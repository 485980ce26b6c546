import { expect, test } from 'vitest'
import { type Reading, readerOf } from '../../../testkit/history-reader.ts'
import { changeLookbackMs, lookbackMs, maxReplayed } from '../history/rules.ts'
import { readReplay } from './replay.ts'

const quiet = new AbortController().signal
const start = 100 * lookbackMs

type Columns = Record<number, readonly Reading[]>

function queryOf(columns: Columns, signalIds: number[], to: number) {
  const columnIds = Object.keys(columns).map(Number)
  const scope = { orgId: 1, equipmentId: 1, gatewayIds: [1], columnIds }
  return { ...scope, signalIds, from: start, to, lookback: { lookbackMs }, droppedTo: Number.NEGATIVE_INFINITY }
}

const replay = (columns: Columns, signalIds: number[], to: number, sliceMs = 1000) =>
  readReplay(readerOf(columns, sliceMs), queryOf(columns, signalIds, to), quiet)

test('begins with the last value of each variable, and continues in time order', async () => {
  const columns: Record<number, Reading[]> = {
    11: [
      [start - 50, 1],
      [start + 1, 2],
      [start + 2500, 3],
    ],
    12: [
      [start - 20, 7, 1714],
      [start + 2, 9],
    ],
    13: [[start - lookbackMs - 1, 'old']],
    14: [
      [start, true],
      [start + 1, false],
    ],
  }
  const answer = await replay(columns, [101, 101, 103, 104], start + 3000)
  expect(answer).toEqual({
    to: start + 3000,
    start: [
      { signalId: 101, at: start - 20, value: 7, code: 1714 },
      { signalId: 104, at: start, value: true, code: 200 },
    ],
    times: [1, 1, 2, 2500],
    ids: [101, 104, 101, 101],
    values: [2, false, 9, 3],
    codes: null,
    damaged: [],
  })
})

test('a value stored on change holds for a month, unless later readings were dropped', async () => {
  const at = start - 3 * lookbackMs
  const columns: Columns = { 11: [[at, 310]], 12: [[at, 1]], 13: [[start - changeLookbackMs - 1, 2]] }
  const lookback = { lookbackMs, rare: { columnIds: [11, 13], lookbackMs: changeLookbackMs } }
  const query = { ...queryOf(columns, [101, 102, 103], start + 5), lookback }
  const starts = async (droppedTo: number) =>
    (await readReplay(readerOf(columns), { ...query, droppedTo }, quiet)).start
  expect(await starts(at)).toEqual([{ signalId: 101, at, value: 310, code: 200 }])
  expect(await starts(at + 1)).toEqual([])
})

test('a bad code includes the list of codes', async () => {
  const answer = await replay(
    {
      11: [
        [start + 1, 1],
        [start + 2, null, 1714],
      ],
    },
    [101],
    start + 10,
  )
  expect(answer).toMatchObject({ values: [1, null], codes: [200, 1714] })
})

test('is cut between two times where it would be too much, and reports where it ends', async () => {
  const moments = Array.from({ length: maxReplayed / 2 }, (_, i): Reading => [start + 1 + i, i])
  const columns = { 11: moments, 12: moments, 13: [moments[0]!] }
  const answer = await replay(columns, [101, 102, 103], start + 300_000, 60_000)
  const last = maxReplayed / 2 - 1
  expect([answer.to, answer.times.at(-1), answer.times.length]).toEqual([start + last, last, maxReplayed - 1])
  const next = await replay(columns, [101, 102, 103], answer.to, 60_000)
  expect([next.to, next.times.length]).toEqual([answer.to, maxReplayed - 1])
})

test('a device without columns shows nothing', async () => {
  expect(await replay({}, [], start + 5)).toMatchObject({ to: start + 5, start: [], times: [], codes: null })
})
