import { expect, it } from 'vitest'
import { z } from 'zod'
import { newUuid } from './new-uuid.ts'

it('is a different UUID of version 4 each time', () => {
  const drawn = Array.from({ length: 1000 }, newUuid)
  for (const each of drawn) expect(z.uuidv4().safeParse(each).success).toBe(true)
  expect(new Set(drawn).size).toBe(drawn.length)
})
