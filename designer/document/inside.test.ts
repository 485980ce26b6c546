import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import { commandOf } from '../command/commands.ts'
import { enteredAt, hitAt, leftAt } from '../hit.ts'
import { type EditorState, entered, opened, redone, selectedAs, undone } from '../state.ts'
import { moving } from '../tool/moving.ts'
import { type Ended, resizing, selecting, turning } from '../tool/tool.ts'
import { find, groupsAround } from './find.ts'
import { cornersOf } from './geometry.ts'
import { innerOf, seenIn, seenOf } from './inside.ts'
import { boxed, page } from './sample.ts'

const still = { shift: false, alt: false, mod: false }
const setting = { scale: 1, isSnapping: false, grid: 0, hasGuides: true }

/** A group at 100, 100 with `a` at its corner and `b` at 160, 180, turned by `rotate`. */
function grouping(rotate = 0): EditorState {
  const children = [boxed('a', 0, 0), boxed('b', 60, 80)]
  const group: PageWidget = { ...boxed('g', 100, 100, 100, 100, { children }), widgetType: 'group' }
  return opened(page([{ ...group, position: { ...group.position, rotate } }, boxed('c', 400, 400)]))
}
const done = (ended: Ended): EditorState => {
  if ('refused' in ended) throw new Error(ended.refused)
  return ended
}
const corners = (state: EditorState, id: string) => {
  const [widget] = seenOf(state.document, [id])
  return cornersOf(widget!.position).flatMap(({ x, y }) => [Math.round(x), Math.round(y)])
}
const groupBox = (state: EditorState) => find(state.document.widgets, 'g')!.position

describe('a group opened for editing', () => {
  test('by double click: the widget under the pointer is selected, and only widgets of the group are hit', () => {
    const state = enteredAt(grouping(), { x: 110, y: 110 }, 0)
    expect([state.inside, state.selected]).toEqual(['g', ['a']])
    expect(hitAt(state, { x: 410, y: 410 }, 0, false)).toBeUndefined()
    expect(leftAt(state, { x: 195, y: 105 }, 0)).toBe(state)
    expect(leftAt(state, { x: 410, y: 410 }, 0)).toMatchObject({ inside: null, selected: [] })
  })

  test('is closed and selected by Escape; a second Escape selects nothing', () => {
    const pressEscape = (state: EditorState) => {
      const outcome = commandOf('selectNone').run(state, { clipboard: { text: '', pastes: 0 } })
      if ('refused' in outcome) throw new Error()
      return outcome.state
    }
    const first = pressEscape(selectedAs(grouping(), ['a']))
    expect(first).toMatchObject({ inside: null, selected: ['g'] })
    expect(pressEscape(first)).toMatchObject({ inside: null, selected: [] })
  })

  test('fits its box to a moved widget', () => {
    const state = done(moving(selectedAs(grouping(), ['a']), { x: 0, y: 0 }, setting).end({ x: -30, y: 10, ...still }))
    expect(corners(state, 'a').slice(0, 2)).toEqual([70, 110])
    expect(corners(state, 'b').slice(0, 2)).toEqual([160, 180])
    expect(groupBox(state)).toMatchObject({ x: 70, y: 110, width: 130, height: 90 })
    expect([state.inside, state.past.length]).toEqual(['g', 1])
    const before = undone(state)
    expect([groupBox(before).x, before.inside, redone(before).selected]).toEqual([100, 'g', ['a']])
  })

  test('fits its box to a resized or turned widget', () => {
    const chosen = selectedAs(grouping(), ['b'])
    const wide = done(resizing(chosen, { x: 200, y: 200 }, { x: 1, y: 1 }, setting).end({ x: 250, y: 220, ...still }))
    expect(groupBox(wide)).toMatchObject({ x: 100, y: 100, width: 150, height: 120 })
    const turned = done(turning(chosen, { x: 180, y: 150 }).end({ x: 220, y: 190, ...still }))
    expect(find(turned.document.widgets, 'b')!.position.rotate).toBe(90)
    expect(groupBox(turned)).toMatchObject({ width: 90, height: 110 })
  })

  test('turned: a widget follows the pointer, and the other stays in its visible place', () => {
    const before = selectedAs(grouping(90), ['a'])
    const state = done(moving(before, { x: 0, y: 0 }, setting).end({ x: 50, y: 20, ...still }))
    const went = corners(before, 'a').map((each, i) => each + (i % 2 === 0 ? 50 : 20))
    expect(corners(state, 'a')).toEqual(went)
    expect(corners(state, 'b')).toEqual(corners(before, 'b'))
  })

  test('limits area selection to its widgets', () => {
    const within = entered(grouping(), 'g')
    const state = done(selecting(within, { x: 0, y: 0 }).end({ x: 900, y: 900, ...still }))
    expect(state.selected).toEqual(['a', 'b'])
  })

  test('does not move its widgets when it is locked', () => {
    const { document } = grouping()
    const locked = opened({ ...document, widgets: document.widgets.map((each) => ({ ...each, posLock: true })) })
    const state = selectedAs(locked, ['a'])
    expect(moving(state, { x: 0, y: 0 }, setting).end({ x: 50, y: 50, ...still })).toBe(state)
  })

  test('shrinks when a widget is deleted, and is removed with its last widget', () => {
    const outcome = commandOf('delete').run(selectedAs(grouping(), ['b']), { clipboard: { text: '', pastes: 0 } })
    if ('refused' in outcome) throw new Error()
    expect(groupBox(outcome.state)).toMatchObject({ x: 100, width: 40, height: 20 })
    expect(outcome.state.inside).toBe('g')
    const last = commandOf('delete').run(selectedAs(outcome.state, ['a']), { clipboard: { text: '', pastes: 0 } })
    expect('state' in last && [last.state.inside, last.state.document.widgets.length]).toEqual([null, 1])
  })
})

