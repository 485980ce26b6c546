// Pipes and groups: pipes stay at their ports when a group, its contents or its neighbours change.
import { describe, expect, test } from 'vitest'
import { PageDocument, type PageWidget } from '../../contract/page-document.ts'
import { brushed } from '../document/brush.ts'
import { pasted, pastedFrom } from '../document/clipboard.ts'
import { find, groupsAround, idsIn, replaced } from '../document/find.ts'
import { merged } from '../document/merge.ts'
import { boxed, page } from '../document/sample.ts'
import { typedAt } from '../document/typed.ts'
import { type EditorState, edited, opened, selectedAs, undone, withWidgets } from '../state.ts'
import { nothingFilled, type Placeable, placedSymbol, updatedWithin } from '../symbol/placed.ts'
import { draftOf } from '../symbol/symbol.ts'
import { moving } from '../tool/moving.ts'
import { bending, ending, joining, pipeInHand, stretchesOf } from '../tool/piping.ts'
import { type Ended, resizing, turning } from '../tool/tool.ts'
import { portsSeen, tiedIn } from './follow.ts'
import { cornersOfPipe, pipeType, tiesOf } from './pipe.ts'
import { done, faultsOf, symbol, untiedBy } from './sample.ts'

const setting = { scale: 1, isSnapping: false, grid: 0, hasGuides: false }
const still = { shift: false, alt: false, mod: false }
const ok = (ended: Ended): EditorState => {
  if ('refused' in ended) throw new Error(ended.refused)
  return ended
}
const chosen = (state: EditorState, ...ids: string[]): EditorState => selectedAs(state, ids)
const groupOf = ({ document }: EditorState, id: string): string => groupsAround(document.widgets, id)!.at(-1)!.id
const outermost = ({ document }: EditorState, id: string): string => groupsAround(document.widgets, id)![0]!.id
const joined = (state: EditorState, from: string, to: string): EditorState => done(chosen(state, from, to), 'connect')

/**
 * Symbols a, b, c, d, and e outside the groups. Pipes: within the inner group (a to b), from the inner to the outer
 * group (b to c), and out of both (c to e, a to e). Both groups are turned.
 */
function plant(): EditorState {
  const all = [
    ...[symbol('a', 100, 100), symbol('b', 220, 100), symbol('c', 300, 260), symbol('e', 700, 400)],
    boxed('text', 90, 60, 120, 20),
  ]
  let state = joined(opened(page(all)), 'a', 'b')
  state = done(chosen(state, 'a', 'b', tiedIn(state.document.widgets)[0]!.id), 'group')
  state = done(state, 'rotate')
  state = joined(state, 'b', 'c')
  const between = state.selected[0]!
  state = done(chosen(state, groupOf(state, 'a'), 'c', between, 'text'), 'group')
  state = ok(turning(state, { x: 0, y: 0 }).end({ x: 40, y: 5, ...still }))
  return opened(joined(joined(state, 'c', 'e'), 'a', 'e').document)
}
const moved = (state: EditorState, dx: number, dy: number): EditorState =>
  ok(moving(state, { x: 0, y: 0 }, setting).end({ x: dx, y: dy, ...still }))
const sized = (state: EditorState, dx: number, dy: number): EditorState =>
  ok(resizing(state, { x: 0, y: 0 }, { x: 1, y: 1 }, setting).end({ x: dx, y: dy, ...still }))

test('pipes are tied within groups and across them', () => {
  const { document } = plant()
  expect(faultsOf(document)).toEqual([])
  expect(
    tiedIn(document.widgets)
      .map(tiesOf)
      .flatMap(({ from, to }) => [from?.widget, to?.widget]),
  ).toEqual(expect.arrayContaining(['a', 'b', 'b', 'c', 'c', 'e', 'a', 'e']))
  expect(tiedIn(document.widgets)).toHaveLength(4)
})

const outer = (state: EditorState): EditorState => chosen(state, outermost(state, 'a'))
const inner = (state: EditorState): EditorState => chosen(state, groupOf(state, 'a'))
const typed = (state: EditorState, ids: string[], position: Partial<PageWidget['position']>): EditorState => {
  const change = (widget: PageWidget) => ({ ...widget, position: { ...widget.position, ...position } })
  return typedAt(chosen(state, ...ids), change, Object.keys(position).join())
}

