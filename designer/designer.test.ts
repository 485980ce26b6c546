import { describe, expect, test } from 'vitest'
import { limits } from '../contract/limits.ts'
import type { PageWidget } from '../contract/page-document.ts'
import { isPressed, keysShown } from './command/command.ts'
import { commandOf } from './command/commands.ts'
import { aligned, ordered, spread } from './document/arrange.ts'
import { added, copied, excess, pastedFrom } from './document/clipboard.ts'
import { find } from './document/find.ts'
import { cornersOf, resized, turnedAbout } from './document/geometry.ts'
import { grouped, inBox, ungrouped } from './document/group.ts'
import { boxed, page } from './document/sample.ts'
import { linesOf, nearest, snapped } from './document/snap.ts'
import { edited, isUnsaved, opened, redone, savedAs, selectedAs, undone } from './state.ts'
import { moving } from './tool/moving.ts'
import { drawing, resizing, selecting, turning } from './tool/tool.ts'

const still = { shift: false, alt: false, mod: false }
const setting = { scale: 1, isSnapping: false, grid: 0, hasGuides: true }
const three = () => page([boxed('a', 0, 0), boxed('b', 100, 50), boxed('c', 300, 90)])
const at = (widgets: readonly PageWidget[], id: string) => {
  const { x, y } = find(widgets, id)!.position
  return [x, y]
}
const ids = (widgets: readonly PageWidget[]) => widgets.map(({ id }) => id).join('')

function done(key: string, selected: string[], document = three(), clipboard = { text: '', pastes: 0 }) {
  const outcome = commandOf(key).run(selectedAs(opened(document), selected), { clipboard })
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome
}

describe('steps', () => {
  test('fifty steps can be undone, and a change clears the undone ones', () => {
    let state = opened(three())
    for (let i = 1; i <= 60; i += 1) {
      const widgets = [boxed('a', i, 0), ...state.document.widgets.slice(1)]
      state = edited(state, { document: { ...state.document, widgets } })
    }
    for (let i = 0; i < 100; i += 1) state = undone(state)
    expect(at(state.document.widgets, 'a')).toEqual([10, 0])
    state = redone(state)
    expect([at(state.document.widgets, 'a')[0], state.future.length]).toEqual([11, 49])
    const other = edited({ ...state, brush: 'a' }, { document: three() })
    expect([other.future.length, other.brush]).toEqual([0, null])
  })

  test('steps with the same key are merged, until the page is saved in between', () => {
    let state = opened(three())
    const nudge = () => {
      const outcome = commandOf('nudgeArrowRight').run(selectedAs(state, ['a']), { clipboard: { text: '', pastes: 0 } })
      if ('state' in outcome) state = outcome.state
    }
    nudge()
    nudge()
    expect([state.past.length, at(state.document.widgets, 'a')[0]]).toEqual([1, 2])
    state = savedAs(state, state)
    expect(isUnsaved(state)).toBe(false)
    nudge()
    expect([state.past.length, isUnsaved(state)]).toEqual([2, true])
    state = undone(state)
    expect([isUnsaved(state), at(state.document.widgets, 'a')[0]]).toEqual([false, 2])
    expect(isUnsaved(undone(state))).toBe(true)
  })

  test('a saved step beyond the undo limit stays unsaved after undoing all others', () => {
    let state = opened(three())
    for (let i = 1; i <= 52; i += 1) {
      const widgets = [boxed('a', i, 0), ...state.document.widgets.slice(1)]
      state = edited(state, { document: { ...state.document, widgets } })
      if (i === 2) expect(isUnsaved(savedAs(state, state))).toBe(false)
    }
    for (let i = 0; i < 50; i += 1) state = undone(state)
    expect([state.past.length, at(state.document.widgets, 'a')[0], isUnsaved(state)]).toEqual([0, 2, true])
    // The page was saved in the other state; returning to that state counts as saved.
    state = undone(redone(savedAs(state, state)))
    expect(isUnsaved(state)).toBe(false)
  })

  test('a change without a difference is no step', () => {
    const state = opened(three())
    expect(edited(state, { document: { ...state.document } }).past).toEqual([])
  })
})

