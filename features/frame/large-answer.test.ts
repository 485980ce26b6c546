import { expect, test } from 'vitest'
import { z } from 'zod'
import { largeAnswer } from './large-answer.ts'
import { piecesOf } from './serve.ts'

const output = z.object({
  before: z.object({ list: z.array(z.number()) }),
  after: z.object({ list: z.array(z.number()) }),
  note: z.string().optional(),
})
const data = { before: { list: [1], secret: 'x' }, after: { list: [2, 3] }, secret: 'y' }

test('each member is checked in a turn of its own, and the answer is the same as of one check', async () => {
  let turns = 0
  const answer = await largeAnswer(output, data, async () => {
    turns += 1
  })
  expect([...piecesOf(answer)!].join('')).toBe(JSON.stringify(output.parse(data)))
  expect(turns).toBe(3)
})

test('an answer that breaks the contract is refused', async () => {
  await expect(largeAnswer(output, { ...data, after: { list: ['no'] } } as never)).rejects.toThrow(z.ZodError)
})
