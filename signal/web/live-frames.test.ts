import { expect, test } from 'vitest'
import { createLiveFrames } from './live-frames.ts'

/** A browser whose tasks, frames and paints end when the test decides. */
function stage() {
  const told: string[] = []
  const waiting = { soon: [] as (() => void)[], frame: [] as (() => void)[], painted: [] as (() => void)[] }
  const state = { visible: true }
  const run = (of: keyof typeof waiting) => {
    for (const act of waiting[of].splice(0)) act()
  }
  const frames = createLiveFrames({
    soon: (act) => void waiting.soon.push(act),
    frame: (act) => {
      waiting.frame.push(act)
      return () => void waiting.frame.splice(waiting.frame.indexOf(act), 1)
    },
    settle: () => void told.push('laid out'),
    painted: (done) => void waiting.painted.push(done),
    visible: () => state.visible,
  })
  return {
    ...{ frames, told, state },
    draw: (name: string) => frames.next(() => void told.push(name)),
    endTask: () => run('soon'),
    frame: () => {
      run('frame')
      run('painted')
    },
  }
}

test('the first drawing after a frame is written and laid out at the end of its task', () => {
  const { draw, endTask, frame, told } = stage()
  draw('a')
  expect(told).toEqual([])
  endTask()
  expect(told).toEqual(['a', 'laid out'])
  frame()
  draw('b')
  endTask()
  expect(told).toEqual(['a', 'laid out', 'b', 'laid out'])
})

test('later drawings wait for the frame, and the first after that frame does not', () => {
  const { draw, endTask, frame, told } = stage()
  for (const name of ['a', 'b', 'c']) draw(name)
  endTask()
  draw('d')
  endTask()
  expect(told).toEqual(['a', 'laid out'])
  frame()
  expect(told).toEqual(['a', 'laid out', 'b', 'c', 'd'])
  draw('e')
  endTask()
  expect(told.slice(-2)).toEqual(['e', 'laid out'])
})

test('in a hidden tab all drawings wait for a frame', () => {
  const { draw, endTask, frame, told, state } = stage()
  state.visible = false
  draw('a')
  endTask()
  expect(told).toEqual([])
  frame()
  expect(told).toEqual(['a'])
})

test.each(['the first', 'another'])('%s can be cancelled', (which) => {
  const { draw, endTask, frame, told } = stage()
  if (which === 'another') draw('a')
  draw('x')()
  endTask()
  frame()
  expect(told).not.toContain('x')
})

test('writes before and within a frame are painted with it', () => {
  const { frames, endTask, frame, told } = stage()
  for (const name of ['a', 'b']) frames.next(() => frames.painted(() => void told.push(`${name} painted`)))
  endTask()
  expect(told).toEqual(['laid out'])
  frame()
  expect(told).toEqual(['laid out', 'b painted', 'a painted'])
})
