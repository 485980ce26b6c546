import { describe, expect, test } from 'vitest'
import { PageDocument, type PageWidget } from '../../contract/page-document.ts'
import { copied, pastedFrom } from '../document/clipboard.ts'
import { find, isHidden, shownOf } from '../document/find.ts'
import { boxed, page } from '../document/sample.ts'
import { hitAt } from '../hit.ts'
import { type EditorState, opened, selectedAs, undone } from '../state.ts'
import { selecting } from '../tool/tool.ts'
import { commandOf } from './commands.ts'
import { hiddenIn, withHidden } from './hide.ts'

const clipboard = { text: '', pastes: 0 }
const group: PageWidget = { ...boxed('g', 200, 0, 100, 20, { children: [boxed('c', 0, 0), boxed('d', 60, 0)] }) }
const fresh = () => opened(page([boxed('a', 0, 0), boxed('b', 10, 0), group]))
const run = (key: string, state: EditorState): EditorState => {
  const outcome = commandOf(key).run(state, { clipboard })
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.state
}

describe('a hidden widget', () => {
  const state = run('hide', selectedAs(fresh(), ['b']))

  test('is neither hit nor selected by an area or by select all; hiding is one step', () => {
    expect([state.selected, state.past.length]).toEqual([[], 1])
    expect(hitAt(state, { x: 15, y: 5 }, 0, false)?.id).toBe('a')
    expect(run('selectAll', state).selected).toEqual(['a', 'g'])
    const ended = selecting(state, { x: -5, y: -5 }).end({ x: 150, y: 60, shift: false, alt: false, mod: false })
    expect('selected' in ended && ended.selected).toEqual(['a'])
  })

  test('is not drawn in the editor; a list without hidden widgets is the same object', () => {
    const inner = withHidden(state, ['c'], true)
    const shown = shownOf(inner.document.widgets)
    expect([find(shown, 'b'), find(shown, 'c'), find(shown, 'd')?.id]).toEqual([undefined, undefined, 'd'])
    const { widgets } = fresh().document
    expect(shownOf(widgets)).toBe(widgets)
  })

  test('is still hidden after saving, and in a copy', () => {
    const saved = PageDocument.parse(JSON.parse(JSON.stringify(state.document)))
    expect(hiddenIn(saved.widgets)).toEqual(['b'])
    expect(pastedFrom(copied([find(saved.widgets, 'b')!]))!.every(isHidden)).toBe(true)
  })

  test('is shown again by show all, also in groups, and by undo', () => {
    const both = withHidden(state, ['c'], true)
    expect(hiddenIn(both.document.widgets)).toEqual(['b', 'c'])
    const all = run('showAll', both)
    expect(all.document).toEqual(fresh().document)
    expect(hiddenIn(undone(all).document.widgets)).toEqual(['b', 'c'])
    expect(commandOf('showAll').when(all, { clipboard })).toBe('nothingHidden')
  })
})
