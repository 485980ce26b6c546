import { expect, test } from 'vitest'
import type { PageWidget } from '../../../contract/page-document.ts'
import { byCause, devicesNamed } from './note-causes.ts'

test('devices with the same cause are grouped, in the order of the first of each group', () => {
  expect(byCause(['a', 'b', 'c', 'd'], ['live', 'offline', 'live', 'sleeping'])).toEqual([['a', 'c'], ['b'], ['d']])
})

test('devices without a cause yet are one group', () => {
  expect(byCause(['a', 'b'], [''])).toEqual([['a', 'b']])
  expect(byCause([], [''])).toEqual([])
})

test('a device has the first name that the page uses for it, in any binding', () => {
  const position = { x: 0, y: 0, width: 1, height: 1, rotate: 0 }
  const widget = (id: string, more: object): PageWidget => ({ id, widgetType: 'DataText', position, ...more })
  const inner = widget('b', { animation: { fill: { data: { signalId: 2, equipId: '8', subTitle: 'Well' } } } })
  const page = [
    widget('a', { data: { signalId: 1, equipId: 7, subTitle: 'Intake' } }),
    widget('c', { children: [inner], data: { signalId: 3, equipId: 7, subTitle: 'Another' } }),
    widget('d', { data: { signalId: 4, equipId: 9 } }),
  ]
  expect([...devicesNamed(page)]).toEqual([
    [7, 'Intake'],
    [8, 'Well'],
  ])
})
