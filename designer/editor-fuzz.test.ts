// Random sequences of edits: undoing all restores the first page, redoing all the last one, and nothing is lost.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../contract/limits.ts'
import { countWidgets, PageDocument, type PageWidget } from '../contract/page-document.ts'
import { commandOf, commands } from './command/commands.ts'
import { connect } from './command/connect.ts'
import { brushed } from './document/brush.ts'
import { added } from './document/clipboard.ts'
import { find, idsIn } from './document/find.ts'
import type { Point } from './document/geometry.ts'
import { seenOf } from './document/inside.ts'
import { merged } from './document/merge.ts'
import { boxed, page } from './document/sample.ts'
import { typedAt } from './document/typed.ts'
import { enteredAt, leftAt } from './hit.ts'
import { allMet } from './pipe/follow.ts'
import { cornersOfPipe, isPipe, pipeType } from './pipe/pipe.ts'
import { done, faultsOf, untiedBy } from './pipe/sample.ts'
import { type EditorState, edited, opened, redone, selectedAs, undone, withWidgets } from './state.ts'
import { inOrder, markedAs } from './symbol/marking.ts'
import { nothingFilled, placedSymbol, updatedWithin } from './symbol/placed.ts'
import { draftOf } from './symbol/symbol.ts'
import { guiding } from './tool/guiding.ts'
import { moving } from './tool/moving.ts'
import { bending, ending, joining, pipeInHand, stretchesOf } from './tool/piping.ts'
import { drawing, type Gesture, resizing, selecting, turning } from './tool/tool.ts'

const setting = { scale: 1, isSnapping: true, grid: 0, hasGuides: true }
const coordinate = fc.integer({ min: -50, max: 1100 })
const point = fc.record({ x: coordinate, y: coordinate })
const pointer = fc.record({ x: coordinate, y: coordinate, shift: fc.boolean(), alt: fc.boolean(), mod: fc.boolean() })
const handle = fc.record({ x: fc.constantFrom(-1, 0, 1), y: fc.constantFrom(-1, 0, 1) }) as fc.Arbitrary<{ x: 1; y: 1 }>

const widget = fc
  .record({
    x: coordinate,
    y: coordinate,
    width: fc.integer({ min: 0, max: 300 }),
    height: fc.integer({ min: 0, max: 300 }),
  })
  .chain((at) =>
    fc
      .record({
        rotate: fc.constantFrom(0, 30, 90),
        isLocked: fc.boolean(),
        extra: fc.constantFrom(undefined, { kept: [1, { deep: true }] }),
      })
      .map((more) => ({ ...at, ...more })),
  )

const documents = fc.array(widget, { minLength: 0, maxLength: 10, size: 'max' }).map((all) =>
  page(
    all.map(({ x, y, width, height, rotate, isLocked, extra }, i) => ({
      ...boxed(`a${i}`, x, y, width, height, { widgetName: `Name ${i % 3}`, ...(extra ? { extra } : {}) }),
      position: { x, y, width, height, rotate },
      ...(isLocked && i % 3 === 0 ? { posLock: true } : {}),
      ...(i % 2 === 1 ? { widgetType: 'Symbol', data: { symbol: i % 4 === 1 ? 'valve' : 'tee' } } : {}),
    })),
  ),
)

type Act = (state: EditorState, clipboard: { text: string; pastes: number }) => EditorState

