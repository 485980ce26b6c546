import { describe, expect, test } from 'vitest'
import { groupsOf, type RaisedAlarm } from './tell-rules.ts'

let drawn = 0
const alarm = (more: Partial<Omit<RaisedAlarm, 'equipmentId'>> & { equipmentId?: number } = {}): RaisedAlarm =>
  ({
    id: ++drawn,
    equipmentId: 1,
    methods: ['push'],
    isShelved: false,
    isRepeated: false,
    isBacklog: false,
    ...more,
  }) as unknown as RaisedAlarm
const sizes = (...alarms: RaisedAlarm[]) => groupsOf(alarms).map((group) => group.length)

describe('alarms that are told', () => {
  test.each([
    ['one', [alarm()], [1]],
    ['few of one device, each by itself', [alarm(), alarm(), alarm()], [1, 1, 1]],
    ['many of one device, as one', [alarm(), alarm(), alarm(), alarm()], [4]],
    ['of two devices, apart', [alarm(), alarm({ equipmentId: 2 })], [1, 1]],
    ['a backlog, as one, however small', [alarm({ isBacklog: true }), alarm({ isBacklog: true })], [2]],
    ['a backlog beside what is new, apart', [alarm({ isBacklog: true }), alarm()], [1, 1]],
    ['none of a rule that tells nobody', [alarm({ methods: [] })], []],
    ['those that are told by SMS alone too', [alarm({ methods: ['sms'] })], [1]],
    ['none that is shelved', [alarm({ isShelved: true })], []],
    ['none that was told a short while before', [alarm({ isRepeated: true })], []],
  ])('%s', (_, alarms, expected) => {
    expect(sizes(...alarms)).toEqual(expected)
  })
})
