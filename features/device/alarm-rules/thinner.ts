// Readings that cannot change what a rule does: those that lie on the same side of all its edges as the one before. Pure.
import type { Value } from '../../../core/data-type.ts'
import { faulty } from './past-readings.ts'

/**
 * Whether a reading is wanted. `edges`: the outermost values at which any of the rules changes its mind; between them every
 * reading counts. Without edges it is the value itself that matters: one that repeats is passed over.
 */
export function createThinner(edges?: readonly [low: number, high: number]) {
  let before: Value | null | undefined
  const classOf = (value: Value | null, code: number): Value | null | undefined => {
    // What nobody knows follows on anything.
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
