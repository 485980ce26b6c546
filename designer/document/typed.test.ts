import { expect, test } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import { write } from '../panel/path.ts'
import { type EditorState, opened, selectedAs, undone } from '../state.ts'
import { find } from './find.ts'
import { boxed, page } from './sample.ts'
import { typedAt } from './typed.ts'

const inner = [boxed('a', 0, 0, 40, 20), boxed('b', 60, 30, 40, 20)]
const group: PageWidget = { ...boxed('g', 10, 10, 100, 50), widgetType: 'group', children: inner }
const fresh = () => selectedAs(opened(page([group, boxed('r', 300, 0)])), ['g'])
const typed = (state: EditorState, path: string, value: number): EditorState =>
  typedAt(state, (widget) => write(widget, path, value), path)
const placeOf = ({ document }: EditorState, id: string) => find(document.widgets, id)!.position

test('a typed size scales the contents of a group, for any number of digits, and is undone in one step', () => {
  let state = fresh()
  for (const width of [2, 20, 200]) state = typed(state, 'position.width', width)
  expect([placeOf(state, 'g').width, placeOf(state, 'a'), placeOf(state, 'b').x]).toEqual([
    200,
    { x: 0, y: 0, width: 80, height: 20, rotate: 0 },
    120,
  ])
  expect(placeOf(typed(state, 'position.height', 25), 'b')).toMatchObject({ x: 120, y: 15, width: 80, height: 10 })
  expect(undone(state).document).toEqual(fresh().document)
})

test('other typed values do not change the contents, and a widget without children is not scaled', () => {
  expect(placeOf(typed(fresh(), 'position.x', 77), 'b')).toEqual(inner[1]!.position)
  const state = typed(selectedAs(fresh(), ['g', 'r']), 'position.width', 50)
  expect([placeOf(state, 'r').width, placeOf(state, 'a').width]).toEqual([50, 20])
})
