import { expect, test } from 'vitest'
import { drawPassword } from './draw-password.ts'

test('a generated password has three kinds of characters, none that look alike, and differs each time', () => {
  const drawn = Array.from({ length: 200 }, drawPassword)
  for (const password of drawn) expect(password).toMatch(/^([A-HJ-NP-Z][a-km-z][2-9]){4}$/)
  expect(new Set(drawn).size).toBe(drawn.length)
})
