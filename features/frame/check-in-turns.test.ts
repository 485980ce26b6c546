import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkInTurns } from './check-in-turns.ts'

const output = z.object({
  before: z.object({ list: z.array(z.number()) }),
  after: z.object({ list: z.array(z.number()) }),
  rows: z.array(z.object({ name: z.string(), parts: z.record(z.string(), z.number()).nullable() })).optional(),
  note: z.string().optional(),
})
const row = (name: string) => ({ name, parts: name === 'n' ? null : { a: 1 }, secret: 'z' })
const data = {
  before: { list: [1], secret: 'x' },
  after: { list: [2, 3] },
  rows: ['k', 'm', 'n'].map(row),
  secret: 'y',
}

test('each part is checked in a turn of its own, and the result is the same as of one check', async () => {
  let turns = 0
  const checked = await checkInTurns(output, data, async () => {
    turns += 1
  })
  expect(checked).toEqual(output.parse(data))
  // The check yields once for each of two lists, and once for the name and each part of three rows; parts that are null
  // need none.
  expect(turns).toBe(2 + 3 + 2)
})

test.each<[string, z.ZodType, unknown]>([
  [
    'rules across members',
    z.object({ a: z.array(z.object({ b: z.number() })) }).refine(({ a }) => a.length > 1),
    { a: [{ b: 1 }] },
  ],
  ['a closed object', z.strictObject({ a: z.number() }), { a: 1, b: 2 }],
  [
    'an entry of a list',
    z.object({ rows: z.array(z.object({ name: z.string() })) }),
    { rows: [{ name: 'k' }, { name: 5 }] },
  ],
  ['a member of a nested object', output, { ...data, after: { list: ['no'] } }],
])('a fault is found: %s', async (_, type, value) => {
  expect(type.safeParse(value).success).toBe(false)
  await expect(checkInTurns(type, value)).rejects.toThrow(z.ZodError)
})

test('unknown keys of a loose object are kept in the result', async () => {
  const open = z.looseObject({ a: z.number() })
  expect(await checkInTurns(open, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 })
})
