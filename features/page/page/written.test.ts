import { expect, test } from 'vitest'
import type { PageWidget } from '../../../contract/page-document.ts'
import { writesIn } from './written.ts'

const position = { x: 0, y: 0, width: 10, height: 10, rotate: 0 }
const widget = (widgetType: string, more: object = {}): PageWidget => ({ id: 'w', widgetType, position, ...more })
const bound = (signalId: number) => ({ type: 'signal', signalId, equipId: 1 })
const click = (signalId: number, more: object = {}) => ({
  clickEvent: { enable: true, data: bound(signalId), ...more },
})

test.each<[string, PageWidget, number[]]>([
  ['a click writes its variable', widget('Button', click(1)), [1]],
  ['a momentary key too', widget('Button', click(1, { writeType: 'press', pressType: 'momentary' })), [1]],
  ['a number as text is one', widget('Button', { clickEvent: { enable: true, data: { signalId: '7' } } }), [7]],
  ['a click that is off does not', widget('Button', click(1, { enable: false })), []],
  ['one that opens a page does not', widget('Button', click(1, { action: 'page' })), []],
  ['one that runs a script does not', widget('Button', click(1, { action: 'script', script: 'write("a", 1)' })), []],
  ['an input writes what it shows', widget('Input', { data: bound(2) }), [2]],
  ['a display does not', widget('DataText', { data: bound(2) }), []],
  ['entries of menus and pictures write', widget('Menu', { items: [{ children: [click(3)] }] }), [3]],
  ['widgets in groups write', widget('group', { children: [widget('Select', { data: bound(4) })] }), [4]],
  ['an animation does not', widget('Rect', { animation: { fill: { data: bound(5) } } }), []],
])('%s', (_, of, written) => {
  expect(writesIn([of])).toEqual(written)
})

test('each variable is listed once', () => {
  expect(writesIn([widget('Button', click(1)), widget('Input', { data: bound(1), ...click(2) })])).toEqual([1, 2])
})