describe('stay at their ports when', () => {
  test.each<[string, (state: EditorState) => EditorState]>([
    ['the outer group is moved', (state) => moved(outer(state), 37.3, -12)],
    ['the inner group is moved', (state) => moved(inner(state), -60, 44)],
    ['a widget of it is moved', (state) => moved(chosen(state, 'a'), 55, -31)],
    ['the one beside is moved', (state) => moved(chosen(state, 'e'), -300, 120)],
    ['the outer group is nudged', (state) => done(outer(state), 'nudgeShift+ArrowLeft')],
    ['a widget of it is nudged', (state) => done(chosen(state, 'b'), 'nudgeShift+ArrowDown')],
    ['the outer group is resized', (state) => sized(outer(state), 120, 40)],
    ['the outer group becomes tiny', (state) => sized(outer(state), -5000, -5000)],
    ['the inner group is resized', (state) => sized(inner(state), -30, 60)],
    ['a widget of it is resized', (state) => sized(chosen(state, 'b'), 40, 40)],
    ['the outer group is turned', (state) => done(outer(state), 'rotate')],
    [
      'the outer group is turned a little',
      (state) => ok(turning(outer(state), { x: 0, y: 0 }).end({ x: 30, y: 50, ...still })),
    ],
    ['a widget of it is turned', (state) => done(chosen(state, 'a'), 'rotate')],
    [
      'group and neighbour are aligned',
      (state) => done(chosen(outer(state), outermost(state, 'a'), 'e'), 'align-bottom'),
    ],
    [
      'they are spread',
      (state) => {
        const more = opened({ ...state.document, widgets: [...state.document.widgets, boxed('f', 500, 20)] })
        return done(chosen(more, outermost(more, 'a'), 'e', 'f'), 'spread-y')
      },
    ],
    ['the outer group is dissolved', (state) => done(outer(state), 'ungroup')],
    ['both are dissolved', (state) => done(done(outer(state), 'ungroup'), 'ungroup')],
    ['all is one more group', (state) => done(done(state, 'selectAll'), 'group')],
    [
      'all is one more group, turned, made smaller and dissolved',
      (state) => done(sized(done(done(done(state, 'selectAll'), 'group'), 'rotate'), -90, -200), 'ungroup'),
    ],
    ['the group goes to the back', (state) => done(outer(state), 'back')],
    ['the neighbour goes to the front', (state) => done(outer(state), 'front')],
    ['the place of the outer group is typed', (state) => typed(state, [outermost(state, 'a')], { x: 10, y: 400 })],
    ['the size of the outer group is typed', (state) => typed(state, [outermost(state, 'a')], { height: 90 })],
    ['the place of a widget of it is typed', (state) => typed(state, ['a'], { x: -40 })],
    ['the turn of the inner group is typed', (state) => typed(state, [groupOf(state, 'a')], { rotate: 77 })],
    [
      'a widget of it is another symbol',
      (state) =>
        edited(state, {
          document: {
            ...state.document,
            widgets: replaced(state.document.widgets, new Set(['b']), (widget) => ({
              ...widget,
              data: { symbol: 'elbow' },
            })),
          },
        }),
    ],
    ['it is hidden', (state) => moved(chosen(done(inner(state), 'hide'), 'e'), 10, 20)],
    [
      'it is locked and unlocked, and the other end was moved',
      (state) => done(moved(chosen(done(outer(state), 'lock'), 'e'), -200, 60), 'selectNone'),
    ],
  ])('%s; nothing is lost, and undone it is as before', (_, act) => {
    const before = plant()
    const after = act(before)
    expect(after.document).not.toEqual(before.document)
    expect(faultsOf(after.document, 0.55)).toEqual([])
    expect(untiedBy(before.document, after.document)).toEqual([])
    const groups = new Set([outermost(before, 'a'), groupOf(before, 'a')])
    const left = idsIn(after.document.widgets)
    expect(idsIn(before.document.widgets).filter((id) => !groups.has(id) && !left.includes(id))).toEqual([])
    expect(PageDocument.parse(JSON.parse(JSON.stringify(after.document)))).toEqual(after.document)
    let back = after
    while (back.past.length > 0) back = undone(back)
    expect(find(back.document.widgets, 'f') ? back.document.widgets.slice(0, -1) : back.document.widgets).toEqual(
      before.document.widgets,
    )
  })
})