describe('arranging', () => {
  const all = new Set(['a', 'b', 'c'])
  const whole = { x: 0, y: 0, width: 1024, height: 768 }
  test.each([
    ['left', 'c', [0, 90]],
    ['centre', 'a', [150, 0]],
    ['right', 'a', [300, 0]],
    ['top', 'c', [300, 0]],
    ['middle', 'a', [0, 45]],
    ['bottom', 'b', [100, 90]],
  ] as const)('%s', (edge, id, place) => {
    expect(at(aligned(three().widgets, all, edge, whole), id)).toEqual(place)
  })

  test('a single widget is aligned to the page, a locked one stays', () => {
    expect(at(aligned(three().widgets, new Set(['a']), 'right', whole), 'a')).toEqual([984, 0])
    const locked = [boxed('a', 5, 5, 40, 20, { posLock: true }), boxed('b', 50, 50)]
    expect(at(aligned(locked, new Set(['a', 'b']), 'left', whole), 'a')).toEqual([5, 5])
  })

  test('distribute: equal gaps between the outermost, not for two widgets', () => {
    expect(at(spread(three().widgets, all, 'x')!, 'b')).toEqual([150, 50])
    expect(spread(three().widgets, new Set(['a', 'b']), 'x')).toBeUndefined()
  })

  test.each([
    ['front', ['a'], 'bca'],
    ['back', ['c'], 'cab'],
    ['forward', ['a'], 'bac'],
    ['forward', ['b', 'c'], 'abc'],
    ['backward', ['c'], 'acb'],
    ['backward', ['b', 'c'], 'bca'],
  ] as const)('%s %j', (order, chosen, result) => {
    expect(ids(ordered(three().widgets, new Set<string>(chosen), order))).toBe(result)
  })
})

describe('groups', () => {
  const seen = (widget: PageWidget) => cornersOf(widget.position).map(({ x, y }) => [Math.round(x), Math.round(y)])

  test('two unlocked widgets form a group in the place of the topmost; ungrouping restores their places', () => {
    const { widgets } = three()
    expect(grouped(widgets, new Set(['a']), 'g')).toBeUndefined()
    const locked = [{ ...widgets[0]!, posLock: true }, widgets[1]!]
    expect(grouped(locked, new Set(['a', 'b']), 'g')).toBeUndefined()
    const made = grouped(widgets, new Set(['a', 'b']), 'g')!
    expect(ids(made)).toBe('gc')
    expect(made[0]!.position).toEqual({ x: 0, y: 0, width: 140, height: 70, rotate: 0 })
    expect(ungrouped(made[0]!).map(seen)).toEqual(widgets.slice(0, 2).map(seen))
  })

  test('ungrouping a turned group leaves its widgets where they are visible', () => {
    const [group] = grouped(three().widgets, new Set(['a', 'b']), 'g')!
    const turned = { ...group!, position: { ...group!.position, rotate: 90 } }
    // The centre of the group is (70, 35): the centre of a moves from (20, 10) to (95, -15).
    expect(ungrouped(turned)[0]!.position).toEqual({ x: 75, y: -25, width: 40, height: 20, rotate: 90 })
  })

  test('the widgets of a group are scaled with it', () => {
    const [group] = grouped(three().widgets, new Set(['a', 'b']), 'g')!
    const twice = inBox(group!, { ...group!.position, width: 280 })
    expect(twice.children!.map(({ position }) => [position.x, position.width])).toEqual([
      [0, 80],
      [200, 80],
    ])
  })
})

