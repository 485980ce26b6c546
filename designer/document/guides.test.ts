import { describe, expect, test } from 'vitest'
import { PageDocument } from '../../contract/page-document.ts'
import { commandOf } from '../command/commands.ts'
import { type EditorState, opened, selectedAs, undone } from '../state.ts'
import { guiding } from '../tool/guiding.ts'
import { moving } from '../tool/moving.ts'
import { guidesOf, maxGuides } from './guides.ts'
import { boxed, page } from './sample.ts'

const still = { shift: false, alt: false, mod: false }
const setting = { scale: 1, isSnapping: true, grid: 0, hasGuides: true }
const fresh = () => opened(page([boxed('a', 300, 300)]))

function pulled(state: EditorState, axis: 'x' | 'y', index: number, to: number): EditorState {
  const ended = guiding(state, axis, index, setting).end({ x: to, y: to, ...still })
  if ('refused' in ended) throw new Error(ended.refused)
  return ended
}

describe('a guide', () => {
  test('is dragged from a ruler, moved, undone, and saved with the page', () => {
    const first = pulled(fresh(), 'x', 0, 120.4)
    expect([guidesOf(first.document.con), first.guide, first.past.length]).toEqual([
      { x: [120], y: [] },
      { axis: 'x', index: 0 },
      1,
    ])
    const moved = pulled(first, 'x', 0, 140)
    expect(guidesOf(PageDocument.parse(JSON.parse(JSON.stringify(moved.document))).con).x).toEqual([140])
    expect([guidesOf(undone(moved).document.con).x, undone(moved).guide]).toEqual([[120], null])
  })

  test('is removed by dragging it off the page, or by Delete', () => {
    const state = pulled(pulled(fresh(), 'y', 0, 100), 'y', 1, 200)
    expect(guidesOf(pulled(state, 'y', 0, -4).document.con).y).toEqual([200])
    const outcome = commandOf('delete').run(state, { clipboard: { text: '', pastes: 0 } })
    expect('state' in outcome && [guidesOf(outcome.state.document.con).y, outcome.state.guide]).toEqual([[100], null])
    expect(pulled(state, 'y', 0, 102).document).toBe(state.document)
    const never = fresh()
    expect(pulled(never, 'y', 0, -4)).toBe(never)
  })

  test('snaps to widgets, and widgets snap to it while guides are visible', () => {
    const state = pulled(fresh(), 'x', 0, 303)
    expect(guidesOf(state.document.con).x).toEqual([300])
    const chosen = selectedAs(pulled(fresh(), 'x', 0, 460), ['a'])
    expect(chosen.guide).toBeNull()
    const by = (hasGuides: boolean) =>
      moving(chosen, { x: 0, y: 0 }, { ...setting, hasGuides }).move({ x: 157, y: 40, ...still }).offset!.x
    expect([by(true), by(false)]).toEqual([160, 157])
  })

  test('is one of a hundred at most; invalid entries are ignored', () => {
    let state = fresh()
    for (let i = 0; i < maxGuides; i += 1) state = pulled(state, i % 2 ? 'x' : 'y', Math.floor(i / 2), 400 + i)
    expect(guiding(state, 'x', 50, setting).end({ x: 9, y: 9, ...still })).toEqual({ refused: 'tooManyGuides' })
    expect(guidesOf({ ...state.document.con, guides: { x: ['1', null, 7], y: 'no' } })).toEqual({ x: [7], y: [] })
    expect(guidesOf({ ...state.document.con, guides: null })).toEqual({ x: [], y: [] })
  })
})
