import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moved, ordered } from './rules.ts'

it.each([
  [[1, 2, 3], 0, -1, [1, 2, 3]],
  [[1, 2, 3], 0, 1, [2, 1, 3]],
  [[1, 2, 3], 1, -1, [2, 1, 3]],
  [[1, 2, 3], 2, 1, [1, 2, 3]],
  [[1, 2, 3], -1, 1, [1, 2, 3]],
  [[1], 0, 1, [1]],
] as const)('%j with the one at %d moved by %d is %j', (ids, at, step, after) => {
  expect(moved(ids, at, step)).toEqual(after)
})

it('an order contains each project once, the listed ones first', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 30 })
  fc.assert(
    fc.property(ids, fc.func(fc.boolean()), (all, isNamed) => {
      const named = all.filter(isNamed).reverse()
      const after = ordered(all, all, named)
      expect(after.slice(0, named.length)).toEqual(named)
      expect([...after].sort()).toEqual([...all].sort())
    }),
  )
})

it('sorts the visible projects among their places; the others stay', () => {
  expect(ordered([1, 2, 3, 4, 5], [1, 3, 5], [5])).toEqual([5, 2, 1, 4, 3])
  expect(ordered([1, 2, 3], [2], [2])).toEqual([1, 2, 3])
})
