import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinPieces, jsonPieces } from './json-pieces.ts'

const text = (value: unknown) => [...jsonPieces(value)].join('')

test('the joined pieces of any plain data are its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(text(value)).toBe(JSON.stringify(value))
    }),
  )
})

test.each([
  ['what JSON has no words for in a list', [1, Number.NaN, undefined, Number.POSITIVE_INFINITY]],
  ['a member that is not there', { a: undefined, b: 1 }],
  ['members that are all not there', { a: undefined }],
  ['a list of both lists and numbers', [1, [2, [3]], {}]],
  ['nothing', null],
])('%s is written as in JSON', (_, value) => expect(text(value)).toBe(JSON.stringify(value)))

test.each([3999, 4000, 4001, 12_000])('a list of %i numbers is cut into pieces without loss', (length) => {
  const value = { head: 'x', values: Array.from({ length }, (_, i) => i / 3) }
  const pieces = [...jsonPieces(value)]
  expect(pieces.join('')).toBe(JSON.stringify(value))
  expect(pieces.filter((piece) => piece.length > 10)).toHaveLength(Math.ceil(length / 4000))
})

describe('joined pieces', () => {
  test('are long enough, and complete', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 50 }), (pieces, atLeast) => {
        const joined = [...joinPieces(pieces, atLeast)]
        expect(joined.join('')).toBe(pieces.join(''))
        for (const piece of joined.slice(0, -1)) expect(piece.length).toBeGreaterThanOrEqual(atLeast)
      }),
    )
  })
})
