// Whatever is done to a page in whatever order: undone it is the first one again, redone the last; nothing is lost.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../contract/limits.ts'
import { countWidgets, PageDocument } from '../contract/page-document.ts'
import { commandOf, commands } from './command/commands.ts'
import { connect } from './command/connect.ts'
import { added } from './document/clipboard.ts'
import { idsIn } from './document/find.ts'
import { seenOf } from './document/inside.ts'
import { boxed, page } from './document/sample.ts'
import { enteredAt, leftAt } from './hit.ts'
import { tiedIn } from './pipe/follow.ts'
import { tiesOf } from './pipe/pipe.ts'
import { type EditorState, edited, opened, redone, selectedAs, undone, withWidgets } from './state.ts'
import { inOrder, markedAs } from './symbol/marking.ts'
import { nothingFilled, placedSymbol, updatedWithin } from './symbol/placed.ts'
import { draftOf } from './symbol/symbol.ts'
import { guiding } from './tool/guiding.ts'
import { moving } from './tool/moving.ts'
import { drawing, resizing, selecting, turning } from './tool/tool.ts'

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

const documents = fc.array(widget, { maxLength: 8 }).map((all) =>
  page(
    all.map(({ x, y, width, height, rotate, isLocked, extra }, i) => ({
      ...boxed(`a${i}`, x, y, width, height, { widgetName: `Name ${i % 3}`, ...(extra ? { extra } : {}) }),
      position: { x, y, width, height, rotate },
      ...(isLocked && i % 3 === 0 ? { posLock: true } : {}),
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
/** Two are selected and joined, so that pipes are there to follow. */
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
/** What is selected becomes a symbol, another one is placed, and all are updated to its next version without one widget. */
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
const acts = fc.array(fc.oneof(byCommand, byGesture, bySelecting, byEntering, byConnecting, bySymbol), {
  maxLength: 30,
})

test('undo all gives the first document, redo all the last; ids stay single, and a saved page is read as it is', () => {
  fc.assert(
    fc.property(documents, acts, (document, all) => {
      const clipboard = { text: '', pastes: 0 }
      let state = opened(document)
      for (const act of all) {
        state = act(state, clipboard)
        const ids = idsIn(state.document.widgets)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBe(countWidgets(state.document.widgets))
        expect(state.selected.every((id) => ids.includes(id))).toBe(true)
        for (const { from, to } of tiedIn(state.document.widgets).map(tiesOf))
          for (const tie of [from, to]) expect(tie === undefined || ids.includes(tie.widget)).toBe(true)
      }
      const last = state.document
      expect(PageDocument.parse(JSON.parse(JSON.stringify(last)))).toEqual(last)
      // What was undone before is redone too.
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
