import { expect, test } from 'vitest'
import {
  type AlarmLedger,
  alarmVerdictOf,
  episodesOf,
  type FoundAlarm,
  isAlarmsClean,
  messageFaults,
  type Term,
} from './alarm-check.ts'

/** One answer a second, starting with number 1000; fault 1 in readings 3 to 5, fault 2 in 8 and 9. */
const faults = [0, 0, 1, 1, 1, 0, 0, 2, 2, 0]
const answers = faults.map((wave, index) => ({ wave, slow: 0, at: (index + 1) * 1000 }))
const term = (change: Partial<Term> = {}): Term => ({
  equipmentId: 5,
  ruleIdOf: (track, fault) => (track === 'wave' ? 100 + fault : 200),
  boundAt: 0,
  from: 0,
  until: Number.POSITIVE_INFINITY,
  endsAt: Number.POSITIVE_INFINITY,
  ...change,
})
const ledger = (change: Partial<AlarmLedger> = {}): AlarmLedger => ({
  ...{ sn: 'A', answers, kills: [], terms: [term()], lost: new Set(), hasSmallDisk: false },
  ...change,
})
const alarm = (change: Partial<FoundAlarm> = {}): FoundAlarm => ({
  ...{ id: 1, equipmentId: 5, ruleId: 101, n: 3, raisedAt: 3000, clearedAt: 6000, state: 'cleared' },
  ...change,
})
const first = alarm()
const second = alarm({ id: 2, ruleId: 102, n: 8, raisedAt: 8000, clearedAt: 10_000 })
const both = [first, second]

test('a fault that was answered without a break is one episode', () => {
  expect(episodesOf(answers, 'wave').map(({ fault, first, last }) => [fault, first, last])).toEqual([
    [1, 3, 5],
    [2, 8, 9],
  ])
  expect(episodesOf([...answers, { wave: 3, slow: 0, at: 11_000 }], 'wave').at(-1)).toMatchObject({ isLast: true })
})

test('each fault once, raised by any of its readings and cleared after it', () => {
  expect(isAlarmsClean(alarmVerdictOf(ledger(), both))).toBe(true)
  expect(isAlarmsClean(alarmVerdictOf(ledger(), [alarm({ n: 5 }), second]))).toBe(true)
  expect(alarmVerdictOf(ledger(), both)).toMatchObject({ demanded: 2, found: 2 })
})

const one = 'wave 1 of readings 3 to 5 on device 5'
test.each([
  ['a missing one', [second], { missing: [one] }],
  ['a doubled one', [first, alarm({ id: 3, n: 5 }), second], { doubled: [one] }],
  [
    'one by a reading without the fault',
    [...both, alarm({ id: 3, n: 7 })],
    { causeless: [expect.stringContaining('7')] },
  ],
  ['one of another rule', [...both, alarm({ id: 3, ruleId: 9 })], { causeless: [expect.stringContaining('rule 9')] }],
  ['one of another device', [...both, alarm({ id: 3, equipmentId: 6 })], { causeless: [expect.any(String)] }],
  [
    'one still active',
    [alarm({ clearedAt: null, state: 'active' }), second],
    { wrongState: [`${one}: alarm 1 is active`] },
  ],
  [
    'one cleared before it was raised',
    [alarm({ clearedAt: 2000 }), second],
    { wrongState: [`${one}: alarm 1 is cleared`] },
  ],
  ['one cleared after the next was raised', [alarm({ clearedAt: 9000 }), second], { disordered: [expect.any(String)] }],
])('%s is told', (_, found, expected) => {
  const verdict = alarmVerdictOf(ledger(), found)
  expect(verdict).toMatchObject(expected)
  expect(isAlarmsClean(verdict)).toBe(false)
})

test('a fault in the last answers must be active', () => {
  const lasting = [...answers, { wave: 3, slow: 0, at: 11_000 }]
  const third = alarm({ id: 3, ruleId: 103, n: 11, raisedAt: 11_000, clearedAt: null, state: 'active' })
  expect(isAlarmsClean(alarmVerdictOf(ledger({ answers: lasting }), [...both, third]))).toBe(true)
  const over = { ...third, clearedAt: 12_000, state: 'cleared' }
  expect(alarmVerdictOf(ledger({ answers: lasting }), [...both, over]).wrongState).toHaveLength(1)
})

test('a fault whose only answers came just before a kill may be missing, and must not be doubled', () => {
  const kills = [9500]
  expect(isAlarmsClean(alarmVerdictOf(ledger({ kills }), [first]))).toBe(true)
  expect(isAlarmsClean(alarmVerdictOf(ledger({ kills }), both))).toBe(true)
  expect(alarmVerdictOf(ledger({ kills }), [...both, { ...second, id: 3 }]).doubled).toHaveLength(1)
  expect(alarmVerdictOf(ledger({ kills: [5500] }), [second]).missing).toEqual([one])
})

test('events lost with a disk are excused, unless their alarm is still active', () => {
  expect(isAlarmsClean(alarmVerdictOf(ledger({ lost: new Set([3]) }), [second]))).toBe(true)
  expect(isAlarmsClean(alarmVerdictOf(ledger({ hasSmallDisk: true }), []))).toBe(true)
  const standing = answers.slice(0, 9)
  expect(alarmVerdictOf(ledger({ answers: standing, lost: new Set([8]) }), [first]).missing).toHaveLength(1)
  const known = alarm({ id: 4, ruleId: 102, n: null, raisedAt: 9500, clearedAt: null, state: 'active' })
  expect(isAlarmsClean(alarmVerdictOf(ledger({ answers: standing, lost: new Set([8]) }), [first, known]))).toBe(true)
})

test('with two devices each has the faults that were answered while it was served', () => {
  const terms = [term({ until: 6500, endsAt: 7500 }), term({ equipmentId: 6, boundAt: 6500, from: 7500 })]
  const moved = { ...second, equipmentId: 6 }
  expect(isAlarmsClean(alarmVerdictOf(ledger({ terms }), [first, moved]))).toBe(true)
  expect(alarmVerdictOf(ledger({ terms }), both)).toMatchObject({ missing: [expect.stringContaining('device 6')] })
  expect(alarmVerdictOf(ledger({ terms }), [first, moved, second]).causeless).toHaveLength(1)
})

test('messages report each alarm once, alone or with others', () => {
  const alarms = new Set([1, 2, 3])
  const alone = [1, 2, 3].map((alarmId) => ({ alarmId, count: 1 }))
  expect(messageFaults('Li', alone, alarms)).toEqual([])
  expect(messageFaults('Li', [alone[0]!, { alarmId: 3, count: 2 }], alarms)).toEqual([])
  expect(messageFaults('Li', alone.slice(1), alarms)).toEqual(['Li is told of 2 alarms of 3'])
  expect(messageFaults('Li', [...alone, alone[0]!], alarms)).toHaveLength(2)
  expect(messageFaults('Li', [...alone.slice(1), { alarmId: 9, count: 1 }], alarms)).toEqual([
    'Li is told of 9, which is not in the list',
  ])
})
