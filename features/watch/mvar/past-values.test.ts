// Past values of intermediate variables, compared with a plain calculation at every time.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorCode } from '../../../contract/errors.ts'
import { compileFormula, displayedResult, isFormula } from '../../../core/formula.ts'
import { type PastMvar, type PastValue, pastCells, pastMvars, type Stored } from './past-values.ts'

type Reading = Stored & { at: number }

const inputs = [
  { equipmentId: 1, signalId: 10 },
  { equipmentId: 2, signalId: 20 },
]
const sum: PastMvar = { id: 7, expression: 'sum(${1.10},${2.20})', inputs }
const gapOf = (signalId: number) => (signalId === 10 ? 25 : Number.POSITIVE_INFINITY)
const silent = errorCode('inputSilent')

function told(mvars: readonly PastMvar[], readings: readonly Reading[], end = 200): PastValue[] {
  const values: PastValue[] = []
  const past = pastMvars(mvars.flatMap(pastCells), gapOf, (value) => values.push(value))
  const moments = new Map<number, Reading[]>()
  for (const each of readings) moments.set(each.at, [...(moments.get(each.at) ?? []), each])
  for (const [at, some] of [...moments].sort(([a], [b]) => a - b)) past.take(at, some)
  past.end(end)
  return values
}

const reading = (at: number, signalId: number, value: number | null, code = 200): Reading => ({
  ...{ at, signalId, value, code },
})

describe('the past of an intermediate variable', () => {
  test('uses the last reading of each input', () => {
    const values = told([sum], [reading(100, 10, 1), reading(100, 20, 2), reading(110, 20, 5)], 110)
    expect(values).toEqual([
      { id: 7, at: 100, value: 3, code: 200 },
      { id: 7, at: 110, value: 6, code: 200 },
    ])
  })

  test('counts a bad or missing input as 0 and is bad', () => {
    const values = told([sum], [reading(100, 20, 2), reading(101, 10, null, 1714), reading(102, 10, 3)], 102)
    expect(values).toEqual([
      { id: 7, at: 100, value: 2, code: 1713 },
      { id: 7, at: 101, value: 2, code: 1714 },
      { id: 7, at: 102, value: 5, code: 200 },
    ])
  })

  test('becomes bad when an input is silent for too long, until its next reading', () => {
    const values = told([sum], [reading(100, 10, 1), reading(100, 20, 2), reading(150, 10, 4)], 160)
    expect(values).toEqual([
      { id: 7, at: 100, value: 3, code: 200 },
      { id: 7, at: 126, value: 3, code: silent },
      { id: 7, at: 150, value: 6, code: 200 },
    ])
  })

  test('is empty before any input was stored, and for an invalid formula', () => {
    expect(told([sum], [])).toEqual([])
    expect(told([{ ...sum, expression: 'sum(${1.10}' }], [reading(100, 10, 1)])).toEqual([])
  })

  test('ignores variables of the formula that are not among its inputs', () => {
    const cut = { ...sum, inputs: inputs.slice(0, 1) }
    expect(told([cut], [reading(100, 10, 1), reading(100, 20, 2)], 100)).toEqual([
      { id: 7, at: 100, value: 1, code: 1713 },
    ])
    const elsewhere = { ...sum, expression: '${2.10} + ${1.10}', inputs }
    expect(told([elsewhere], [reading(100, 10, 1)], 100)).toEqual([{ id: 7, at: 100, value: 1, code: 1713 }])
  })
})

const mvars: readonly PastMvar[] = [
  sum,
  { id: 8, expression: '${1.10} / ${2.20}', inputs },
  { id: 9, expression: 'max(${2.20}, 3)', inputs: inputs.slice(1) },
]

/** Calculates the value from all readings up to one time. */
function naive({ expression, inputs: own }: PastMvar, readings: readonly Reading[], at: number) {
  const formula = compileFormula(expression)
  if (!isFormula(formula)) throw new Error(expression)
  const last = (signalId: number) =>
    own.some((each) => each.signalId === signalId)
      ? readings
          .filter((each) => each.signalId === signalId && each.at <= at)
          .sort((a, b) => a.at - b.at)
          .at(-1)
      : undefined
  const { value, code, at: newest } = displayedResult(formula, ({ signalId }) => last(signalId))
  const isOld = own.some(({ signalId }) => at - (last(signalId)?.at ?? at) > gapOf(signalId))
  return newest === null ? undefined : { value, code: code === 200 && isOld ? silent : code }
}

const anyReading = fc.record({
  at: fc.integer({ min: 0, max: 150 }),
  signalId: fc.constantFrom(10, 20),
  value: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(null)),
  code: fc.constantFrom(200, 200, 200, 1714),
})

test('at every time equals the result of all readings until then', () => {
  fc.assert(
    fc.property(fc.array(anyReading, { maxLength: 30 }), (readings) => {
      const values = told(mvars, readings)
      for (const mvar of mvars)
        for (let at = 0; at <= 200; at += 1) {
          const last = values.filter((each) => each.id === mvar.id && each.at <= at).at(-1)
          expect(last && { value: last.value, code: last.code }).toEqual(naive(mvar, readings, at))
        }
    }),
    { numRuns: 30 },
  )
})
