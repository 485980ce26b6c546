import { expect, test } from 'vitest'
import { createShares } from './shares.ts'

const late = () => new Error('late')

test('who holds as many as one may waits for one of them, in line; others do not', async () => {
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

test('one that is given back twice is given back once', async () => {
  const shares = createShares<string>(1, 1, late)
  const first = await shares.take('a')
  first()
  await shares.take('a')
  first()
  await expect(shares.take('a')).rejects.toThrow('late')
})

test('who waits too long is refused, and takes nobody’s turn', async () => {
  const shares = createShares<string>(1, 1, late)
  const first = await shares.take('a')
  await expect(shares.take('a')).rejects.toThrow('late')
  first()
  const second = await shares.take('a')
  second()
})
