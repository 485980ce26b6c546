import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heightOf, isWithin, levelOf, pathsOf, type TreeNode, totals, withDescendants } from './tree-rules.ts'

/** A chain 1 → 2 → … with this number of levels. */
const chain = (levels: number): TreeNode[] =>
  Array.from({ length: levels }, (_, i) => ({ id: i + 1, parentId: i === 0 ? null : i }))

/** Any forest: each node is below an earlier one or at the top level. */
const forest = fc
  .array(fc.nat(), { maxLength: 40 })
  .map((picks) => picks.map((pick, i): TreeNode => ({ id: i + 1, parentId: pick % (i + 1) || null })))

describe('any forest', () => {
  test('the totals of the top nodes are the sum of all', () => {
    fc.assert(
      fc.property(forest, (nodes) => {
        const sums = totals(nodes, new Map(nodes.map(({ id }) => [id, id])))
        const tops = nodes.filter(({ parentId }) => parentId === null)
        const all = nodes.reduce((sum, { id }) => sum + id, 0)
        expect(tops.reduce((sum, { id }) => sum + sums.get(id)!, 0)).toBe(all)
      }),
    )
  })

  test('a node is at least one level high and never higher than the forest', () => {
    fc.assert(
      fc.property(forest, (nodes) => {
        for (const { id } of nodes) {
          expect(heightOf(nodes, id)).toBeGreaterThanOrEqual(1)
          expect(heightOf(nodes, id)).toBeLessThanOrEqual(nodes.length)
        }
      }),
    )
  })
})

test('a node is named with its ancestors, in the order of the tree', () => {
  const nodes = [
    { id: 1, parentId: null, name: 'Waterworks' },
    { id: 2, parentId: null, name: 'Factory' },
    { id: 3, parentId: 1, name: 'Intake' },
  ]
  expect([...pathsOf(nodes)]).toEqual([
    [1, 'Waterworks'],
    [3, 'Waterworks / Intake'],
    [2, 'Factory'],
  ])
})

test('ten thousand nodes are read only once for all places of the form', () => {
  let read = 0
  const nodes = Array.from(
    { length: 10_000 },
    (_, i): TreeNode => ({
      id: i + 1,
      get parentId() {
        read += 1
        return i < 100 ? null : (i % 100) + 1
      },
    }),
  )
  for (const { id } of nodes) isWithin(nodes, id, 1)
  totals(nodes, new Map())
  expect(read).toBeLessThan(10 * nodes.length)
})

test('a circle stored by mistake causes no endless loop', () => {
  const circle = [...chain(2), { id: 8, parentId: 9 }, { id: 9, parentId: 8 }]
  expect([levelOf(circle, 8), heightOf(circle, 8)]).toEqual([0, 1])
  expect([...withDescendants(circle, 8)]).toEqual([8, 9])
  expect([...totals(circle, new Map([[2, 5]]))]).toEqual([
    [2, 5],
    [1, 5],
  ])
})
