import { expect, test } from 'vitest'
import { createShares } from './shares.ts'

const late = () => new Error('late')

test('a caller over its quota waits in a queue; others do not', async () => {
  const shares = createShares<string>(2, 60_000, late)
  const order: string[] = []
  const [first, second] = [await shares.take('a'), await shares.take('a')]
  const waiting = ['third', 'fourth'].map(async (name) => {
    const give = await shares.take('a')
    order.push(name)
    return give
  })
  for (const give of [await shares.take('b'), await shares.take('b')]) give()
  expect(order).toEqual([])
  first()
  await waiting[0]
  expect(order).toEqual(['third'])
  second()
  await waiting[1]
  expect(order).toEqual(['third', 'fourth'])
})

test('a second release of the same share has no effect', async () => {
  const shares = createShares<string>(1, 1, late)
  const first = await shares.take('a')
  first()
  await shares.take('a')
  first()
  await expect(shares.take('a')).rejects.toThrow('late')
})

test('a caller that waits too long is refused, and leaves the queue', async () => {
  const shares = createShares<string>(1, 1, late)
  const first = await shares.take('a')
  await expect(shares.take('a')).rejects.toThrow('late')
  first()
  const second = await shares.take('a')
  second()
})
