// Drops readings that cannot affect a rule: those on the same side of all its edges as the reading before. Pure.
import type { Value } from '../../../core/data-type.ts'
import { faulty } from './past-readings.ts'

/**
 * Returns whether a reading is needed. `edges`: the lowest and highest value at which a rule changes; every reading
 * between them is needed. Without edges, a reading is needed if its value changes.
 */
export function createThinner(edges?: readonly [low: number, high: number]) {
  let before: Value | null | undefined
  const classOf = (value: Value | null, code: number): Value | null | undefined => {
    // The data is unknown from here on, so the next reading is always needed.
    if (Number.isNaN(code)) return undefined
    if (code === faulty || value === null) return null
    if (!edges) return value
    const number = Number(value)
    if (number < edges[0]) return -1
    return number > edges[1] ? 1 : undefined
  }
  return (value: Value | null, code: number): boolean => {
    const now = classOf(value, code)
    const isWanted = now === undefined || now !== before
    before = now
    return isWanted
  }
}