describe('the clipboard', () => {
  test('copies widgets to another page under new ids, moved by 50 with each paste', () => {
    const { copy } = done('copy', ['a', 'b'])
    const first = done('paste', [], page([boxed('a', 0, 0)]), { text: copy!, pastes: 0 })
    expect(first.state.document.widgets.map(({ position }) => position.x)).toEqual([0, 50, 150])
    expect(new Set(first.state.document.widgets.map(({ id }) => id)).size).toBe(3)
    expect(first.state.selected).toHaveLength(2)
    const second = done('paste', [], first.state.document, { text: copy!, pastes: first.pastes! })
    expect(second.state.document.widgets.at(-1)!.position.x).toBe(200)
  })

  test.each(['', 'words', '{"gatehouse":"widgets","widgets":[{}]}', '{"gatehouse":', '[1]'])(
    '%j is not a copy of widgets',
    (text) => {
      expect(pastedFrom(text)).toBeUndefined()
    },
  )

  test('copies get free names: Pump, Pump 2', () => {
    const pump = boxed('a', 0, 0, 40, 20, { widgetName: 'Pump' })
    const copy = added(page([pump]), [pump])
    if ('refused' in copy) throw new Error(copy.refused)
    const third = added(copy.document, [pump])
    if ('refused' in third) throw new Error(third.refused)
    expect(third.document.widgets.map(({ widgetName }) => widgetName)).toEqual(['Pump', 'Pump 2', 'Pump 3'])
  })

  test.each([
    ['Rect', limits.pageWidgets, 'tooMany'],
    ['Weather', 3, 'tooManyWeather'],
    ['Webgl', 1, 'tooManyScenes'],
  ])('%s: at most %d, including those in groups', (widgetType, most, why) => {
    const many = Array.from({ length: most }, (_, i) => boxed(`m${i}`, 0, 0, 1, 1, { widgetType }))
    expect(excess(many)).toBeUndefined()
    const more = [...many, boxed('g', 0, 0, 1, 1, { children: [boxed('x', 0, 0, 1, 1, { widgetType })] })]
    expect(excess(more)).toBe(why)
    expect(excess(JSON.parse(copied(more)).widgets)).toBe(why)
  })
})

describe('geometry', () => {
  test('resizing holds the opposite corner in place, also for a turned widget', () => {
    const before = { x: 100, y: 100, width: 80, height: 40, rotate: 90 }
    const after = resized(before, { x: 1, y: 1 }, { x: -10, y: 20 })
    expect([after.width, after.height]).toEqual([100, 50])
    const [first, now] = [cornersOf(before)[0]!, cornersOf(after)[0]!]
    expect([now.x, now.y].map(Math.round)).toEqual([first.x, first.y].map(Math.round))
  })

  test('resizing never goes below 2, can preserve the ratio, and can be centred', () => {
    const box = { x: 0, y: 0, width: 80, height: 40, rotate: 0 }
    expect(resized(box, { x: 1, y: 0 }, { x: -500, y: 0 }).width).toBe(2)
    expect(resized(box, { x: 1, y: 1 }, { x: 80, y: 0 }, { keepRatio: true })).toMatchObject({ width: 160, height: 80 })
    expect(resized(box, { x: 1, y: 0 }, { x: 10, y: 0 }, { aboutMiddle: true })).toMatchObject({ x: -10, width: 100 })
  })

  test('widgets turn about a point', () => {
    const box = { x: 0, y: 0, width: 20, height: 20, rotate: 350 }
    expect(turnedAbout(box, { x: 100, y: 10 }, 90)).toEqual({ x: 90, y: -90, width: 20, height: 20, rotate: 80 })
  })
})

describe('snapping', () => {
  test('the nearest line is found by binary search', () => {
    expect([nearest([1, 5, 9], 4), nearest([1, 5, 9], 7), nearest([], 3), nearest([2], -9)]).toEqual([
      5,
      5,
      undefined,
      2,
    ])
  })

  test('a box snaps to the nearest edge or centre within reach, otherwise to the grid or whole pixels', () => {
    const lines = linesOf([{ x: 100, y: 100, width: 40, height: 20 }])
    const box = { x: 0, y: 0, width: 30, height: 30 }
    expect(snapped(box, { x: 97.3, y: 44.4 }, lines, 5)).toEqual({ by: { x: 100, y: 44 }, lines: { x: 100, y: null } })
    expect(snapped(box, { x: 57.3, y: 0 }, lines, 5, 10).by).toEqual({ x: 60, y: 0 })
  })
})

