import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandOf } from '../command/commands.ts'
import { opened, selectedAs } from '../state.ts'
import { moving } from '../tool/moving.ts'
import { pasted } from './clipboard.ts'
import { boxOf } from './geometry.ts'
import { heldOnPage, pasteStep, pulledOn } from './hold.ts'
import { boxed, page } from './sample.ts'

const room = { width: 1000, height: 700 }
const nowhere = { x: 0, y: 0 }

describe('5 pixels of a widget stay on the page', () => {
  test('at any distance; a widget outside is not pulled in', () => {
    expect(heldOnPage([{ x: 10, y: 10, width: 50, height: 50 }], { x: -900, y: 900 }, room)).toEqual({ x: -55, y: 685 })
    expect(heldOnPage([{ x: 2000, y: 0, width: 50, height: 50 }], { x: 5, y: 0 }, room)).toEqual({ x: 0, y: 0 })
  })

  test('for each of several widgets, not only for all together', () => {
    const boxes = [
      { x: 0, y: 0, width: 20, height: 20 },
      { x: 500, y: 0, width: 20, height: 20 },
    ]
    expect(heldOnPage(boxes, { x: -300, y: 0 }, room)).toEqual({ x: -15, y: 0 })
  })

  test('when it is nudged, and a nudge without effect is no step', () => {
    let state = selectedAs(opened(page([boxed('a', -34, 0)])), ['a'])
    for (let i = 0; i < 3; i += 1) {
      const outcome = commandOf('nudgeArrowLeft').run(state, { clipboard: { text: '', pastes: 0 } })
      if ('state' in outcome) state = outcome.state
    }
    expect(state.document.widgets[0]!.position.x).toBe(-35)
    const again = commandOf('nudgeShift+ArrowLeft').run(state, { clipboard: { text: '', pastes: 0 } })
    expect('state' in again && again.state.past.length).toBe(1)
  })

  test('when many widgets are dragged', () => {
    const state = selectedAs(opened(page([boxed('a', 0, 0), boxed('b', 500, 0)])), ['a', 'b'])
    const gesture = moving(state, nowhere, { scale: 1, isSnapping: false, grid: 0, hasGuides: true })
    expect(gesture.move({ x: -600, y: 0, shift: false, alt: false, mod: false }).offset).toEqual({ x: -35, y: 0 })
  })
})

describe('pasting', () => {
  const small = [{ x: 800, y: 500, width: 40, height: 20 }]
  test.each([
    [0, 0, 0],
    [1, 50, 50],
    [3, 150, 150],
    // The fourth paste would leave the page, which is 1000 wide, so it starts again at the top left.
    [4, -800, -500],
    [5, -750, -450],
  ])('paste number %d moves by %d, %d', (turn, x, y) => expect(pasteStep(small, turn, room)).toEqual({ x, y }))

  test('from a larger page starts at the top left, with each widget on the page', () => {
    const large = [boxed('a', 3000, 2000), boxed('b', 9000, 2000)]
    const next = pasted(page([]), large, 0)
    if ('refused' in next) throw new Error(next.refused)
    expect(next.document.widgets.map(({ position }) => position.x)).toEqual([0, 1019])
  })

  test('any number of pastes leaves a part of each widget on the page', () => {
    const number = fc.integer({ min: -3000, max: 3000 })
    const size = fc.integer({ min: 0, max: 2000 })
    const box = fc.tuple(number, number, size, size)
    fc.assert(
      fc.property(fc.array(box, { minLength: 1, maxLength: 5 }), fc.nat(60), (all, turn) => {
        const widgets = all.map(([x, y, width, height], i) => boxed(`w${i}`, x, y, width, height))
        const next = pasted(page([]), widgets, turn)
        if ('refused' in next) throw new Error(next.refused)
        for (const { position } of next.document.widgets)
          expect(pulledOn(boxOf(position), { width: 1024, height: 768 })).toEqual(nowhere)
      }),
    )
  })
})