test('a pipe of a locked group is adjusted when the group is unlocked', () => {
  const start = plant()
  const id = outermost(start, 'a')
  const held = moved(chosen(done(outer(start), 'lock'), 'e'), -200, 60)
  expect(faultsOf(held.document)).toEqual([])
  expect(faultsOf(done(chosen(held, id), 'unlock').document)).toEqual([])
})

describe('pipes of copies', () => {
  test('a copied group has its inner pipes; those that lead out of it are not copied', () => {
    const state = plant()
    const copy = done(outer(state), 'duplicate')
    expect(faultsOf(copy.document)).toEqual([])
    expect(tiedIn(copy.document.widgets)).toHaveLength(6)
    const [id] = copy.selected
    const own = new Set(idsIn(find(copy.document.widgets, id!)!.children!))
    for (const { from, to } of tiedIn(find(copy.document.widgets, id!)!.children!).map(tiesOf))
      expect([own.has(from!.widget), own.has(to!.widget)]).toEqual([true, true])
  })

  test('a widget in a group and a pipe outside stay tied when copied together', () => {
    const state = plant()
    const pipe = tiedIn(state.document.widgets).find(
      (each) => tiesOf(each).from?.widget === 'a' && tiesOf(each).to?.widget === 'e',
    )!
    const copy = done(chosen(state, 'a', pipe.id), 'duplicate')
    const [a, fresh] = copy.selected
    expect(tiesOf(find(copy.document.widgets, fresh!)!)).toMatchObject({ from: { widget: a } })
    expect(tiesOf(find(copy.document.widgets, fresh!)!).to).toBeUndefined()
    expect(faultsOf(copy.document)).toEqual([])
  })

  test('on another page copies are tied to each other, and to nothing else', () => {
    const state = plant()
    const clipboard = { text: '', pastes: 0 }
    done(done(state, 'selectAll'), 'copy', clipboard)
    const other = opened(page([symbol('e', 0, 0)]))
    const next = done(other, 'paste', clipboard)
    expect(tiedIn(next.document.widgets)).toHaveLength(4)
    expect(faultsOf(next.document)).toEqual([])
    expect(tiedIn(next.document.widgets).every((pipe) => tiesOf(pipe).to?.widget !== 'e')).toBe(true)
  })

  test('cut and pasted in place they are unchanged', () => {
    const state = plant()
    const clipboard = { text: '', pastes: 0 }
    const cut = done(done(state, 'selectAll'), 'cut', clipboard)
    expect(cut.document.widgets).toEqual([])
    const next = done(cut, 'pasteInPlace', clipboard)
    expect([tiedIn(next.document.widgets).length, faultsOf(next.document)]).toEqual([4, []])
    const small = pasted(page([]), pastedFrom(clipboard.text)!, 0)
    expect('document' in small && faultsOf(edited(opened(page([])), small).document)).toEqual([])
  })
})

describe('pipes are untied', () => {
  test.each<[string, (state: EditorState) => EditorState, number]>([
    ['the neighbour is deleted', (state) => done(chosen(state, 'e'), 'delete'), 2],
    ['a widget of the group is deleted', (state) => done(chosen(state, 'b'), 'delete'), 2],
    ['the inner group is cut', (state) => done(inner(state), 'cut'), 2],
    ['the outer group is deleted', (state) => done(outer(state), 'delete'), 2],
  ])('when %s; the pipe stays, without a tie to a missing widget', (_, act, count) => {
    const before = plant()
    const after = act(before)
    expect(faultsOf(after.document)).toEqual([])
    const ends = tiedIn(before.document.widgets).length * 2
    const left = tiedIn(after.document.widgets).map(tiesOf)
    const tied = left.reduce((sum, { from, to }) => sum + Number(!!from) + Number(!!to), 0)
    const gone = idsIn(before.document.widgets).filter((id) => !find(after.document.widgets, id))
    const goneWith = tiedIn(before.document.widgets).filter(({ id }) => gone.includes(id)).length * 2
    expect(ends - goneWith - tied).toBe(count)
    expect(undone(after).document).toEqual(before.document)
  })
})

