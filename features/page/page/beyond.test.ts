import { expect, test } from 'vitest'
import type { Binding, PageWidget } from '../../../contract/page-document.ts'
import { devicesOf, withinSight } from './beyond.ts'

const widget = (widgetType: string, data: Binding): PageWidget => ({
  ...{ id: 'w', widgetType, position: { x: 0, y: 0, width: 10, height: 10, rotate: 0 }, data },
})
const group = (...children: PageWidget[]): PageWidget => ({ ...widget('group', {}), children })
const own = [{ equipmentId: 1, title: 'Own' }]
const within = (widgets: PageWidget[], before: PageWidget[] = [], devices = own) =>
  withinSight(widgets, before, { sees: (id) => id === 1, own: devices })
const alarms = (...ids: number[]) => widget('Alarm', { equips: ids.map((equipmentId) => ({ equipmentId })) })
const named = ([each]: PageWidget[]) => devicesOf(each!, 'Alarm')
const report = (equipId: unknown, reportId: unknown) =>
  widget('History', { type: 'report', equipId: equipId as number, reportId, title: 'R' })

test.each<[string, number[], PageWidget[], readonly number[]]>([
  ['its own', [1], [], [1]],
  ['of its own and another its own', [1, 2], [], [1]],
  ['of another none, and not all', [2], [], []],
  ['of none its own', [], [], [1]],
  ['another that was named before', [1, 2], [group(alarms(2))], [1, 2]],
  ['another where all were before', [2], [alarms()], [2]],
])('a list of devices names %s', (_, ids, before, expected) => {
  expect(named(within([alarms(...ids)], before))).toEqual(expected)
})

test('a list that names no device stays so where all were shown before', () =>
  expect(named(within([alarms()], [alarms(1), alarms()]))).toBe('all'))

test('an author who sees no device names none', () => expect(named(within([alarms()], [], []))).toEqual([]))

test.each<[string, PageWidget, PageWidget[], object]>([
  ['its own', report(1, 5), [], { type: 'report', equipId: 1, reportId: 5, title: 'R' }],
  ['none of another device', report(2, 5), [], { type: 'report' }],
  ['none of another device by a text', report('2', '5'), [], { type: 'report' }],
  [
    'one that the page had',
    report(2, 5),
    [group(report(2, 5))],
    { type: 'report', equipId: 2, reportId: 5, title: 'R' },
  ],
  ['no other of a device that the page had', report(2, 6), [report(2, 5)], { type: 'report' }],
])('a table shows %s', (_, sent, before, expected) => {
  expect(within([sent], before)[0]!.data).toEqual(expected)
  expect(within([group(sent)], before)[0]!.children![0]!.data).toEqual(expected)
})

test('bindings to variables, which are checked elsewhere, are unchanged', () => {
  const value = widget('DataText', { type: 'signal', equipId: 2, signalId: 9 })
  expect(within([value])).toEqual([value])
})
