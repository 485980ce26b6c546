import { describe, expect, test } from 'vitest'
import { guidesOf, maxGuides } from '../document/guides.ts'
import { boxed, page } from '../document/sample.ts'
import { type EditorState, opened, selectedAs, undone } from '../state.ts'
import { commandOf } from './commands.ts'
import { guideAt, guidesInOrder, withoutGuide } from './guide.ts'

const context = { clipboard: { text: '', pastes: 0 } }
function done(state: EditorState, ...keys: string[]): EditorState {
  return keys.reduce((now, key) => {
    const command = commandOf(key)
    const may = command.when(now, context)
    const outcome = may === true ? command.run(now, context) : { refused: may }
    if ('refused' in outcome) throw new Error(outcome.refused)
    return outcome.state
  }, state)
}
const fresh = () => opened(page([boxed('a', 300, 300)]))
const guides = ({ document }: EditorState) => guidesOf(document.con)

describe('a guide moved by the keyboard', () => {
  test('is added in the middle of the page, the next one beside it, and selected', () => {
    const state = done(selectedAs(fresh(), ['a']), 'guide-x', 'guide-x', 'guide-y')
    expect(guides(state)).toEqual({ x: [512, 532], y: [384] })
    expect([state.guide, state.selected, state.past.length]).toEqual([{ axis: 'y', index: 0 }, [], 3])
    expect(guides(undone(state))).toEqual({ x: [512, 532], y: [] })
  })

  test('moves along its axis by the arrow keys, by 10 with Shift, within the page; consecutive steps are one', () => {
    const state = done(fresh(), 'guide-x', 'nudgeArrowRight', 'nudgeShift+ArrowRight', 'nudgeArrowUp', 'nudgeArrowLeft')
    expect([guides(state).x, state.past.length, state.guide]).toEqual([[522], 2, { axis: 'x', index: 0 }])
    let far = state
    for (let i = 0; i < 80; i += 1) far = done(far, 'nudgeShift+ArrowRight')
    expect(guides(far).x).toEqual([1024])
    expect(guides(undone(far)).x).toEqual([512])
    expect(done(done(fresh(), 'guide-y'), 'nudgeArrowLeft').document).toEqual(done(fresh(), 'guide-y').document)
  })

  test('is selected in order: vertical guides from the left, then horizontal ones from above, in a circle', () => {
    let state = done(fresh(), 'guide-x', 'guide-x', 'guide-y')
    state = guideAt(state, { axis: 'x', index: 1 }, 40)
    expect(guidesInOrder(state.document.con)).toEqual([
      { axis: 'x', index: 1, at: 40 },
      { axis: 'x', index: 0, at: 512 },
      { axis: 'y', index: 0, at: 384 },
    ])
    const next = (from: EditorState, key = 'guide-next') => done(from, key)
    const places: (number | undefined)[] = []
    for (let i = 0; i < 4; i += 1) {
      state = next(state)
      places.push(guides(state)[state.guide!.axis][state.guide!.index])
    }
    expect(places).toEqual([512, 384, 40, 512])
    expect(next(state, 'guide-previous').guide).toEqual({ axis: 'x', index: 1 })
    const chosen = selectedAs(state, ['a'])
    expect(chosen.guide).toBeNull()
    expect([next(chosen).guide, next(chosen).selected]).toEqual([{ axis: 'x', index: 1 }, []])
    expect(next(chosen, 'guide-previous').guide).toEqual({ axis: 'y', index: 0 })
  })

  test('moves to a typed position; the digits are one step', () => {
    let state = done(fresh(), 'guide-y')
    for (const at of [1, 12, 12.5]) state = guideAt(state, { axis: 'y', index: 0 }, at)
    expect([guides(state).y, state.past.length, state.guide]).toEqual([[12.5], 2, { axis: 'y', index: 0 }])
    expect(guideAt(state, { axis: 'y', index: 7 }, 3)).toBe(state)
  })

  test('is removed by Delete or by its button; another selected guide stays selected', () => {
    const state = done(fresh(), 'guide-x', 'guide-x', 'guide-x')
    const two = withoutGuide(state, { axis: 'x', index: 0 })
    expect([guides(two).x, two.guide]).toEqual([[532, 552], { axis: 'x', index: 1 }])
    expect([guides(done(two, 'delete')).x, done(two, 'delete').guide]).toEqual([[532], null])
    expect(done(two, 'selectNone').guide).toBeNull()
  })

  test('cannot be selected on a page without guides, and is one of a hundred at most', () => {
    expect(() => done(fresh(), 'guide-next')).toThrow('noGuides')
    let state = fresh()
    for (let i = 0; i < maxGuides; i += 1) state = done(state, i % 2 ? 'guide-x' : 'guide-y')
    expect(() => done(state, 'guide-x')).toThrow('tooManyGuides')
    const { x, y } = guides(state)
    expect([new Set(x).size, new Set(y).size]).toEqual([50, 50])
    expect([...x, ...y].every((at) => at >= 0 && at <= 1024)).toBe(true)
  })
})