describe('in a row', () => {
  const row = () => {
    const all = [symbol('a', 100, 100), symbol('b', 180, 130), symbol('c', 500, 160)]
    return joined(joined(opened(page(all)), 'a', 'b'), 'b', 'c')
  }
  const placesOf = ({ document }: EditorState) => ['a', 'b', 'c'].map((id) => find(document.widgets, id)!.position)
  test.each(['spread-x', 'spread-y', 'align-left', 'align-middle', 'align-bottom'])(
    'pipes between symbols are ignored: %s',
    (key) => {
      const alone = done(chosen(row(), 'a', 'b', 'c'), key)
      const all = done(done(row(), 'selectAll'), key)
      expect(placesOf(all)).toEqual(placesOf(alone))
      expect(faultsOf(all.document)).toEqual([])
    },
  )

  test('two symbols and their pipe do not count as three', () => {
    const state = joined(opened(page([symbol('a', 0, 0), symbol('b', 200, 0)])), 'a', 'b')
    expect(() => done(done(state, 'selectAll'), 'spread-x')).toThrow('needsThree')
  })
})

test('typed positions refer to the same corner while a pipe of the group follows', () => {
  const state = plant()
  const corner = (at: EditorState) => find(at.document.widgets, groupOf(at, 'a'))!.position
  let next = chosen(state, 'a')
  for (const x of [-1, -12, -120]) next = typed(next, ['a'], { x })
  expect(find(next.document.widgets, 'a')!.position.x).toBe(-120)
  expect(corner(next)).toEqual(corner(state))
  expect(faultsOf(next.document)).toEqual([])
})

test('the format painter copies the style of a pipe, not its route', () => {
  const widgets = plant().document.widgets
  const [first, second] = tiedIn(widgets)
  const red = { ...first!, style: { ...first!.style, stroke: '#ff0000' } }
  expect(brushed(second!, red)).toEqual({ ...second, style: { ...red.style, corners: second!.style!.corners } })
  const bare = { ...second!, style: {} }
  expect('corners' in brushed(bare, red).style!).toBe(false)
})

describe('a placed symbol', () => {
  const key = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const drawn = (version: number): Placeable => {
    const all = joined(opened(page([symbol('a', 0, 0), symbol('b', 100, 0)])), 'a', 'b')
    const loose = { ...boxed('p', 0, 60, 100, 0), widgetType: pipeType, style: { corners: '0,0 100,0' } }
    return { key, version, title: 'Pair', content: draftOf([...all.document.widgets, loose], new Map()).content }
  }

  test('updated to its next version keeps its pipes to other widgets', () => {
    const group = placedSymbol(drawn(1), { x: 100, y: 100 }, nothingFilled)
    const first = opened(page([group, symbol('e', 500, 300)]))
    const inner = find(first.document.widgets, 'p')!
    const tied = withWidgets(
      first,
      replaced(first.document.widgets, new Set(['p']), () => ({
        ...inner,
        pipe: { from: { widget: 'e', port: 'left' } },
      })),
    )
    const state = joined(tied, 'a', 'e')
    const next = withWidgets(
      state,
      state.document.widgets.map((widget) => updatedWithin(widget, drawn(2))),
    )
    expect(next.document).not.toEqual(state.document)
    expect(untiedBy(state.document, next.document)).toEqual([])
    expect(faultsOf(next.document)).toEqual([])
  })
})