const byCommand = fc.constantFrom(...commands).map(
  (command): Act =>
    (state, clipboard) => {
      const context = { clipboard }
      if (command.when(state, context) !== true) return state
      const outcome = command.run(state, context)
      if ('refused' in outcome) return state
      if (outcome.copy !== undefined) clipboard.text = outcome.copy
      if (outcome.pastes !== undefined) clipboard.pastes = outcome.pastes
      return outcome.state
    },
)
const byGesture = fc.tuple(fc.integer({ min: 0, max: 5 }), point, pointer, pointer, handle).map(
  ([which, from, on, to, at]): Act =>
    (state) => {
      if (state.selected.length === 0 && which < 3) return state
      const gesture = [
        () => moving(state, from, setting),
        () => resizing(state, from, at, setting),
        () => turning(state, from),
        () => selecting(state, from),
        () => guiding(state, at.x < 0 ? 'x' : 'y', from.x % 3, setting),
        () => drawing(state, from, ({ x, y }) => boxed('new', x, y), setting),
      ][which]!()
      gesture.move(on)
      const ended = gesture.end(to)
      return 'refused' in ended ? state : ended
    },
)
const bySelecting = fc.array(fc.nat(12), { maxLength: 5 }).map(
  (places): Act =>
    (state) => {
      const ids = idsIn(state.document.widgets)
      return selectedAs(state, [...new Set(places.flatMap((place) => ids[place % Math.max(1, ids.length)] ?? []))])
    },
)
const byEntering = point.map(
  (at): Act =>
    (state) =>
      enteredAt(leftAt(state, at, 0), at, 0),
)
/** Selects two widgets and connects them, so that pipes exist. */
const byConnecting = fc.tuple(fc.nat(12), fc.nat(12)).map(
  ([first, second]): Act =>
    (state, clipboard) => {
      const ids = idsIn(state.document.widgets)
      const two = [first, second].flatMap((place) => ids[place % Math.max(1, ids.length)] ?? [])
      const ready = selectedAs(state, [...new Set(two)])
      const outcome = commandOf('connect').when(ready, { clipboard }) === true && connect(ready)
      return outcome && 'state' in outcome ? outcome.state : ready
    },
)
/** Saves the selection as a symbol, places another one, and updates all to its next version with one widget less. */
const symbolKey = '0f8fad5b-d9cb-469f-a165-70867728950e'
const bySymbol = fc.tuple(fc.integer({ min: 0, max: 2 }), point, fc.integer({ min: 1, max: 9 })).map(
  ([which, at, version]): Act =>
    (state) => {
      const ids = inOrder(state.document, state.selected)
      const draft = draftOf(seenOf(state.document, ids), new Map())
      const widgets =
        version % 2 === 0 && draft.content.widgets.length > 1 ? draft.content.widgets.slice(1) : draft.content.widgets
      if (widgets.length === 0) return state
      const symbol = { key: symbolKey, version, title: 'Symbol', content: { ...draft.content, widgets } }
      if (which === 0) {
        const marked = markedAs(state.document, ids, draft, new Map(), symbol)
        return marked ? edited(state, marked) : state
      }
      if (which === 1) {
        const next = added(state.document, [placedSymbol(symbol, at, nothingFilled)])
        return 'refused' in next ? state : edited(state, next)
      }
      return withWidgets(
        state,
        state.document.widgets.map((each) => updatedWithin(each, symbol)),
      )
    },
)
/** Groups two or three neighbours, which may be groups themselves. */
const byGrouping = fc.array(fc.nat(12), { minLength: 2, maxLength: 3 }).map(
  (places): Act =>
    (state, clipboard) => {
      const { widgets } = state.document
      const ids = places.flatMap((place) => widgets[place % Math.max(1, widgets.length)]?.id ?? [])
      const ready = selectedAs(state, [...new Set(ids)])
      return commandOf('group').when(ready, { clipboard }) === true ? done(ready, 'group', clipboard) : ready
    },
)
/** A gesture on a pipe, also in groups: move an end, move a stretch, or draw a pipe from a port. */
const hands = ['from', 'to', 'bend', 'draw'] as const
const byPipe = fc.tuple(fc.constantFrom(...hands), fc.nat(12), fc.nat(12), point, pointer).map(
  ([hand, place, other, at, to]): Act =>
    (state) => {
      const { widgets } = state.document
      const port = picked(allMet(widgets), other)?.ports[place % 4]?.end.at ?? at
      const pipe = picked(
        idsIn(widgets).filter((id) => isPipe(find(widgets, id)!)),
        place,
      )
      const ready = hand === 'draw' ? state : selectedAs(state, pipe === undefined ? [] : [pipe])
      const ended = inHand(ready, hand, port)?.end(hand === 'bend' || hand === 'draw' ? to : { ...to, ...port })
      return !ended || 'refused' in ended ? ready : ended
    },
)
const picked = <T>(all: readonly T[], place: number): T | undefined => all[place % Math.max(1, all.length)]
function inHand(state: EditorState, hand: (typeof hands)[number], port: Point): Gesture | undefined {
  if (hand === 'draw') return joining(state, port, { ...boxed('new', 0, 0), widgetType: pipeType }, setting)
  const pipe = pipeInHand(state)
  if (pipe && hand !== 'bend') return ending(state, pipe, hand, setting)
  const [stretch] = pipe ? stretchesOf(cornersOfPipe(pipe)) : []
  return pipe && stretch !== undefined ? bending(state, pipe, stretch) : undefined
}
/**
 * Edits of the panel and the format painter: a typed position or size, another symbol, mirroring, the style of another
 * widget.
 */
