import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import type { Batch } from './batch.ts'
import { LiveTable } from './live-table.ts'

const start = 1_000_000_000_000
const pump = EquipmentId.parse(1)
const valve = EquipmentId.parse(2)
const mixer = EquipmentId.parse(5)
const unknown = EquipmentId.parse(99)
const batch = (
  rows: [id: number, value: Value | null, at: number, code?: number][],
  equipmentId = pump,
  orgId = 1,
): Batch => ({
  kind: 'live',
  sn: 'SN',
  orgId,
  equipmentId,
  receivedAt: start * 2,
  ids: rows.map(([id]) => id),
  values: rows.map(([, value]) => value),
  times: rows.map(([, , at]) => at),
  codes: rows.map(([, , , code]) => code ?? 200),
})

test('in any order the newest reading is current, and of equal times the last', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(20)), { maxLength: 40 }), (rows) => {
      const table = new LiveTable(() => start)
      for (const [i, [id, at]] of rows.entries()) table.take(batch([[id, i, at]]))
      for (const id of [1, 2, 3]) {
        const own = rows.flatMap(([each, at], i) => (each === id ? [{ at, i }] : []))
        const newest = Math.max(...own.map(({ at }) => at))
        expect(table.get(pump, id)?.value).toBe(own.filter(({ at }) => at === newest).at(-1)?.i)
      }
    }),
  )
})

test('reports row by row which readings were accepted', () => {
  const table = new LiveTable(() => start)
  expect(
    table.take(
      batch([
        [1, 1, 5],
        [1, 2, 4],
        [1, 3, 5],
        [2, 4, 1],
      ]),
    ),
  ).toEqual([true, false, true, true])
})

test('returns true if all were accepted', () => {
  const table = new LiveTable(() => start)
  expect(
    table.take(
      batch([
        [1, 1, 5],
        [2, 1, 5],
      ]),
    ),
  ).toBe(true)
})

test('a time ahead of the receipt is reduced to it', () => {
  const table = new LiveTable(() => start)
  table.take({ ...batch([[1, 'ahead', start + 1000]]), receivedAt: start })
  table.take({ ...batch([[1, 'right', start]]), receivedAt: start })
  expect(table.get(pump, 1)).toMatchObject({ value: 'right', at: start })
})

test('a trend has good numbers ten seconds apart, sixty of them, no older than ten minutes', () => {
  const clock = { at: start }
  const table = new LiveTable(() => clock.at)
  for (let i = 0; i < 1000; i += 1) {
    clock.at = start + i * 1000
    table.take(
      batch([
        [1, i, clock.at],
        [2, 'text', clock.at],
        [3, null, clock.at, 1714],
        [4, i % 2 === 0, clock.at],
      ]),
    )
  }
  const trend = table.trend(pump, 1)
  expect(trend).toHaveLength(limits.trendPoints)
  for (let i = 1; i < trend.length; i += 1) expect(trend[i]![0] - trend[i - 1]![0]).toBe(limits.trendStepMs)
  expect(table.trend(pump, 2)).toEqual([])
  expect(table.trend(pump, 3)).toEqual([])
  expect(new Set(table.trend(pump, 4).map(([, value]) => value))).toEqual(new Set([1]))
  clock.at += 10 * 60_000
  expect(table.trend(pump, 1).length).toBeLessThan(2)
})

test('changes are drained once and completely, and again if they could not be stored', () => {
  const table = new LiveTable(() => start)
  table.take(
    batch([
      [1, 1, 1],
      [2, 'two', 2, 1714],
    ]),
  )
  table.take(batch([[3, 3, 1]], valve))
  table.take(batch([[4, 4, 1]], mixer, 8))
  expect(table.changed()).toEqual(
    new Map([
      [1, [1, 2]],
      [8, [5]],
    ]),
  )
  expect(table.drain([pump, unknown])).toEqual([
    { equipmentId: 1, orgId: 1, ids: [1, 2], values: [1, 'two'], codes: [200, 1714], times: [1, 2] },
  ])
  expect(table.changed().get(1)).toEqual([2])
  table.take(batch([[1, 9, 2]]))
  expect(table.drain([pump])[0]?.values).toEqual([9, 'two'])
  table.undrain([pump, unknown])
  expect(table.changed().get(1)).toEqual([1, 2])
})

test('values of the database never replace newer ones, and are restored once', () => {
  const table = new LiveTable(() => start)
  table.take(batch([[1, 'new', 5]]))
  expect(table.unrestored([pump, valve])).toEqual([1, 2])
  const known = { ids: [1, 2], values: ['old', 'old'], codes: [200, 200], times: [9, 9] }
  table.restore(1, [pump, valve], [{ equipmentId: pump, orgId: 1, ...known }])
  expect([table.get(pump, 1)?.value, table.get(pump, 2)?.value]).toEqual(['new', 'old'])
  expect(table.unrestored([pump, valve])).toEqual([])
  expect(table.drain([pump])[0]?.ids).toEqual([1, 2])
  expect(table.changed()).toEqual(new Map())
})

test('silent equipments are dropped, and read again from the database', () => {
  const clock = { at: start }
  const table = new LiveTable(() => clock.at)
  table.take(batch([[1, 1, 1]], pump))
  clock.at += 1000
  table.take(batch([[2, 1, 1]], valve))
  table.evict(start + 500)
  expect([table.get(pump, 1), table.get(valve, 2)?.value, table.size()]).toEqual([undefined, 1, 1])
  expect(table.unrestored([pump])).toEqual([1])
})

test('counts the values of the last whole second, by organisation', () => {
  const clock = { at: start }
  const table = new LiveTable(() => clock.at)
  table.take(
    batch(
      [
        [1, 1, 1],
        [2, 1, 1],
      ],
      pump,
      7,
    ),
  )
  expect(table.valuesPerSecond(7)).toBe(0)
  clock.at += 1000
  expect([table.valuesPerSecond(7), table.valuesPerSecond(8)]).toEqual([2, 0])
  clock.at += 1000
  expect(table.valuesPerSecond(7)).toBe(0)
})
