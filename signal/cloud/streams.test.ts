import { expect, test } from 'vitest'
import { createStreams } from './streams.ts'

function streams() {
  const clock = { now: 1_000_000 }
  return { clock, streams: createStreams(() => clock.now) }
}

test('what is open is told with the seconds that are left', () => {
  const { clock, streams: open } = streams()
  open.add('GH-1', { intervalMs: 1000, delayS: 600 })
  clock.now += 100_000
  expect(open.of('GH-1')).toEqual([{ intervalMs: 1000, delayS: 500 }])
})

test('watchers with different intervals keep theirs; the longer of two equal ones stays', () => {
  const { streams: open } = streams()
  open.add('GH-1', { intervalMs: 1000, delayS: 600 })
  open.add('GH-1', { intervalMs: 5000, delayS: 60 })
  open.add('GH-1', { intervalMs: 1000, delayS: 10 })
  expect(open.of('GH-1')).toEqual([
    { intervalMs: 1000, delayS: 600 },
    { intervalMs: 5000, delayS: 60 },
  ])
})

test('what is over is neither told nor kept', () => {
  const { clock, streams: open } = streams()
  for (let i = 0; i < 100; i += 1) open.add(`GH-${i}`, { intervalMs: 1000, delayS: 10 })
  clock.now += 10_000
  expect(open.of('GH-5')).toEqual([])
  open.add('GH-new', { intervalMs: 1000, delayS: 10 })
  expect(open.size()).toBe(1)
})
