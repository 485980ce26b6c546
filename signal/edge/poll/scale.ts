// The value of a reading in engineering units (core/scaling); what is none becomes a fault.

import type { Value } from '../../../core/data-type.ts'
import { engineeringOf, type Scaled } from '../../../core/scaling.ts'
import { DriverFault } from '../../../drivers/driver.ts'

/** Booleans and text are never scaled. Throws 1716 when the result is no number. */
export function toEngineering(signal: Scaled, raw: Value): Value {
  const value = engineeringOf(signal, raw)
  if (value === undefined) throw new DriverFault(1716, 'the scaled value is no number')
  return value
}
