// Intermediate variables over stored readings of their inputs: the value after each reading, and when an input becomes
// silent for too long. Pure. Decision 30.

import { errorCode } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { good } from '../../../core/data-type.ts'
import { compileFormula, displayedResult, type Formula, type FormulaReading, isFormula } from '../../../core/formula.ts'
import type { ShownMvar } from '../open/mvar-inputs.ts'

export type PastMvar = Pick<ShownMvar, 'id' | 'expression' | 'inputs'>

/** A stored reading of an input. */
export type Stored = { signalId: number; value: FormulaReading['value']; code: number }

export type PastValue = { id: number; at: number; value: number; code: number }

type Input = FormulaReading & { at: number; silentAt: number }
/** A compiled intermediate variable with the state of its inputs. */
export type PastCell = {
  id: number
  formula: Formula
  /** Cost of one evaluation, in inputs read: a long text may use one input a thousand times. */
  cost: number
  /** The device of each input by variable; `inputs`: the last readings. */
  devices: ReadonlyMap<number, number>
  inputs: Map<number, Input>
  /** Time before which no input becomes silent. */
  silentAt: number
}

export type PastMvars = {
  /** Adds readings of one time, epoch ms; times must increase. Inputs that became silent before are reported first. */
  take(at: number, readings: readonly Stored[]): void
  /** Ends the readings at a time. */
  end(at: number): void
  /** The cost of all evaluations so far. */
  work(): number
}

const isSilent = errorCode('inputSilent')
/** Number of characters of a formula that cost as much as one input. */
const lettersOfInput = 32

/**
 * Calculates past values. `gapOf`: longest time between readings of a variable, in ms; after a longer gap its last
 * reading is outdated.
 */
export function pastMvars(
  cells: readonly PastCell[],
  gapOf: (signalId: number) => number,
  tell: (value: PastValue) => void,
): PastMvars {
  const byInput = new Map<number, PastCell[]>()
  for (const cell of cells) for (const id of cell.devices.keys()) byInput.set(id, [...(byInput.get(id) ?? []), cell])
  let work = 0

  function tellOf(cell: PastCell, at: number): void {
    work += cell.cost
    const {
      value,
      code,
      at: newest,
    } = displayedResult(cell.formula, ({ equipmentId, signalId }) =>
      cell.devices.get(signalId) === equipmentId ? cell.inputs.get(signalId) : undefined,
    )
    if (newest === null) return
    const isOld = [...cell.inputs.values()].some(({ silentAt }) => silentAt <= at)
    tell({ id: cell.id, at, value, code: code === good && isOld ? isSilent : code })
  }

  /** Reports inputs that become silent up to and including `at`. */
  function fallSilent(cell: PastCell, at: number): void {
    while (cell.silentAt <= at) {
      const due = cell.silentAt
      const silences = [...cell.inputs.values()].map(({ silentAt }) => silentAt)
      cell.silentAt = Math.min(Number.POSITIVE_INFINITY, ...silences.filter((each) => each > due))
      if (silences.includes(due)) tellOf(cell, due)
    }
  }

  return {
    take(at, readings) {
      const touched = new Set<PastCell>()
      for (const { signalId, value, code } of readings) {
        const silentAt = Math.floor(at + gapOf(signalId)) + 1
        for (const cell of byInput.get(signalId) ?? []) {
          if (!touched.has(cell)) fallSilent(cell, at - 1)
          touched.add(cell)
          cell.inputs.set(signalId, { value, code, at, silentAt })
          cell.silentAt = Math.min(cell.silentAt, silentAt)
        }
      }
      for (const cell of touched) {
        fallSilent(cell, at - 1)
        tellOf(cell, at)
      }
    },
    end(at) {
      for (const cell of cells) fallSilent(cell, at)
    },
    work: () => work,
  }
}

/** The cells that one variable needs; none if its formula is invalid. Compiling a long text takes some 0.1 ms. */
export function pastCells({ id, expression, inputs }: PastMvar): PastCell[] {
  const formula = compileFormula(expression, { maxLength: limits.mvarExpressionLength })
  if (!isFormula(formula)) return []
  const devices = new Map(inputs.map(({ equipmentId, signalId }) => [signalId, equipmentId]))
  const cost = devices.size + Math.floor(expression.length / lettersOfInput)
  return [{ id, formula, cost, devices, inputs: new Map(), silentAt: Number.POSITIVE_INFINITY }]
}
