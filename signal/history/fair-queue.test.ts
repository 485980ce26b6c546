import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const takeAll = (queue: { shift(): string | undefined }) => {
  const taken: string[] = []
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) taken.push(item)
  return taken
}

describe('waiting in turns', () => {
  it('serves the companies in turn, and keeps the order within each', () => {
    const queue = createFairQueue<string>({ all: 100, each: 100 })
    for (let n = 1; n <= 4; n += 1) queue.push(1, `a${n}`)
    for (let n = 1; n <= 2; n += 1) queue.push(2, `b${n}`)
    queue.push(3, 'c1')
    expect(queue.shift()).toBe('a1')
    queue.push(3, 'c2')
    expect(takeAll(queue)).toEqual(['b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'a4'])
  })

  it('limits each company to its share, so that others have room', () => {
    const queue = createFairQueue<string>({ all: 3, each: 2 })
    expect([queue.push(1, 'a'), queue.push(1, 'b'), queue.push(1, 'c')]).toEqual([true, true, false])
    expect([queue.push(2, 'd'), queue.push(3, 'e')]).toEqual([true, false])
    queue.shift()
    expect(queue.push(3, 'e')).toBe(true)
    expect(queue.drain().sort()).toEqual(['b', 'd', 'e'])
    expect(queue.shift()).toBeUndefined()
    expect(queue.push(1, 'f')).toBe(true)
  })
})
