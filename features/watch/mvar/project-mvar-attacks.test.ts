// Formulas of maximum length over the longest past do not block other calls.
import { expect, test } from 'vitest'
import type { EquipmentId } from '../../../contract/fields.ts'
import { longestStand } from '../../../testkit/standing.ts'
import { calculated } from '../open/mvar-past.ts'
import { compiledOf } from './rules.ts'

const input = { equipmentId: 1, signalId: 1 }
/** One variable, as many times as a formula may contain it. */
const text = Array(490).fill('${1.1}').join('+')
const mvars = Array.from({ length: 300 }, (_, id) => ({
  ...{ id, title: '', unit: null, decimals: null, expression: text, inputs: [input] },
}))
const readings = Array.from({ length: 20_000 }, (_, at) => ({
  signalId: 1,
  equipmentId: 1 as EquipmentId,
  at,
  value: 1,
  code: 200,
}))

test('hundreds of long formulas over a day of readings end early, and other calls are served meanwhile', async () => {
  let reached = 0
  const stood = await longestStand(async () => {
    const past = { to: 20_000, start: [], readings: readings as never }
    reached = (await calculated(mvars, past, new Map(), 0)).to
  })
  expect(reached).toBeGreaterThan(50)
  expect(reached).toBeLessThan(1000)
  expect(stood).toBeLessThan(0.5)
})

test.each([
  ['brackets', `${'('.repeat(4000)}1${')'.repeat(4000)}`],
  ['brackets that do not close', '('.repeat(9000)],
  ['signs', '-'.repeat(9000)],
  ['exclamation marks', '!'.repeat(9000)],
  ['questions', '1?'.repeat(4000)],
  ['beginnings of variables', '${'.repeat(5000)],
  ['quotes', '"'.repeat(9999)],
  ['commas', ','.repeat(9999)],
  ['powers', Array(4000).fill('9').join('**')],
  ['numbers', '1'.repeat(9999)],
  ['words', 'a'.repeat(9999)],
])('a formula of thousands of %s is refused', (_, formula) => {
  expect(compiledOf({ calcType: 'custom', text: `${formula}\${1.1}` }, [input])).toHaveProperty('error')
})
