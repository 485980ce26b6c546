import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createStepQueue } from './next-turn.ts'

/** Runs calculations of `steps` steps of `ms` each by a clock of its own; returns the ms worked in each turn of the loop. */
async function turnsOf({ calculations, steps, ms }: { calculations: number; steps: number; ms: number }) {
  let clock = 0
  let left = calculations
  const order: number[] = []
  const queue = createStepQueue(() => clock)
  const calculate = async (which: number) => {
    for (let step = 0; step < steps; step += 1) {
      await queue.next()
      // The remaining work of a step may follow in further microtasks.
      await Promise.resolve()
      clock += ms
      order.push(which)
    }
    left -= 1
  }
  const done = Promise.all(Array.from({ length: calculations }, (_, which) => calculate(which)))
  const turns: number[] = []
  while (left > 0) {
    const before = clock
    await setImmediate()
    turns.push(clock - before)
  }
  await done
  return { turns: turns.filter((worked) => worked > 0), order }
}

test('ten calculations together hold one turn of the event loop no longer than one of them', async () => {
  const { turns } = await turnsOf({ calculations: 10, steps: 5, ms: 8 })
  expect(turns).toEqual(Array.from({ length: 50 }, () => 8))
})

test('short steps share a turn until its time is used up', async () => {
  const { turns } = await turnsOf({ calculations: 10, steps: 4, ms: 1 })
  expect(Math.max(...turns)).toBe(8)
  expect(turns).toHaveLength(5)
})

test('calculations take turns in the order in which they asked', async () => {
  const { order } = await turnsOf({ calculations: 3, steps: 2, ms: 10 })
  expect(order).toEqual([0, 1, 2, 0, 1, 2])
})

test('a calculation alone runs to its end', async () => {
  const { turns } = await turnsOf({ calculations: 1, steps: 3, ms: 20 })
  expect(turns).toEqual([20, 20, 20])
})
