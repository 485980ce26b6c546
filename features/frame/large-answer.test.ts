import { expect, test } from 'vitest'
import { z } from 'zod'
import { largeAnswer } from './large-answer.ts'
import { piecesOf } from './serve.ts'

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

test('each part is checked in a turn of its own, and the answer is the same as of one check', async () => {
  let turns = 0
  const answer = await largeAnswer(output, data, async () => {
    turns += 1
  })
  expect([...piecesOf(answer)!].join('')).toBe(JSON.stringify(output.parse(data)))
  // Two lists, name and parts of three rows; parts that are null take no turn.
  expect(turns).toBe(2 + 3 + 2)
})

test('an answer that breaks the contract is refused', async () => {
  await expect(largeAnswer(output, { ...data, after: { list: ['no'] } } as never)).rejects.toThrow(z.ZodError)
  await expect(largeAnswer(output, { ...data, rows: [row('k'), { name: 5 }] } as never)).rejects.toThrow(z.ZodError)
})
