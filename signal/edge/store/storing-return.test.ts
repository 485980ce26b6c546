import { expect, it } from 'vitest'
import { type Verdict, verdictOf } from './storing-return.ts'

const endsAt = 1_000_000
const known = (at: number, doubtMs = 0) => ({ at, doubtMs })
const unknown = { at: null, doubtMs: 0 }

it.each<
  [string, boolean, typeof unknown | ReturnType<typeof known>, typeof unknown | ReturnType<typeof known>, Verdict]
>([
  ['in a period that still runs', false, known(900_000), known(950_000), 'goOn'],
  ['in its last moment', false, known(900_000), known(999_999), 'goOn'],
  ['after the period end', false, known(900_000), known(1_000_000), 'forget'],
  ['long after the period end', false, known(900_000), known(5_000_000), 'forget'],
  ['when this run may be after the period end', false, known(900_000), known(999_900, 100), 'forget'],
  ['when the earlier run may have been after the period end', false, known(900_000, 100), known(999_900), 'forget'],
  ['when neither can have been', false, known(900_000, 50), known(999_899, 50), 'goOn'],
  ['before the first welcome', false, known(900_000), unknown, 'wait'],
  ['saved by the clock of the box', false, unknown, known(950_000), 'forget'],
  ['saved by the clock of the box, before the first welcome', false, unknown, unknown, 'forget'],
  ['planned, in a period that still runs', true, known(900_000), known(950_000), 'goOn'],
  ['planned, after the period end', true, known(900_000), known(5_000_000), 'goOn'],
  ['planned, before the first welcome', true, unknown, unknown, 'goOn'],
])('the sums of an earlier run: %s', (_, isPlanned, clock, now, expected) => {
  expect(verdictOf({ isPlanned, clock }, endsAt, now)).toBe(expected)
})
