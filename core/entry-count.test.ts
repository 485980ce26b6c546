import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasMoreEntries } from './entry-count.ts'

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, each) => sum + 1 + countOf(each), 0)
    : 0

test('every entry of every list and object counts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const count = countOf(value)
      expect(hasMoreEntries(value, count)).toBe(false)
      if (count > 0) expect(hasMoreEntries(value, count - 1)).toBe(true)
    }),
  )
})

test('counting stops at the limit', () => {
  let seen = 0
  const entry = {
    get a() {
      seen += 1
      return 1
    },
  }
  expect(
    hasMoreEntries(
      Array.from({ length: 10 }, () => [entry]),
      15,
    ),
  ).toBe(true)
  expect(seen).toBeLessThan(6)
})