describe('gestures on pipes', () => {
  const inHand = (state: EditorState, from: string, to: string): EditorState => {
    const pipe = tiedIn(state.document.widgets).find((each) => {
      const ties = tiesOf(each)
      return ties.from?.widget === from && ties.to?.widget === to
    })!
    return chosen(state, pipe.id)
  }
  const portOf = (state: EditorState, id: string, name: string) =>
    portsSeen(state.document.widgets, id).find((port) => port.name === name)!.end.at
  const here = (state: EditorState) => find(state.document.widgets, state.selected[0]!)!

  test('an end is dragged to a port of a widget in a group', () => {
    const state = inHand(plant(), 'c', 'e')
    const end = portOf(state, 'b', 'left')
    const next = ok(ending(state, pipeInHand(state)!, 'to', setting).end({ ...end, ...still }))
    expect(tiesOf(here(next))).toMatchObject({ from: { widget: 'c' }, to: { widget: 'b', port: 'left' } })
    expect(faultsOf(next.document)).toEqual([])
  })

  test('an end of a pipe in a turned group is dragged out of it, and its middle is moved', () => {
    const state = inHand(plant(), 'a', 'b')
    const end = portOf(state, 'e', 'right')
    const next = ok(ending(state, pipeInHand(state)!, 'to', setting).end({ ...end, ...still }))
    expect(tiesOf(here(next))).toMatchObject({ from: { widget: 'a' }, to: { widget: 'e', port: 'right' } })
    expect(faultsOf(next.document)).toEqual([])
    const [stretch] = stretchesOf(cornersOfPipe(pipeInHand(next)!))
    const at = cornersOfPipe(pipeInHand(next)!)[stretch!]!
    const bentNext = ok(bending(next, pipeInHand(next)!, stretch!).end({ x: at.x + 9, y: at.y + 9, ...still }))
    expect(tiesOf(here(bentNext)).bent).toBe(true)
    expect(faultsOf(bentNext.document)).toEqual([])
    expect(undone(undone(bentNext)).document).toEqual(state.document)
  })

  test('a pipe is drawn from a port in a group', () => {
    const state = plant()
    const from = portOf(state, 'b', 'left')
    const made = { ...boxed('new', 0, 0), widgetType: pipeType }
    const next = ok(joining(state, from, made, setting)!.end({ x: 900, y: 700, ...still }))
    expect(tiesOf(here(next))).toEqual({ from: { widget: 'b', port: 'left' } })
  })

  test('ports of shapes in a group are offered while it is open; pipes of locked groups are not edited', () => {
    const shapes = done(chosen(opened(page([boxed('r', 0, 0), boxed('s', 100, 0)])), 'r', 's'), 'group')
    const made = { ...boxed('new', 0, 0), widgetType: pipeType }
    const at = portOf(shapes, 'r', 'right')
    expect(joining(chosen(shapes), at, made, setting)).toBeUndefined()
    expect(joining(chosen(shapes, 's'), at, made, setting)).toBeDefined()
    const state = plant()
    const locked = inHand(done(outer(state), 'lock'), 'a', 'b')
    expect(pipeInHand(locked)).toBeUndefined()
  })
})

describe('merging two edits of one page', () => {
  test('a pipe to a widget that the other side deleted is untied; it follows one that the other side moved', () => {
    const base = opened(page([symbol('a', 100, 100), symbol('b', 300, 200), symbol('c', 300, 400)]))
    const mine = joined(joined(base, 'a', 'b'), 'a', 'c')
    const theirs = moved(chosen(done(chosen(base, 'b'), 'delete'), 'c'), 50, 60)
    const { document } = merged(base.document, mine.document, theirs.document)
    const met = edited(mine, { document }).document
    expect(faultsOf(met)).toEqual([])
    expect(
      tiedIn(met.widgets)
        .map(tiesOf)
        .map(({ to }) => to?.widget),
    ).toEqual([undefined, 'c'])
    expect(faultsOf(document)).toEqual([])
  })

  test.each(['mine', 'theirs'])('a widget that %s grouped while the other side moved it is there once', (who) => {
    const base = joined(opened(page([symbol('a', 100, 100), symbol('b', 300, 200), symbol('c', 300, 400)])), 'a', 'b')
    const grouped = done(chosen(base, 'a', 'c'), 'group')
    const shifted = moved(chosen(base, 'a'), 0, 300)
    const [mine, theirs] = who === 'mine' ? [grouped, shifted] : [shifted, grouped]
    const { document, both } = merged(base.document, mine.document, theirs.document)
    const ids = idsIn(document.widgets)
    expect(ids.length).toBe(new Set(ids).size)
    expect(['a', 'b', 'c'].filter((id) => !ids.includes(id))).toEqual([])
    expect(both).toContain('a')
    expect(faultsOf(document)).toEqual([])
  })
})
