import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { boxed, page } from '../document/sample.ts'
import { edited, opened, undone } from '../state.ts'
import { laidOn, roomOn } from './place.ts'

const drawing = { width: 400.4, height: 50, ground: '#ffffff', widgets: [boxed('x', 10, 10), boxed('y', 100, 30)] }

test('an empty page gets the size and background of the drawing, and its widgets keep their places', () => {
  const laid = laidOn(page([]), drawing, { x: 500, y: 300 })
  if ('refused' in laid) throw new Error(laid.refused)
  expect(laid.document.con).toMatchObject({ width: 400, height: 100, bgColor: '#ffffff' })
  expect(laid.document.widgets.map(({ position: { x, y } }) => [x, y])).toEqual([
    [10, 10],
    [100, 30],
  ])
})

test('a layer around everything is ungrouped on an empty page', () => {
  const layer = boxed('g', 5, 5, 50, 50, { widgetType: 'group', children: [boxed('a', 1, 2), boxed('b', 3, 4)] })
  const laid = laidOn(page([]), { ...drawing, widgets: [layer] }, { x: 0, y: 0 })
  expect('document' in laid && laid.document.widgets.map(({ position: { x, y } }) => [x, y])).toEqual([
    [6, 7],
    [8, 9],
  ])
})

test('on another page the drawing is one group at the centre of the visible part, undone in one step', () => {
  const before = page([boxed('x', 0, 0)])
  const laid = laidOn(before, drawing, { x: 500, y: 300 })
  if ('refused' in laid) throw new Error(laid.refused)
  const [, group] = laid.document.widgets
  expect(group).toMatchObject({ widgetType: 'group', position: { x: 435, y: 280, width: 130, height: 40 } })
  expect(new Set([group!.id, ...group!.children!.map(({ id }) => id), 'x']).size).toBe(4)
  expect(undone(edited(opened(before), laid)).document).toEqual(before)
})

test('the room on a page is its limit, less its widgets and one group', () => {
  expect(roomOn(page([]))).toBe(limits.pageWidgets)
  expect(roomOn(page([boxed('x', 0, 0)]))).toBe(limits.pageWidgets - 2)
})