describe('gestures', () => {
  const chosen = (...selected: string[]) => selectedAs(opened(three()), selected)

  test('moving is one step, a click none, a locked widget stays', () => {
    const gesture = moving(chosen('a', 'b'), { x: 10, y: 10 }, setting)
    expect(gesture.move({ x: 12, y: 10, ...still })).toEqual({})
    expect(gesture.move({ x: 30, y: 25, ...still }).offset).toEqual({ x: 20, y: 15 })
    const state = gesture.end({ x: 30, y: 25, ...still })
    if ('refused' in state) throw new Error()
    expect([at(state.document.widgets, 'b'), state.past.length]).toEqual([[120, 65], 1])
    const same = chosen('a')
    expect(moving(same, { x: 0, y: 0 }, setting).end({ x: 1, y: 1, ...still })).toBe(same)
    const locked = selectedAs(opened(page([boxed('a', 0, 0, 40, 20, { posLock: true })])), ['a'])
    expect(moving(locked, { x: 0, y: 0 }, setting).end({ x: 90, y: 90, ...still })).toBe(locked)
  })

  test('Ctrl and Shift move a copy, Shift alone moves along one axis', () => {
    const copy = moving(chosen('a'), { x: 0, y: 0 }, setting).end({ x: 60, y: 30, shift: true, alt: false, mod: true })
    if ('refused' in copy) throw new Error()
    expect(copy.document.widgets).toHaveLength(4)
    expect(at(copy.document.widgets, 'a')).toEqual([0, 0])
    const straight = moving(chosen('a'), { x: 0, y: 0 }, setting).move({ x: 60, y: 30, ...still, shift: true })
    expect(straight.offset).toEqual({ x: 60, y: 0 })
  })

  test('several widgets are resized in the box around them', () => {
    const state = resizing(chosen('a', 'b'), { x: 140, y: 70 }, { x: 1, y: 1 }, setting).end({
      x: 280,
      y: 140,
      ...still,
    })
    if ('refused' in state) throw new Error()
    expect(find(state.document.widgets, 'b')!.position).toMatchObject({ x: 200, y: 100, width: 80, height: 40 })
  })

  test('turning snaps to right angles', () => {
    const gesture = turning(chosen('a'), { x: 20, y: -20 })
    const { positions } = gesture.move({ x: 52, y: 8, ...still })
    expect(positions!.get('a')!.rotate).toBe(90)
  })

  test('an area selects the widgets completely inside it, with Shift in addition to the others', () => {
    const state = selecting(chosen('c'), { x: -5, y: -5 }).end({ x: 145, y: 75, ...still, shift: true })
    expect('refused' in state ? [] : state.selected).toEqual(['c', 'a', 'b'])
    const inner = selecting(chosen('c'), { x: -5, y: -5 }).end({ x: 120, y: 75, ...still })
    expect('refused' in inner ? [] : inner.selected).toEqual(['a'])
  })

  test('a drag draws a widget into its area, a click draws it in its default size', () => {
    const make = ({ x, y }: { x: number; y: number }) => boxed('n', x, y, 160, 40)
    const drawn = drawing(chosen(), { x: 10, y: 10 }, make, setting).end({ x: 60, y: 90, ...still })
    const put = drawing(chosen(), { x: 10.4, y: 10 }, make, setting).end({ x: 11, y: 10, ...still })
    const last = (state: typeof put) => ('refused' in state ? undefined : state.document.widgets.at(-1)!.position)
    expect(last(drawn)).toMatchObject({ x: 10, y: 10, width: 50, height: 80 })
    expect(last(put)).toMatchObject({ x: 10, y: 10, width: 160, height: 40 })
  })
})

describe('keys', () => {
  const key = (name: string, more: object = {}) => ({
    ...{ key: name, code: `Key${name.toUpperCase()}`, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false },
    ...more,
  })
  test.each([
    ['Mod+Z', key('z', { ctrlKey: true }), false, true],
    ['Mod+Z', key('z', { metaKey: true }), false, false],
    ['Mod+Z', key('z', { metaKey: true }), true, true],
    ['Mod+Z', key('я', { code: 'KeyZ', ctrlKey: true }), false, true],
    ['Mod+Z', key('Z', { ctrlKey: true, shiftKey: true }), false, false],
    ['Mod+Shift+Z', key('Z', { ctrlKey: true, shiftKey: true }), false, true],
    ['Delete', key('Delete', { code: 'Delete' }), false, true],
  ])('%s', (keys, pressed, isMac, is) => expect(isPressed(keys, pressed, isMac)).toBe(is))

  test('Shift turns a bracket into a brace, with the same key code', () => {
    const pressed = { key: '}', code: 'BracketRight', ctrlKey: true, metaKey: false, shiftKey: true, altKey: false }
    expect(isPressed('Mod+Shift+]', pressed, false)).toBe(true)
    expect(isPressed('Mod+Shift+[', pressed, false)).toBe(false)
  })

  test('keys are shown as on the keyboard', () => {
    expect([keysShown('Mod+Shift+Z', false), keysShown('Mod+Shift+Z', true)]).toEqual(['Ctrl+Shift+Z', '⌘⇧Z'])
  })
})
