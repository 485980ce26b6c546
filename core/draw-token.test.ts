import { expect, test } from 'vitest'
import { drawToken } from './draw-token.ts'

test('a generated token has 256 bits in characters that need no escaping, and differs each time', () => {
  const drawn = Array.from({ length: 200 }, drawToken)
  for (const token of drawn) expect(token).toMatch(/^[\w-]{43}$/)
  expect(new Set(drawn).size).toBe(drawn.length)
})