const degrees = fc.constantFrom(0, 30, 90, 215)
const place = fc.integer({ min: -300, max: 300 })
const nested = fc.array(fc.record({ x: place, y: place, rotate: degrees }), { maxLength: 3 }).map((all) =>
  all.map(({ x, y, rotate }, i) => {
    const widget = boxed(`g${i}`, x, y, 200, 120)
    return { ...widget, position: { ...widget.position, rotate } }
  }),
)

test('converting to page coordinates and back restores the position, at any depth and rotation', () => {
  fc.assert(
    fc.property(nested, place, place, degrees, (around, x, y, rotate) => {
      const position = { x, y, width: 50, height: 30, rotate }
      const back = innerOf(seenIn(position, around), around)
      expect(back.x).toBeCloseTo(x, 6)
      expect(back.y).toBeCloseTo(y, 6)
      expect(back.rotate).toBeCloseTo(rotate, 6)
    }),
  )
})

test('in nested groups moving one widget moves no other, and all boxes are fitted', () => {
  fc.assert(
    fc.property(degrees, degrees, place, place, (outer, inner, x, y) => {
      const within: PageWidget = { ...boxed('h', 0, 0, 100, 100), widgetType: 'group' }
      within.position.rotate = inner
      within.children = [boxed('a', 0, 0), boxed('b', 60, 80)]
      const whole: PageWidget = { ...boxed('g', 300, 300, 240, 180), widgetType: 'group' }
      whole.position.rotate = outer
      whole.children = [within, boxed('d', 200, 160)]
      const before = selectedAs(opened(page([whole])), ['a'])
      const state = done(moving(before, { x: 0, y: 0 }, setting).end({ x, y, ...still, alt: true }))
      if (state === before) return
      for (const id of ['b', 'd'])
        corners(state, id).forEach((each, i) => {
          expect(Math.abs(each - corners(before, id)[i]!)).toBeLessThanOrEqual(1)
        })
      expect(groupsAround(state.document.widgets, 'a')!.map(({ id }) => id)).toEqual(['g', 'h'])
    }),
  )
})
