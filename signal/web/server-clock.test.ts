import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

test('before the first exchange the browser clock is used', () => {
  const clock = createServerClock(() => 1000)
  expect(clock.now()).toBe(1000)
  expect(clock.offsetMs()).toBe(0)
})

test('a pong gives the offset from the middle of the exchange', () => {
  const clock = createServerClock(() => 10_000)
  clock.learn(9_000, 9_100, 12_050)
  expect(clock.offsetMs()).toBe(3_000)
  expect(clock.now()).toBe(13_000)
})

test('the quickest of the last exchanges is used', () => {
  const clock = createServerClock(() => 0)
  clock.learn(0, 10, 105)
  clock.learn(100, 900, 900)
  expect(clock.offsetMs()).toBe(100)
})

test('an old quick exchange is dropped', () => {
  const clock = createServerClock(() => 0)
  clock.learn(0, 2, 101)
  for (let i = 0; i < 8; i += 1) clock.learn(0, 20, 60)
  expect(clock.offsetMs()).toBe(50)
})

test('an exchange during which the browser clock was set back is ignored', () => {
  const clock = createServerClock(() => 0)
  clock.learn(5_000, 1_000, 9_999)
  expect(clock.offsetMs()).toBe(0)
})

test('it is accurate enough to measure latencies after three exchanges', () => {
  const clock = createServerClock(() => 0)
  const known = [1, 2, 3].map(() => {
    clock.learn(0, 10, 5)
    return clock.isKnown()
  })
  expect(known).toEqual([false, false, true])
})

test('after the computer clock was set, the next exchange is used, however quick the earlier ones were', () => {
  const clock = createServerClock(() => 0)
  for (let i = 0; i < 8; i += 1) clock.learn(0, 2, 1)
  clock.learn(300_000, 300_040, 20)
  expect(clock.offsetMs()).toBe(-300_000)
  clock.learn(300_000, 300_900, 450)
  expect(clock.offsetMs()).toBe(-300_000)
})
