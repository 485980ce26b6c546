import { expect, test } from 'vitest'
import type { CurveView } from './curve-data.ts'
import { CurveGestures } from './curve-gestures.ts'

/** A minimal element for gestures, and the positions of its cursor. */
function chart({ left = 0, width = 100, offsetWidth = 100 } = {}) {
  const node = Object.assign(new EventTarget(), {
    offsetWidth,
    getBoundingClientRect: () => ({ left, width }),
    setPointerCapture: () => undefined,
  })
  const cursors: (number | null)[] = []
  const home = { from: 0, to: 1_000_000 }
  const finals: CurveView[] = []
  let view: CurveView = home
  new CurveGestures(node as unknown as HTMLElement, {
    area: () => ({ left: 0, width: 100 }),
    ...{ view: () => view, home: () => home, reset: () => undefined },
    show: (next, isFinal) => {
      view = next
      if (isFinal) finals.push(next)
    },
    ...{ cursor: (x) => cursors.push(x), step: () => undefined, select: () => undefined },
  })
  const send = (type: string, pointerType: string, { pointerId = 1, clientX = 40 } = {}) =>
    node.dispatchEvent(Object.assign(new Event(type), { pointerType, pointerId, button: 0, clientX }))
  return { send, cursors, finals }
}

test('a cursor set by a finger stays when the finger is lifted; the mouse takes its own along', () => {
  const touched = chart()
  for (const type of ['pointerdown', 'pointerup', 'pointerleave']) touched.send(type, 'touch')
  expect(touched.cursors).toEqual([40])
  const pointed = chart()
  for (const type of ['pointermove', 'pointerleave']) pointed.send(type, 'mouse')
  expect(pointed.cursors).toEqual([40, null])
})

test('the view of a two-finger zoom is reported when the last finger is lifted, even if it did not move', () => {
  const { send, finals } = chart()
  const [left, right] = [
    { pointerId: 1, clientX: 40 },
    { pointerId: 2, clientX: 60 },
  ]
  send('pointerdown', 'touch', left)
  send('pointerdown', 'touch', right)
  send('pointermove', 'touch', { ...right, clientX: 80 })
  send('pointerup', 'touch', { ...right, clientX: 80 })
  expect(finals).toEqual([])
  send('pointerup', 'touch', left)
  expect(finals).toHaveLength(1)
  expect(finals[0]!.to - finals[0]!.from).toBe(500_000)
})

test('on a page that is drawn smaller the cursor is where the mouse is', () => {
  const { send, cursors } = chart({ left: 10, width: 50, offsetWidth: 100 })
  send('pointermove', 'mouse', { clientX: 35 })
  expect(cursors).toEqual([50])
})
