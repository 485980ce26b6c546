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
  ['over its border', false, known(900_000), known(1_000_000), 'forget'],
  ['long over its border', false, known(900_000), known(5_000_000), 'forget'],
  ['where this run may be over the border', false, known(900_000), known(999_900, 100), 'forget'],
  ['where the earlier one may have been over the border', false, known(900_000, 100), known(999_900), 'forget'],
  ['where neither can have been', false, known(900_000, 50), known(999_899, 50), 'goOn'],
  ['before the platform was heard', false, known(900_000), unknown, 'wait'],
  ['that saved by the own clock of the box', false, unknown, known(950_000), 'forget'],
  ['that saved by the own clock of the box, and it still runs by it', false, unknown, unknown, 'forget'],
  ['planned, in a period that still runs', true, known(900_000), known(950_000), 'goOn'],
  ['planned, over its border', true, known(900_000), known(5_000_000), 'goOn'],
  ['planned, before the platform was heard', true, unknown, unknown, 'goOn'],
])('after an end %s', (_, isPlanned, clock, now, expected) => {
  expect(verdictOf({ isPlanned, clock }, endsAt, now)).toBe(expected)
})
