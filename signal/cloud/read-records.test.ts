// Compares the handwritten check with the schema of the contract.
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { Records } from '../../contract/topics.ts'
import { accepting, anyColumn, anyIds } from '../../testkit/message-columns.ts'
import { readPlace, readRecords } from './read-records.ts'

const word = '0123456789abcdef'
const place = { session: word, epoch: word, lane: 'record', seq: 7 }
const good = {
  ...place,
  equipmentId: 1,
  bindingId: 2,
  configHash: 'a'.repeat(64),
  sentAt: 4,
  at: 3,
  ids: [1, 2],
  values: [1.5, 'x'],
}
const many = (count: number) => ({ ...good, ids: Array(count).fill(1), values: Array(count).fill(1) })

const accepts = accepting(Records)

it.each([
  [good, true],
  [{ ...good, lane: 'event' }, true],
  [{ ...good, lane: 'live' }, false],
  [{ ...good, seq: 0 }, false],
  [{ ...good, epoch: 'xyz' }, false],
  [{ ...good, configHash: 'short' }, false],
  [{ ...good, sentAt: 0.5 }, false],
  [{ ...good, ids: [], values: [] }, false],
  [{ ...good, times: [0, -5], codes: [200, -2_147_483_648] }, true],
  [{ ...good, codes: [200, -2_147_483_649] }, false],
  [{ ...good, values: [null, true] }, true],
  [{ ...good, values: [1] }, false],
  [{ ...good, values: [1, {}] }, false],
  [{ ...good, values: [1, 'x'.repeat(1001)] }, false],
  [{ ...good, ids: [1, 2 ** 53] }, false],
  [{ ...good, times: [0, 2 ** 53] }, false],
  [{ ...good, times: null }, false],
  [many(limits.recordPoints), true],
  [many(limits.recordPoints + 1), false],
  [null, false],
  [[], false],
  ['record', false],
])('%#', (json, expected) => {
  expect(readRecords(json) !== undefined).toBe(expected)
  expect(accepts(json)).toBe(expected)
})

test('both agree for any message', () => {
  const like = <T>(value: T, ...others: unknown[]) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant<unknown>(value) }, fc.constantFrom(...others))
  const message = fc.record(
    {
      session: like(word, 'x', 5),
      epoch: like(word, word.toUpperCase(), null),
      lane: like('record', 'event', 'other', 0),
      seq: like(7, 0, -1, 1.5, 2 ** 53, '7'),
      equipmentId: like(1, 0, 1.5, '1'),
      bindingId: like(1, null, -2),
      configHash: like('b'.repeat(64), '', 64),
      sentAt: like(0, 8.65e15, 0.5, null),
      at: like(0, -1, 8.64e15, 8.65e15, 0.5),
      ids: anyIds,
      values: anyColumn,
      times: anyColumn,
      codes: anyColumn,
    },
    { requiredKeys: ['session', 'epoch', 'lane', 'seq', 'ids', 'values', 'at', 'sentAt', 'configHash'] },
  )
  fc.assert(
    fc.property(message, fc.boolean(), (json, isMended) => {
      const mended = isMended ? { ...good, ids: json.ids, values: json.values, times: json.times } : json
      const own = Object.fromEntries(Object.entries(mended).filter(([, value]) => value !== undefined))
      expect(readRecords(own) !== undefined).toBe(accepts(own))
    }),
    { numRuns: 3000 },
  )
})

test('the place of a message is read without the rest of it', () => {
  expect(readPlace({ ...good, values: 'none' })).toEqual(place)
  expect(readPlace({ ...place, from: 3 })).toEqual({ ...place, from: 3 })
  for (const from of [8, 0, '3', null]) expect(readPlace({ ...place, from })).toEqual(place)
  for (const wrong of [{ seq: 0 }, { lane: 'x' }, { epoch: 1 }, { session: '' }])
    expect(readPlace({ ...place, ...wrong })).toBeUndefined()
})
