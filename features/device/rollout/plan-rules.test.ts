// The changes of a rollout in a configuration, and groups of devices with the same changes.
import { expect, test } from 'vitest'
import { readConfig } from '../../frame/config.ts'
import { alikeOf, lostInAll, lostOf, nothingLost, plus, touched } from './plan-rules.ts'

const signal = (id: number, more: object = {}) => ({
  ...{ id, name: `V${id % 100}`, title: 'Level', driverId: 1, address: 'H:0', dataType: 'uint16', access: 'r' },
  ...more,
})
const config = (signals: object[], reports: object[] = []) => readConfig({ signals, reports })
const template = { equipmentId: 1, config: config([signal(5)]), secrets: [] }

/** The key of a change of a device whose ids start at `from`. */
function alike(from: number, before: object[], after: object[]): string {
  const device = { equipmentId: from, config: config(before), secrets: [] }
  const { ids } = touched(device.config, config(after))
  return alikeOf({ device, after: config(after), template, own: new Set(), ids })
}

test('counts added, changed and removed items; a new origin is no change', () => {
  const before = config([signal(101), signal(102), signal(103, { origin: 7 })])
  const after = config([signal(101, { origin: 5 }), signal(103, { origin: 7, unit: 'm' }), signal(104)])
  const { ids, ...counts } = touched(before, after)
  expect(counts).toEqual({ added: 1, changed: 1, removed: 1 })
  expect([...ids].sort()).toEqual(['signals 102', 'signals 103', 'signals 104'])
})

test('devices with the same changes form a group, whatever their ids', () => {
  const change = (from: number, unit: string) =>
    alike(from, [signal(from + 1, { origin: 5 })], [signal(from + 1, { origin: 5, unit })])
  expect(change(100, 'bar')).toBe(change(900, 'bar'))
  expect(change(100, 'bar')).not.toBe(change(900, 'kPa'))
})

test('variables added by hand group by name', () => {
  const loses = (from: number, name: string) => alike(from, [signal(from + 1, { name })], [])
  expect(loses(100, 'Extra')).toBe(loses(900, 'Extra'))
  expect(loses(100, 'Extra')).not.toBe(loses(900, 'Other'))
})

test('ended columns and reports are counted separately', () => {
  const report = (id: number, columns: number[]) => ({
    ...{ id, name: `R${id}`, type: 'normal', mode: 'periodic', period: { every: 1, unit: 'minute' } },
    columns: columns.map((signalId) => ({ id: signalId, signalId })),
  })
  const before = config([signal(1), signal(2)], [report(1, [1, 2]), report(2, [1])])
  const lost = lostOf(before, config([signal(1)], [report(1, [1])]))
  expect(lost).toEqual({ columns: 1, reports: 1 })
  expect(lostInAll(plus({ ...nothingLost, ...lost }, { ...nothingLost, alarms: 3 }))).toBe(5)
})
