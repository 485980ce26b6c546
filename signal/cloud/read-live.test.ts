// The check by hand is held to the schema of the contract.
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { Live } from '../../contract/topics.ts'
import { readLive } from './read-live.ts'

const good = { session: '0123456789abcdef', equipmentId: 1, bindingId: 2, at: 3, ids: [1, 2], values: [1.5, 'x'] }

/** The schema, and what it cannot say: columns are of one length. */
function accepts(json: unknown): boolean {
  const parsed = Live.safeParse(json)
  if (!parsed.success) return false
  const { ids, values, times, codes } = parsed.data
  return [values, times ?? ids, codes ?? ids].every((column) => column.length === ids.length)
}

it.each([
  [good, true],
  [{ ...good, times: [0, -5], codes: [200, 1714] }, true],
  [{ ...good, ids: [], values: [] }, true],
  [{ ...good, values: [null, true] }, true],
  [{ ...good, values: [1] }, false],
  [{ ...good, values: [1, Number.NaN] }, false],
  [{ ...good, values: [1, {}] }, false],
  [{ ...good, values: [1, 'x'.repeat(1001)] }, false],
  [{ ...good, ids: [1, 0] }, false],
  [{ ...good, ids: [1, 1.5] }, false],
  [{ ...good, codes: [200, 3e9] }, false],
  [{ ...good, codes: [200] }, false],
  [{ ...good, times: [0, 0.5] }, false],
  [{ ...good, at: 9e15 }, false],
  [{ ...good, session: 'xyz' }, false],
  [{ ...good, ids: Array(5001).fill(1), values: Array(5001).fill(1) }, false],
  [null, false],
  [[], false],
  ['live', false],
])('%j', (json, expected) => {
  expect(readLive(json) !== undefined).toBe(expected)
  expect(accepts(json)).toBe(expected)
})

test('whatever comes, both agree', () => {
  const cell = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(-2_147_483_648, 2_147_483_647, 2_147_483_648, -2_147_483_649, 2 ** 53),
  )
  const column = fc.array(cell, { maxLength: 3 })
  const message = fc.record(
    {
      session: fc.constantFrom(good.session, 'x', 5),
      equipmentId: fc.constantFrom(1, 0, -1, 1.5, '1'),
      bindingId: fc.constantFrom(1, 2, null),
      at: fc.constantFrom(0, -1, 8.64e15, 8.65e15, 0.5),
      ids: fc.oneof(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }), column),
      values: column,
      times: column,
      codes: column,
    },
    { requiredKeys: ['session', 'ids', 'values'] },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        message,
        message.map((m) => ({ ...good, ...m, equipmentId: 1, bindingId: 1, at: 1 })),
      ),
      (json) => {
        expect(readLive(json) !== undefined).toBe(accepts(json))
      },
    ),
    { numRuns: 2000 },
  )
})
