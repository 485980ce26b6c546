import { expect, test } from 'vitest'
import { givingWay } from './giving-way.ts'

test('the event loop runs after some ms of calculation, but not after every step', async () => {
  let at = 0
  let turns = 0
  const giveWay = givingWay(() => at)
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
