import { expect, test } from 'vitest'
import { createStreams } from './streams.ts'

function streams() {
  const clock = { now: 1_000_000 }
  return { clock, streams: createStreams(() => clock.now) }
}

test('open streams are returned with their remaining seconds', () => {
  const { clock, streams: open } = streams()
  open.add('GH-1', { intervalMs: 1000, delayS: 600 })
  clock.now += 100_000
  expect(open.of('GH-1')).toEqual([{ intervalMs: 1000, delayS: 500 }])
})

test('viewers with different intervals keep theirs; the longer of two equal ones stays', () => {
  const { streams: open } = streams()
  open.add('GH-1', { intervalMs: 1000, delayS: 600 })
  open.add('GH-1', { intervalMs: 5000, delayS: 60 })
  open.add('GH-1', { intervalMs: 1000, delayS: 10 })
  expect(open.of('GH-1')).toEqual([
    { intervalMs: 1000, delayS: 600 },
    { intervalMs: 5000, delayS: 60 },
  ])
})

test('an expired stream is neither returned nor stored', () => {
  const { clock, streams: open } = streams()
  for (let i = 0; i < 100; i += 1) open.add(`GH-${i}`, { intervalMs: 1000, delayS: 10 })
  clock.now += 10_000
  expect(open.of('GH-5')).toEqual([])
  open.add('GH-new', { intervalMs: 1000, delayS: 10 })
  expect(open.size()).toBe(1)
})
