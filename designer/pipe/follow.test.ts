// Pipes stay attached to their ports when the connected widgets change.
import { describe, expect, test } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import { find } from '../document/find.ts'
import { page } from '../document/sample.ts'
import { type EditorState, opened, selectedAs, undone, withWidgets } from '../state.ts'
import { moving } from '../tool/moving.ts'
import { tiedIn } from './follow.ts'
import { cornersOfPipe, throughCorners, tiesOf } from './pipe.ts'
import { portsOf } from './ports.ts'
import { done, faultsOf, symbol } from './sample.ts'

const joined = (): EditorState =>
  done(selectedAs(opened(page([symbol('a', 100, 100), symbol('b', 300, 200)])), ['a', 'b']), 'connect')
const pipeIn = ({ document }: EditorState): PageWidget => tiedIn(document.widgets)[0]!
const setting = { scale: 1, isSnapping: false, grid: 0, hasGuides: false }
const still = { shift: false, alt: false, mod: false }
const moved = (state: EditorState, ids: readonly string[], dx: number, dy: number): EditorState => {
  const ended = moving(selectedAs(state, ids), { x: 0, y: 0 }, setting).end({ x: dx, y: dy, ...still })
  if ('refused' in ended) throw new Error(ended.refused)
  return ended
}

/** Expects both ends of the pipe to be connected to ports. */
function expectTied(state: EditorState): void {
  const { from, to } = tiesOf(pipeIn(state))
  expect([from !== undefined, to !== undefined, faultsOf(state.document)]).toEqual([true, true, []])
}

test('two symbols are connected at the ports that face each other', () => {
  const state = joined()
  expect(tiesOf(pipeIn(state))).toEqual({ from: { widget: 'a', port: 'right' }, to: { widget: 'b', port: 'left' } })
  expect(cornersOfPipe(pipeIn(state))[0]).toEqual({ x: 148, y: portsOf(symbol('a', 100, 100))[0]!.at.y })
  expectTied(state)
})

describe('the ends stay at their ports', () => {
  test.each<[string, (state: EditorState) => EditorState]>([
    ['dragged', (state) => moved(state, ['b'], 37, 91)],
    ['nudged', (state) => done(selectedAs(state, ['a']), 'nudgeShift+ArrowDown')],
    ['turned', (state) => done(selectedAs(state, ['a']), 'rotate')],
    ['both turned', (state) => done(selectedAs(state, ['a', 'b']), 'rotate')],
    ['aligned', (state) => done(selectedAs(state, ['a', 'b']), 'align-top')],
    ['grouped, and the group moved', (state) => moved(done(selectedAs(state, ['a', 'b']), 'group'), ['a'], 0, 0)],
    [
      'all grouped and turned',
      (state) => done(done(done(selectedAs(state, ['a', 'b', pipeIn(state).id]), 'group'), 'rotate'), 'ungroup'),
    ],
    [
      'one grouped with the pipe, turned, and ungrouped',
      (state) => done(done(done(selectedAs(state, ['a', pipeIn(state).id]), 'group'), 'rotate'), 'ungroup'),
    ],
    ['one moved with the pipe', (state) => moved(state, ['a', pipeIn(state).id], 20, 30)],
    [
      'mirrored',
      (state) =>
        withWidgets(
          state,
          state.document.widgets.map((widget) => (widget.id === 'a' ? { ...widget, style: { flip: true } } : widget)),
        ),
    ],
    [
      'another symbol',
      (state) =>
        withWidgets(
          state,
          state.document.widgets.map((widget) =>
            widget.id === 'b' ? { ...widget, data: { symbol: 'drain' } } : widget,
          ),
        ),
    ],
  ])('%s; undo restores the pipe in one step', (_, act) => {
    const before = joined()
    const after = act(before)
    expectTied(after)
    let back = after
    while (back.past.length > before.past.length) back = undone(back)
    expect(back.document).toEqual(before.document)
  })
})

test('a pipe that is moved alone is untied', () => {
  const state = joined()
  const next = moved(state, [pipeIn(state).id], 0, 50)
  expect(tiedIn(next.document.widgets)).toEqual([])
})

test('a pipe is untied from a deleted widget, and stays', () => {
  const state = joined()
  const { id } = pipeIn(state)
  const one = done(selectedAs(state, ['a']), 'delete')
  expect(tiesOf(find(one.document.widgets, id)!)).toEqual({ to: { widget: 'b', port: 'left' } })
  const none = done(selectedAs(one, ['b']), 'delete')
  expect(find(none.document.widgets, id)!.pipe).toBeUndefined()
})

test('widgets copied with their pipe are tied; a copy of the pipe alone is not', () => {
  const state = joined()
  const { id } = pipeIn(state)
  const all = done(selectedAs(state, ['a', 'b', id]), 'duplicate')
  const [first, second, third] = all.selected
  expect(tiesOf(find(all.document.widgets, third!)!)).toEqual({
    from: { widget: first, port: 'right' },
    to: { widget: second, port: 'left' },
  })
  const alone = done(selectedAs(state, [id]), 'duplicate')
  expect(find(alone.document.widgets, alone.selected[0]!)!.pipe).toBeUndefined()
})

test('a pipe bent by hand preserves its middle if possible', () => {
  const state = joined()
  const { id } = pipeIn(state)
  const corners = cornersOfPipe(pipeIn(state)).map((at, i) => (i === 1 || i === 2 ? { ...at, x: 260 } : at))
  const byHand = withWidgets(
    selectedAs(state, [id]),
    state.document.widgets.map((widget) => (widget.id === id ? throughCorners(widget, corners) : widget)),
  )
  expect(tiesOf(pipeIn(byHand)).bent).toBe(true)
  const after = moved(byHand, ['a'], 10, -40)
  expectTied(after)
  expect(cornersOfPipe(pipeIn(after)).map(({ x }) => Math.round(x))).toEqual([158, 260, 260, 300])
  // The pipe gets a new route if its middle part would cross the symbol.
  const far = moved(after, ['a'], 120, 300)
  expectTied(far)
  expect(tiesOf(pipeIn(far)).bent).toBeUndefined()
})

test('ports follow the drawn symbol: mirrored, turned, centred in a wide box', () => {
  const at = { x: 0, y: 0, width: 96, height: 48, rotate: 0 }
  const tee = (more: Partial<PageWidget>) =>
    portsOf(symbol('t', 0, 0, { data: { symbol: 'elbow' }, position: at, ...more }))
  expect(tee({})).toEqual([
    { name: 'left', at: { x: 24, y: 24 }, side: 'left' },
    { name: 'bottom', at: { x: 48, y: 48 }, side: 'bottom' },
  ])
  expect(tee({ style: { flip: true } })[0]).toEqual({ name: 'left', at: { x: 72, y: 24 }, side: 'right' })
  const [turned] = tee({ position: { ...at, rotate: 90 } })
  expect(turned!.side).toBe('top')
  expect(turned!.at.x).toBeCloseTo(48)
  expect(turned!.at.y).toBeCloseTo(0)
})

test('invalid ties in a stored page are ignored', () => {
  const odd = [{ pipe: 3 }, { pipe: { from: 'x' } }, { pipe: { from: { widget: 'gone', port: 'left' }, kept: 1 } }]
  for (const more of odd) {
    const pipe: PageWidget = { ...symbol('p', 0, 0), widgetType: 'shapeLine', ...more }
    const state = opened(page([pipe, symbol('a', 100, 100)]))
    expect(() => moved(state, ['a'], 10, 10)).not.toThrow()
  }
})
