// Tests of gestures on pipes.
import { expect, test } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import { page } from '../document/sample.ts'
import { cornersOfPipe, tiesOf } from '../pipe/pipe.ts'
import { type EditorState, opened, undone } from '../state.ts'
import { bending, ending, joining, pipeInHand, stretchesOf } from './piping.ts'
import type { Gesture } from './tool.ts'

const symbol = (id: string, x: number, y: number): PageWidget => ({
  ...{ id, widgetType: 'Symbol', data: { symbol: 'tee' } },
  position: { x, y, width: 48, height: 48, rotate: 0 },
})
const setting = { scale: 1, isSnapping: true, grid: 0, hasGuides: true }
const keys = { shift: false, alt: false, mod: false }
const line: PageWidget = {
  id: 'new',
  widgetType: 'shapeLine',
  position: { x: 0, y: 0, width: 9, height: 9, rotate: 0 },
}
const start = () => opened(page([symbol('a', 100, 100), symbol('b', 300, 200), symbol('c', 300, 400)]))
function ended(gesture: Gesture | undefined, x: number, y: number): EditorState {
  const state = gesture!.end({ x, y, ...keys })
  if ('refused' in state) throw new Error(state.refused)
  return state
}
const joined = () => ended(joining(start(), { x: 150, y: 125 }, line, setting), 303, 222)

test('a pipe drawn from port to port is tied to both; drawing only starts at a port', () => {
  expect(tiesOf(pipeInHand(joined())!)).toEqual({
    from: { widget: 'a', port: 'right' },
    to: { widget: 'b', port: 'left' },
  })
  expect(cornersOfPipe(pipeInHand(joined())!)[0]).toEqual({ x: 148, y: 124 })
  expect(joining(start(), { x: 200, y: 300 }, line, setting)).toBeUndefined()
  expect(joining(start(), { x: 148, y: 124 }, symbol('x', 0, 0), setting)).toBeUndefined()
})

test('an end can be dragged to another port, and is untied away from ports', () => {
  const state = joined()
  const other = ended(ending(state, pipeInHand(state)!, 'to', setting), 302, 426)
  expect(tiesOf(pipeInHand(other)!).to).toEqual({ widget: 'c', port: 'left' })
  const loose = ended(ending(other, pipeInHand(other)!, 'from', setting), 30, 40)
  expect(tiesOf(pipeInHand(loose)!)).toEqual({ to: { widget: 'c', port: 'left' } })
  expect(cornersOfPipe(pipeInHand(loose)!)[0]).toEqual({ x: 30, y: 40 })
  expect(undone(undone(loose)).document).toEqual(state.document)
})

test('a port near the pointer is highlighted', () => {
  const state = joined()
  const gesture = ending(state, pipeInHand(state)!, 'to', setting)
  expect(gesture.move({ x: 305, y: 424, ...keys }).ports!.filter(({ isLit }) => isLit)).toHaveLength(1)
  expect(gesture.move({ x: 250, y: 300, ...keys }).ports!.some(({ isLit }) => isLit)).toBe(false)
})

test('a middle stretch moves sideways, and the pipe stays tied', () => {
  const state = joined()
  const pipe = pipeInHand(state)!
  expect(stretchesOf(cornersOfPipe(pipe))).toEqual([1])
  const bent = pipeInHand(ended(bending(state, pipe, 1), 180, 999))!
  expect(cornersOfPipe(bent).map(({ x }) => Math.round(x))).toEqual([148, 180, 180, 300])
  expect(tiesOf(bent)).toMatchObject({ bent: true, from: { widget: 'a' }, to: { widget: 'b' } })
})
