import { expect, test } from 'vitest'
import { givingWay, mapInTurns } from './giving-way.ts'
import { createStepQueue } from './next-turn.ts'

test('the event loop runs after some ms of calculation, but not after every step', async () => {
  let at = 0
  let turns = 0
  const clock = () => at
  const giveWay = givingWay(clock, createStepQueue(clock).next)
  const count = setInterval(() => undefined, 0)
  const step = async (ms: number) => {
    at += ms
    let hasTurn = false
    setImmediate(() => {
      hasTurn = true
    })
    await giveWay()
    if (hasTurn) turns += 1
  }
  for (let n = 0; n < 20; n += 1) await step(1)
  clearInterval(count)
  expect(turns).toBe(2)
})

test('a list is mapped in order, with a chance for others after each entry', async () => {
  let chances = 0
  const seen: number[] = []
  const giveWay = async () => {
    chances += 1
    seen.push(chances)
  }
  expect(await mapInTurns([3, 1, 2], (each) => each * 10 + seen.length, giveWay)).toEqual([30, 11, 22])
  expect(chances).toBe(3)
})
