import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barsOf, marksOf, momentsOf } from './event-lane.ts'

const day = { from: 0, to: 6000 }
const alarm = (raisedAt: number, clearedAt: number | null, level = 'normal') =>
  ({ ...{ id: raisedAt, equipmentId: 1, equipmentName: 'Works', name: 'High' }, raisedAt, clearedAt, level }) as never
const write = (at: number) =>
  ({ ...{ id: at, at, objectName: 'Works / Setpoint', loginname: 'op' }, from: 1, to: 2, result: 'success' }) as never

test('close events share a mark with the highest level', () => {
  const told = momentsOf([alarm(100, 150, 'important'), alarm(120, 5000)], [write(3000)])
  const marks = marksOf(told, day, 1 / 60).map(({ place, at, level, told: some }) => [place, at, level, some.length])
  expect(marks).toEqual([
    [100 / 6000, 100, 'important', 3],
    [0.5, 3000, null, 1],
    [5000 / 6000, 5000, 'normal', 1],
  ])
})

test('active periods are bars per level, cut to the day and to now', () => {
  const alarms = [alarm(-50, 100), alarm(90, 300), alarm(400, null), alarm(10, 20, 'severe'), alarm(5500, 5600)]
  expect(barsOf(alarms, day, 5000)).toEqual([
    { from: 10, to: 20, level: 'severe' },
    { from: 0, to: 300, level: 'normal' },
    { from: 400, to: 5000, level: 'normal' },
  ])
})

test('every event of the day has exactly one mark, and marks keep their distance', () => {
  const anyAlarm = fc.record({
    raisedAt: fc.integer({ min: -100, max: 7000 }),
    stands: fc.integer({ min: 0, max: 2000 }),
  })
  fc.assert(
    fc.property(fc.array(anyAlarm), (some) => {
      const told = momentsOf(
        some.map(({ raisedAt, stands }) => alarm(raisedAt, raisedAt + stands)),
        [],
      )
      const marks = marksOf(told, day, 1 / 60)
      const within = told.filter(({ at }) => at >= day.from && at <= day.to)
      expect(marks.flatMap((mark) => mark.told)).toEqual(within)
      for (const [i, { place }] of marks.slice(1).entries())
        expect(place - marks[i]!.place).toBeGreaterThanOrEqual(1 / 60 - 1e-9)
    }),
  )
})
