import { expect, test } from 'vitest'
import { listenToHand } from './curve-gestures.ts'

/** Just enough of an element for a hand, and the places of its cursor. */
function chart() {
  const node = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ left: 0 }),
    setPointerCapture: () => undefined,
  })
  const cursors: (number | null)[] = []
  const view = { from: 0, to: 1000 }
  listenToHand(node as unknown as HTMLElement, {
    area: () => ({ left: 0, width: 100 }),
    ...{ view: () => view, home: () => view, show: () => undefined, reset: () => undefined },
    ...{ cursor: (x) => cursors.push(x), step: () => undefined, select: () => undefined },
  })
  const send = (type: string, pointerType: string) =>
    node.dispatchEvent(Object.assign(new Event(type), { pointerType, pointerId: 1, button: 0, clientX: 40 }))
  return { send, cursors }
}

test('a cursor set by a finger stays when the finger is lifted; the mouse takes its own along', () => {
  const touched = chart()
  for (const type of ['pointerdown', 'pointerup', 'pointerleave']) touched.send(type, 'touch')
  expect(touched.cursors).toEqual([40])
  const pointed = chart()
  for (const type of ['pointermove', 'pointerleave']) pointed.send(type, 'mouse')
  expect(pointed.cursors).toEqual([40, null])
})