const byPanel = fc.tuple(fc.nat(4), fc.nat(12), coordinate).map(
  ([which, place, value]): Act =>
    (state) => {
      const { widgets } = state.document
      const ids = idsIn(widgets)
      const from = find(widgets, ids[place % Math.max(1, ids.length)] ?? '')
      const change = (widget: PageWidget): PageWidget =>
        [
          () => ({ ...widget, position: { ...widget.position, x: value } }),
          () => ({ ...widget, position: { ...widget.position, width: Math.abs(value) } }),
          () => ({ ...widget, data: { ...widget.data, symbol: place % 2 ? 'elbow' : 'pump' } }),
          () => ({ ...widget, style: { ...widget.style, flip: place % 2 === 0 } }),
          () => (from ? brushed(widget, from) : widget),
        ][which]!()
      return typedAt(state, change, `typed ${which}`)
    },
)
const acts = fc.array(
  fc.oneof(byCommand, byGesture, bySelecting, byEntering, byConnecting, bySymbol, byGrouping, byPipe, byPanel),
  { maxLength: 40, size: 'max' },
)

/** True if only pipes are selected: they are then moved by hand, and disconnected where they leave their ports. */
const isByHand = ({ document, selected }: EditorState): boolean =>
  selected.length > 0 && selected.every((id) => isPipe(find(document.widgets, id)!))

test('undoing all restores the first page, redoing all the last; ids stay unique, and saving is lossless', () => {
  fc.assert(
    fc.property(documents, acts, (document, all) => {
      const clipboard = { text: '', pastes: 0 }
      let state = opened(document)
      for (const act of all) {
        const before = state
        state = act(state, clipboard)
        const ids = idsIn(state.document.widgets)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBe(countWidgets(state.document.widgets))
        expect(state.selected.every((id) => ids.includes(id))).toBe(true)
        expect(faultsOf(state.document)).toEqual([])
        const isStepBack = before.future.length + state.future.length > 0
        if (!isByHand(state) && !isStepBack) expect(untiedBy(before.document, state.document)).toEqual([])
      }
      const last = state.document
      expect(PageDocument.parse(JSON.parse(JSON.stringify(last)))).toEqual(last)
      // Redoes steps that were undone before.
      while (state.future.length > 0) state = redone(state)
      const newest = state.document
      expect(state.past.length).toBeLessThanOrEqual(limits.undoSteps)
      while (state.past.length > 0) state = undone(state)
      expect(state.document).toEqual(document)
      while (state.future.length > 0) state = redone(state)
      expect(state.document).toEqual(newest)
    }),
    { numRuns: 300 },
  )
})

test('merging two edits of a page leaves each widget once, and pipes tied to existing widgets', () => {
  const few = fc.array(acts, { minLength: 2, maxLength: 2 })
  fc.assert(
    fc.property(documents, acts, few, (document, before, sides) => {
      const clipboard = { text: '', pastes: 0 }
      const acted = (from: EditorState, all: readonly Act[]) => all.reduce((now, act) => act(now, clipboard), from)
      const base = acted(opened(document), before).document
      const [mine, theirs] = sides.map((all) => acted(opened(base), all).document)
      const { document: met } = merged(base, mine!, theirs!)
      const ids = idsIn(met.widgets)
      expect(new Set(ids).size).toBe(ids.length)
      expect(faultsOf(met)).toEqual([])
      // Widgets that both sides have are in the result.
      const kept = idsIn(mine!.widgets).filter((id) => idsIn(theirs!.widgets).includes(id))
      expect(kept.filter((id) => !ids.includes(id) && !find(mine!.widgets, id)?.children)).toEqual([])
    }),
    { numRuns: 200 },
  )
})
