// Settings of a point that only a value in registers has. Pure.
import type { Point, Refusal, Words } from './driver.ts'

/** The refusal of the first such setting of a point, if it has one, with the reason of its protocol. */
export function refuseRegisterSettings(point: Point, reason: Words): Refusal | undefined {
  for (const field of ['byteOrder', 'prefix'] as const) if (point[field] !== undefined) return { field, reason }
  return undefined
}
