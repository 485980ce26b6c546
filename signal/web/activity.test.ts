import { expect, test } from 'vitest'
import { watchActivity } from './activity.ts'

function stage() {
  const target = new EventTarget()
  const time = { now: 0 }
  const activity = watchActivity(target, () => time.now)
  return { target, time, activity, move: (name: string) => target.dispatchEvent(new Event(name)) }
}

test('idle time counts from the start', () => {
  const { time, activity } = stage()
  time.now = 5_000
  expect(activity.idleMs()).toBe(5_000)
})

test.each(['mousemove', 'mousedown', 'wheel', 'keydown', 'touchstart', 'touchmove'])('%s is activity', (name) => {
  const { time, activity, move } = stage()
  time.now = 5_000
  move(name)
  time.now = 5_300
  expect(activity.idleMs()).toBe(300)
})

test('events after stop have no effect', () => {
  const { time, activity, move } = stage()
  activity.stop()
  time.now = 9_000
  move('mousemove')
  expect(activity.idleMs()).toBe(9_000)
})
