import { expect, test } from 'vitest'
import { EquipmentId } from '../../../contract/fields.ts'
import { devicesOfCurves } from './curve-devices.ts'
import { alarmsOf, byDevice, shownOf } from './rules.ts'

const [one, two, three] = [1, 2, 3].map((id) => EquipmentId.parse(id)) as [EquipmentId, EquipmentId, EquipmentId]

test('variables of visible devices are returned as requested, others only if the page is bound to them', () => {
  const found = [
    { id: 10, equipmentId: one },
    { id: 20, equipmentId: two },
    { id: 21, equipmentId: two },
  ]
  expect(shownOf(found, [21], [one]).map(({ id }) => id)).toEqual([10, 21])
  expect(shownOf(found, [], 'all')).toEqual(found)
  expect(shownOf(found, [], [])).toEqual([])
})

test('the last ten minutes are loaded for devices in live curves, also inside groups', () => {
  const position = { x: 0, y: 0, width: 1, height: 1 }
  const of = (widgetType: string, equipId: number, children?: object[]) =>
    ({ id: `${equipId}`, widgetType, position, data: { signalArray: [{ signalId: 7, equipId }] }, children }) as never
  expect(devicesOfCurves([])).toEqual(new Set())
  const widgets = [of('DataText', 1), of('Area', 2), of('Group', 3, [of('Area', 4), of('Bar', 5)])]
  expect(devicesOfCurves(widgets)).toEqual(new Set([2, 4]))
})

test('variables are grouped by device, including devices without variables', () => {
  expect(byDevice([two], [{ id: 10, equipmentId: one }], [one])).toEqual([
    { equipmentId: two, signalIds: [], isOwn: false },
    { equipmentId: one, signalIds: [10], isOwn: true },
  ])
})

test.each([
  ['all devices: whatever is asked', 'all', [], [three], [three]],
  ['a table of all: whatever is asked', [one], 'all', [two], [two]],
  ['a table of all: all that is seen', [one], 'all', [], []],
  ['asked: own ones and those of tables', [one], [2], [one, two, three], [one, two]],
  ['not asked: both', [one], [2], [], [one, two]],
  ['neither own nor of a table', [], [2], [three], 'none'],
  ['no device, no table', [], [], [], 'none'],
] as const)('alarms of %s', (_, own, tables, asked, shown) => {
  expect(alarmsOf(own, tables, asked)).toEqual(shown)
})
