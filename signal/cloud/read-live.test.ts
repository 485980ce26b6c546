// Compares the handwritten check with the schema of the contract.
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { Live } from '../../contract/topics.ts'
import { accepting, anyColumn, anyIds } from '../../testkit/message-columns.ts'
import { readLive } from './read-live.ts'

const good = { session: '0123456789abcdef', equipmentId: 1, bindingId: 2, at: 3, ids: [1, 2], values: [1.5, 'x'] }

const accepts = accepting(Live)

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

test('both agree for any message', () => {
  const message = fc.record(
    {
      session: fc.constantFrom(good.session, 'x', 5),
      equipmentId: fc.constantFrom(1, 0, -1, 1.5, '1'),
      bindingId: fc.constantFrom(1, 2, null),
      at: fc.constantFrom(0, -1, 8.64e15, 8.65e15, 0.5),
      ids: anyIds,
      values: anyColumn,
      times: anyColumn,
      codes: anyColumn,
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
