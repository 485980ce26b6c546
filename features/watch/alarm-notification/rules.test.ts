import { describe, expect, test } from 'vitest'
import type { AlarmStep } from '../../../contract/equipment-config.ts'
import type { AlarmId } from '../../../contract/fields.ts'
import { firstSteps, groupsOf, type RaisedAlarm } from './rules.ts'

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

describe('notifications group alarms', () => {
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

describe('the next escalation step', () => {
  const at = (clock: string) => Date.parse(`2026-11-29T${clock}:00+08:00`)
  const step = (clock: string, hours?: AlarmStep['hours']) => ({
    ...{ alarmId: 1 as AlarmId, dueAt: at(clock), zone: 'Asia/Shanghai' },
    spec: { afterMin: 10, methods: ['phone' as const], accountIds: undefined, roleIds: undefined, hours },
  })
  const day = { from: 6 * 60, to: 22 * 60 }
  test.each([
    ['when it is due', [step('02:28')], '02:28'],
    ['at the start of its hours, if it is due at night', [step('02:28', day)], '06:00'],
    ['within its hours when it is due', [step('07:10', day)], '07:10'],
    ['a later one, if the earlier one waits for its hours', [step('02:28', day), step('03:00')], '03:00'],
  ])('is sent %s', (_, steps, clock) => expect(firstSteps(steps).get(1 as AlarmId)?.at).toBe(at(clock)))
})
