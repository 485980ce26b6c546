import { expect, it, test } from 'vitest'
import { EquipmentId, GatewayId } from '../../contract/fields.ts'
import type { Up } from '../../contract/topics.ts'
import { toRecordBatch } from './record-batch.ts'

const now = Date.UTC(2026, 2, 1)
const minute = 60_000
const word = '0123456789abcdef'
const message: Up['record'] = {
  session: word,
  epoch: word,
  lane: 'record',
  seq: 9,
  equipmentId: 5,
  bindingId: 6,
  configHash: 'a'.repeat(64),
  sentAt: now,
  at: now,
  ids: [11, 12],
  values: [1.5, 'x'],
}
const owner = {
  bindingId: 6,
  gatewayId: GatewayId.parse(1),
  orgId: 2,
  equipmentId: EquipmentId.parse(5),
  since: 0,
  until: null,
  columns: new Map([
    [11, 101],
    [12, 0],
  ]),
}
const batch = (change: Partial<Up['record']>) => toRecordBatch({ ...message, ...change }, owner, 'SN', now)

test('columns have their variables, and 0 where a column stores no variable itself', () => {
  expect(batch({})).toEqual({
    kind: 'record',
    sn: 'SN',
    orgId: 2,
    gatewayId: 1,
    equipmentId: 5,
    receivedAt: now,
    epoch: word,
    lane: 1,
    seq: 9,
    columnIds: [11, 12],
    ids: [101, 0],
    values: [1.5, 'x'],
    times: [now, now],
    codes: [200, 200],
    isGood: true,
  })
  expect(batch({ lane: 'event' })).toMatchObject({ lane: 0 })
})

test('a column of another device makes the message ownerless', () => {
  expect(batch({ ids: [11, 13] })).toBe('foreignColumn')
})

test('texts are made storable', () => {
  expect(batch({ values: ['a\0b', 1] })).toMatchObject({ values: ['ab', 1] })
})

const hour = 60 * minute
it.each([
  ['a right clock', { at: now - hour, times: [0, 1000] }, [now - hour, now - hour + 1000], [200, 200]],
  ['four minutes behind', { sentAt: now - 4 * minute, at: now - hour }, [now - hour, now - hour], [200, 200]],
  ['an hour ahead', { sentAt: now + hour, at: now + hour - 5 }, [now - 5, now - 5], [1723, 1723]],
  ['a year behind', { sentAt: now - 8760 * hour, at: now - 8761 * hour }, [now - hour, now - hour], [1723, 1723]],
  ['a little ahead', { sentAt: now + minute, at: now + minute }, [now + minute, now + minute], [200, 200]],
  ['one reading in the future', { times: [0, hour] }, [now, now], [200, 1723]],
  ['bad codes stay', { sentAt: now + hour, at: now + hour, codes: [1714, 200] }, [now, now], [1714, 1723]],
] as [string, Partial<Up['record']>, number[], number[]][])('%s', (_, change, times, codes) => {
  expect(batch(change)).toMatchObject({ times, codes, isGood: codes.every((code) => code === 200) })
})

test('readings before 1970 are rejected', () => {
  expect(batch({ at: -1 })).toBe('before1970')
  expect(batch({ times: [0, -now - 1] })).toBe('before1970')
  expect(batch({ times: [0, -now] })).toMatchObject({ times: [now, 0] })
})
