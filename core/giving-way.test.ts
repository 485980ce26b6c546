import { expect, test } from 'vitest'
import { givingWay } from './giving-way.ts'

test('others have their turn once a calculation has lasted for some ms, and not at each of its steps', async () => {
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
