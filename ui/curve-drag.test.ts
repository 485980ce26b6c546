import { expect, test } from 'vitest'
import { type Drag, isDrag, pannedView, pinchedView, selectedView, wheelView } from './curve-drag.ts'

const room = { home: { from: 0, to: 100_000 }, width: 100 }
const view = { from: 20_000, to: 40_000 }
const drag: Drag = { kind: 'pan', startX: 50, startView: view, startGap: 20 }

test('a pointer that hardly moves is a click', () => {
  expect([isDrag(drag, 54), isDrag(drag, 55), isDrag(drag, 45)]).toEqual([false, true, true])
})

test('a selected range is the same in either direction', () => {
  expect(selectedView({ startX: 25 }, 75, view, 100)).toEqual({ from: 25_000, to: 35_000 })
  expect(selectedView({ startX: 75 }, 25, view, 100)).toEqual({ from: 25_000, to: 35_000 })
})

test('a pan keeps the time under the pointer, and stops at the end of the history', () => {
  expect(pannedView(drag, 60, room)).toEqual({ from: 18_000, to: 38_000 })
  expect(pannedView(drag, 5000, room)).toEqual({ from: 0, to: 20_000 })
})

test('two fingers zoom around their middle, and move it', () => {
  expect(pinchedView(drag, { middle: 50, gap: 40 }, room)).toEqual({ from: 25_000, to: 35_000 })
  expect(pinchedView(drag, { middle: 60, gap: 40 }, room)).toEqual({ from: 24_000, to: 34_000 })
  expect(pinchedView(drag, { middle: 50, gap: 0 }, room)).toEqual({ from: 10_000, to: 50_000 })
})

test('the wheel zooms around the pointer; sideways or with shift it pans', () => {
  const zoomedIn = wheelView(view, { deltaX: 0, deltaY: -100, shiftKey: false }, 0, room)
  expect(zoomedIn.from).toBe(20_000)
  expect(zoomedIn.to).toBeLessThan(40_000)
  expect(wheelView(view, { deltaX: 10, deltaY: 0, shiftKey: false }, 0, room)).toEqual({ from: 22_000, to: 42_000 })
  expect(wheelView(view, { deltaX: 0, deltaY: 10, shiftKey: true }, 0, room)).toEqual({ from: 22_000, to: 42_000 })
})
