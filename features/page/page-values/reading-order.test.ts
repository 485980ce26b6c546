import { expect, test } from 'vitest'
import type { PageWidget } from '../../../contract/page-document.ts'
import { countsRead, isOverAll, mvarsRead, readingOrder, sectionsRead } from './reading-order.ts'

let count = 0
const widget = (x: number, y: number, more: object = {}): PageWidget => {
  count += 1
  return { id: `w${count}`, widgetType: 'DataText', position: { x, y, width: 40, height: 20, rotate: 0 }, ...more }
}
const bound = (signalId: number | string, title?: string) => ({
  data: { type: 'signal', signalId, equipId: 7, subTitle: 'Intake', ...(title ? { title } : {}) },
})
const idsOf = (widgets: PageWidget[]) => readingOrder(widgets).map(({ signalId }) => signalId)

test('lines are read from the top, each from the left, with some tolerance of height', () => {
  const page = [widget(200, 4, bound(2)), widget(10, 100, bound(3)), widget(10, 0, bound(1)), widget(300, 90, bound(4))]
  expect(idsOf(page)).toEqual([1, 2, 3, 4])
})

test('widgets of groups are read at their place on the page', () => {
  const group = widget(0, 200, { widgetType: 'Group', children: [widget(0, 50, bound(3)), widget(0, 0, bound(2))] })
  expect(idsOf([group, widget(0, 300, bound(4)), widget(0, 0, bound(1))])).toEqual([1, 2, 3, 4])
})

test('a variable is listed once, at its first place, by the title of one of its widgets', () => {
  const page = [widget(0, 0, bound('5')), widget(0, 50, bound(5, 'Level')), widget(0, 90, bound(''))]
  expect(readingOrder(page)).toEqual([{ signalId: 5, equipId: 7, title: 'Level', device: 'Intake' }])
})

test('bindings in animations, items and lists of a widget are listed too', () => {
  const animation = { fill: { data: { signalId: 8, equipId: 7 } } }
  const many = { data: { type: 'signal', signals: [{ signalId: 9, equipId: 7 }] } }
  expect(idsOf([widget(0, 0, { animation }), widget(0, 40, many)])).toEqual([8, 9])
})

test('intermediate variables are listed in the same order, each once', () => {
  const of = (mvarId: number, title: string) => ({ data: { type: 'mvar', mvarId, title } })
  const page = [widget(0, 90, of(2, 'Mean')), widget(0, 0, of(1, 'Total')), widget(0, 200, of(1, 'Total'))]
  expect(mvarsRead([...page, widget(0, 50, bound(5))])).toEqual([
    { mvarId: 1, title: 'Total' },
    { mvarId: 2, title: 'Mean' },
  ])
})

const countOf = (systemKey: string) => ({ data: { type: 'system', systemKey } })

test('counts of the project are listed in the same order, each once, without unknown ones', () => {
  const page = [
    widget(0, 90, countOf('alarmCount')),
    widget(0, 0, countOf('equipCount')),
    widget(0, 50, countOf('moon')),
  ]
  expect(countsRead([...page, widget(0, 200, countOf('alarmCount'))])).toEqual(['equipCount', 'alarmCount'])
})

test('sections are in the order of the first device, calculated value and count', () => {
  const mvar = { data: { type: 'mvar', mvarId: 3 } }
  const other = { data: { type: 'signal', signalId: 9, equipId: 8 } }
  const page = [
    widget(0, 0, countOf('equipCount')),
    widget(0, 50, other),
    widget(0, 90, mvar),
    widget(0, 150, bound(1)),
  ]
  const again = [widget(0, 200, countOf('alarmCount')), widget(0, 250, other)]
  expect(sectionsRead([...again, ...page])).toEqual(['counts', 8, 'calculated', 7])
})

test('an empty page has no entries', () =>
  expect([readingOrder([]), mvarsRead([]), countsRead([]), sectionsRead([])]).toEqual([[], [], [], []]))

test('a map or alarm table without a list of devices covers all devices, also within a group', () => {
  const alarms = (equips?: object[]) => widget(0, 0, { widgetType: 'Alarm', data: equips ? { equips } : {} })
  const group = (...children: PageWidget[]) => widget(0, 0, { widgetType: 'Group', children })
  expect(
    [widget(0, 0, { widgetType: 'Map' }), alarms(), alarms([]), group(alarms())].map((one) => isOverAll([one])),
  ).toEqual([true, true, true, true])
  expect(
    isOverAll([
      alarms([{ equipmentId: 7 }]),
      widget(0, 0, { widgetType: 'Map', data: { equipments: [{ equipmentId: 7 }] } }),
      widget(0, 0, bound(1)),
      group(widget(0, 0)),
    ]),
  ).toBe(false)
})
