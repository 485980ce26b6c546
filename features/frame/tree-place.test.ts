import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { levelOf, type TreeNode, withDescendants } from '../../core/tree-rules.ts'
import { cannotAdd, cannotMove } from './tree-place.ts'

/** A chain 1 → 2 → … with this number of levels. */
const chain = (levels: number): TreeNode[] =>
  Array.from({ length: levels }, (_, i) => ({ id: i + 1, parentId: i === 0 ? null : i }))

const children = (parentId: number | null, count: number, from: number): TreeNode[] =>
  Array.from({ length: count }, (_, i) => ({ id: from + i, parentId }))

/** Any forest: each node is below an earlier one or at the top level. */
const forest = fc
  .array(fc.nat(), { maxLength: 40 })
  .map((picks) => picks.map((pick, i): TreeNode => ({ id: i + 1, parentId: pick % (i + 1) || null })))

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
    const nodes = [...chain(8), { id: 20, parentId: null }, { id: 21, parentId: 20 }, { id: 22, parentId: 21 }]
    expect(cannotMove(nodes, 20, 7)).toBeUndefined()
    expect(cannotMove(nodes, 20, 8)).toBe('groupTooDeep')
  })

  test('to its current parent needs no room', () => {
    expect(cannotMove(children(null, limits.groupChildren, 1), 5, null)).toBeUndefined()
  })

  test('into a full parent is refused', () => {
    const nodes = [{ id: 1, parentId: null }, { id: 2, parentId: null }, ...children(1, limits.groupChildren, 10)]
    expect(cannotMove(nodes, 2, 1)).toBe('groupTooWide')
  })

  test('an unknown object is not found', () => {
    expect(cannotMove(chain(2), 9, null)).toBe('notFound')
  })
})

test('every forest that the rules allow stays within ten levels', () => {
  fc.assert(
    fc.property(forest, fc.nat(40), fc.nat(40), (nodes, id, parent) => {
      const parentId = parent || null
      fc.pre(nodes.every((node) => levelOf(nodes, node.id) <= limits.groupLevels))
      if (cannotMove(nodes, id, parentId)) return
      const moved = nodes.map((node) => (node.id === id ? { ...node, parentId } : node))
      expect(Math.max(0, ...moved.map((node) => levelOf(moved, node.id)))).toBeLessThanOrEqual(limits.groupLevels)
      expect(new Set(moved.flatMap((node) => [...withDescendants(moved, node.id)])).size).toBe(moved.length)
    }),
  )
})

test('a circle stored by mistake is refused as a place, and cannot be moved', () => {
  const circle = [...chain(2), { id: 8, parentId: 9 }, { id: 9, parentId: 8 }]
  expect([cannotAdd(circle, 8), cannotMove(circle, 8, 1), cannotMove(circle, 2, 9)]).toEqual(Array(3).fill('notFound'))
})
