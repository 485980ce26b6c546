import { describe, expect, test } from 'vitest'
import { linesOf } from './rules.ts'

describe('the group tree', () => {
  const node = (id: number, parentId: number | null) => ({ id, parentId, name: `g${id}`, totalCount: id })

  test('is listed depth first', () => {
    const lines = linesOf([node(1, null), node(2, null), node(3, 1), node(4, 3), node(5, 1)])
    expect(lines.map(({ id, level }) => [id, level])).toEqual([
      [1, 0],
      [3, 1],
      [4, 2],
      [5, 1],
      [2, 0],
    ])
  })

  test('a group without its parent is listed at the top', () => {
    expect(linesOf([node(3, 99)])).toEqual([{ id: 3, name: 'g3', count: 3, level: 0 }])
  })
})
