import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Series } from '../../../signal/history/history.ts'
import { type Order, rowCursor } from './row-cursor.ts'

const column = (times: readonly number[]): Series => ({
  kind: 'number',
  times: Float64Array.from(times),
  values: Float64Array.from(times.keys()),
  codes: null,
})

function walk(columns: readonly (readonly number[])[], order: Order) {
  const cursor = rowCursor(columns.map(column), order)
  const rows: [number, number[]][] = []
  while (cursor.next()) rows.push([cursor.time(), columns.map((_, c) => cursor.at(c))])
  return { rows, passed: cursor.passed() }
}

test('every time is one row, with any subset of columns', () => {
  const columns = [[1, 3], [2, 3], []]
  const rows = [
    [1, [0, -1, -1]],
    [2, [-1, 0, -1]],
    [3, [1, 1, -1]],
  ]
  expect(walk(columns, 'ascending')).toEqual({ rows, passed: 4 })
  expect(walk(columns, 'descending')).toEqual({ rows: rows.toReversed(), passed: 4 })
})

test('the last arrival of equal times is shown, in both orders', () => {
  expect(walk([[1, 1, 1, 2]], 'ascending').rows).toEqual([
    [1, [2]],
    [2, [3]],
  ])
  expect(walk([[1, 1, 1, 2]], 'descending').rows).toEqual([
    [2, [3]],
    [1, [2]],
  ])
})

test('rows are the times of all columns, in order, each once', () => {
  const times = fc.array(fc.nat(20), { maxLength: 12 }).map((list) => list.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(fc.array(times, { maxLength: 4 }), (columns) => {
      const moments = [...new Set(columns.flat())].sort((a, b) => a - b)
      const { rows, passed } = walk(columns, 'ascending')
      expect(rows.map(([time]) => time)).toEqual(moments)
      for (const [time, found] of rows) expect(found).toEqual(columns.map((list) => list.lastIndexOf(time)))
      expect(passed).toBe(columns.flat().length)
      expect(walk(columns, 'descending').rows).toEqual(rows.toReversed())
    }),
  )
})
