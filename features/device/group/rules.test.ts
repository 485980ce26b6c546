import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import {
  cannotAdd,
  cannotMove,
  heightOf,
  levelOf,
  linesOf,
  type Node,
  pathsOf,
  totals,
  withDescendants,
} from './rules.ts'

/** A chain 1 → 2 → … with this number of levels. */
const chain = (levels: number): Node[] =>
  Array.from({ length: levels }, (_, i) => ({ id: i + 1, parentId: i === 0 ? null : i }))

const children = (parentId: number | null, count: number, from: number): Node[] =>
  Array.from({ length: count }, (_, i) => ({ id: from + i, parentId }))

/** An arbitrary forest: each group is below an earlier one or at the top level. */
const forest = fc
  .array(fc.nat(), { maxLength: 40 })
  .map((picks) => picks.map((pick, i): Node => ({ id: i + 1, parentId: pick % (i + 1) || null })))

describe('adding', () => {
  test('a tenth level is allowed, an eleventh is refused', () => {
    expect(cannotAdd(chain(9), 9)).toBeUndefined()
    expect(cannotAdd(chain(10), 10)).toBe('groupTooDeep')
  })

  test('a 500th child is allowed, a 501st is refused, at the top level and below', () => {
    expect(cannotAdd(children(null, 499, 1), null)).toBeUndefined()
    expect(cannotAdd(children(null, 500, 1), null)).toBe('groupTooWide')
    expect(cannotAdd([{ id: 1, parentId: null }, ...children(1, limits.groupChildren, 2)], 1)).toBe('groupTooWide')
  })

  test('an unknown parent is not found', () => {
    expect(cannotAdd(chain(2), 99)).toBe('notFound')
  })
})

describe('moving', () => {
  test('below itself or its own descendant is refused', () => {
    expect(cannotMove(chain(3), 1, 1)).toBe('notFound')
    expect(cannotMove(chain(3), 1, 3)).toBe('notFound')
  })

  test('a subtree that would exceed level ten is refused as a whole', () => {
    const groups = [...chain(8), { id: 20, parentId: null }, { id: 21, parentId: 20 }, { id: 22, parentId: 21 }]
    expect(cannotMove(groups, 20, 7)).toBeUndefined()
    expect(cannotMove(groups, 20, 8)).toBe('groupTooDeep')
  })

  test('to its current parent needs no room', () => {
    expect(cannotMove(children(null, limits.groupChildren, 1), 5, null)).toBeUndefined()
  })

  test('into a full parent is refused', () => {
    const groups = [{ id: 1, parentId: null }, { id: 2, parentId: null }, ...children(1, limits.groupChildren, 10)]
    expect(cannotMove(groups, 2, 1)).toBe('groupTooWide')
  })

  test('an unknown group is not found', () => {
    expect(cannotMove(chain(2), 9, null)).toBe('notFound')
  })
})

describe('any forest', () => {
  test('everything that the rules allow stays within ten levels', () => {
    fc.assert(
      fc.property(forest, fc.nat(40), fc.nat(40), (groups, id, parent) => {
        const parentId = parent || null
        fc.pre(groups.every((group) => levelOf(groups, group.id) <= limits.groupLevels))
        if (cannotMove(groups, id, parentId)) return
        const moved = groups.map((group) => (group.id === id ? { ...group, parentId } : group))
        expect(Math.max(0, ...moved.map((group) => levelOf(moved, group.id)))).toBeLessThanOrEqual(limits.groupLevels)
        expect(new Set(moved.flatMap((group) => [...withDescendants(moved, group.id)])).size).toBe(moved.length)
      }),
    )
  })

  test('the totals of the top groups are the sum of all', () => {
    fc.assert(
      fc.property(forest, (groups) => {
        const sums = totals(groups, new Map(groups.map(({ id }) => [id, id])))
        const tops = groups.filter(({ parentId }) => parentId === null)
        const all = groups.reduce((sum, { id }) => sum + id, 0)
        expect(tops.reduce((sum, { id }) => sum + sums.get(id)!, 0)).toBe(all)
      }),
    )
  })

  test('a group is at least one level high and never higher than the forest', () => {
    fc.assert(
      fc.property(forest, (groups) => {
        for (const { id } of groups) {
          expect(heightOf(groups, id)).toBeGreaterThanOrEqual(1)
          expect(heightOf(groups, id)).toBeLessThanOrEqual(groups.length)
        }
      }),
    )
  })
})

test('a group is named with its ancestors, in the order of the tree', () => {
  const groups = [
    { id: 1, parentId: null, name: 'Waterworks' },
    { id: 2, parentId: null, name: 'Factory' },
    { id: 3, parentId: 1, name: 'Intake' },
  ]
  expect([...pathsOf(groups)]).toEqual([
    [1, 'Waterworks'],
    [3, 'Waterworks / Intake'],
    [2, 'Factory'],
  ])
})

test('ten thousand groups are read only once for all places of the form', () => {
  let read = 0
  const groups = Array.from(
    { length: 10_000 },
    (_, i): Node => ({
      id: i + 1,
      get parentId() {
        read += 1
        return i < 100 ? null : (i % 100) + 1
      },
    }),
  )
  for (const { id } of groups) cannotMove(groups, 1, id)
  totals(groups, new Map())
  expect(read).toBeLessThan(10 * groups.length)
})

test('a circle stored by mistake causes no endless loop', () => {
  const circle = [...chain(2), { id: 8, parentId: 9 }, { id: 9, parentId: 8 }]
  expect([levelOf(circle, 8), heightOf(circle, 8)]).toEqual([0, 1])
  expect([...withDescendants(circle, 8)]).toEqual([8, 9])
  expect([cannotAdd(circle, 8), cannotMove(circle, 8, 1), cannotMove(circle, 2, 9)]).toEqual(Array(3).fill('notFound'))
  expect([...totals(circle, new Map([[2, 5]]))]).toEqual([
    [2, 5],
    [1, 5],
  ])
})

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
