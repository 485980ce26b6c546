import { expect, test } from 'vitest'
import type { GroupId } from '../../../contract/fields.ts'
import { alarmSums } from './alarm-sums.ts'

const none = { severe: 0, important: 0, normal: 0 }
const lines = [
  { id: 1, level: 0 },
  { id: 2, level: 1 },
  { id: 3, level: 2 },
  { id: 4, level: 1 },
  { id: 5, level: 0 },
]
const of = (groupId: number | null, counts: object) => ({ groupId: groupId as GroupId | null, ...none, ...counts })

test('a group has the alarms of all groups below it', () => {
  const sums = alarmSums(lines, [of(3, { severe: 1 }), of(4, { normal: 2 }), of(null, { important: 1 })])
  expect(Object.fromEntries(sums)).toEqual({
    1: { ...none, severe: 1, normal: 2 },
    2: { ...none, severe: 1 },
    3: { ...none, severe: 1 },
    4: { ...none, normal: 2 },
    5: none,
    null: { ...none, important: 1 },
  })
})
