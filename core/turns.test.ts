import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Creates a task that ends on request, and records when it started. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, { resolve: () => void; reject: (fault: Error) => void }>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve: () => resolve(name), reject }))
  }
  return { begun, ends, work }
}
const settled = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve()
}

test('runs a limited number at the same time, the others in order as places become free', async () => {
  const { begun, ends, work } = works()
  const turns = createTurns(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => turns(work(name)))
  await settled()
  expect(begun).toEqual(['a', 'b'])
  ends.get('b')!.resolve()
  await settled()
  expect(begun).toEqual(['a', 'b', 'c'])
  ends.get('a')!.reject(new Error('no'))
  await expect(all[0]).rejects.toThrow('no')
  await settled()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  ends.get('c')!.resolve()
  ends.get('d')!.resolve()
  expect(await Promise.all(all.slice(1))).toEqual(['b', 'c', 'd'])
})

test('work aborted while waiting never starts, and does not block the queue', async () => {
  const { begun, ends, work } = works()
  const turns = createTurns(1)
  const ending = new AbortController()
  const first = turns(work('a'))
  const second = turns(work('b'), ending.signal)
  const third = turns(work('c'))
  ending.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  ends.get('a')!.resolve()
  await first
  await settled()
  expect(begun).toEqual(['a', 'c'])
  ends.get('c')!.resolve()
  expect(await third).toBe('c')
  await expect(turns(work('d'), ending.signal)).rejects.toThrow('gone')
  expect(begun).toEqual(['a', 'c'])
})
