// Faults of the protocol as codes of contract/errors.
import { DriverFault } from '../driver.ts'
import { causes } from './causes.ts'

/** The bytes received are not those of the protocol, or numbers of frames are wrong: the connection must be closed. */
export const outOfStep = (reason: string): DriverFault => new DriverFault(1712, reason, true)

export const noAnswer = (reason: string): DriverFault => new DriverFault(1714, reason)

/** The station has not reported a value. */
export const neverReported = (reason: string): DriverFault => new DriverFault(1739, reason)

const unknown: Record<number, string> = {
  [causes.unknownType]: 'unknown type identification (cause 44)',
  [causes.unknownCause]: 'unknown cause of transmission (cause 45)',
  [causes.unknownCommonAddress]: 'unknown common address (cause 46)',
  [causes.unknownObject]: 'unknown information object address (cause 47)',
}

/** Whether a cause of transmission reports that the station lacks a part of the request. */
export const isUnknown = (cause: number): boolean => cause in unknown

/** The fault of an answer with one of the causes 44 to 47. */
export const unknownFault = (cause: number): DriverFault =>
  new DriverFault(1715, `the station answers: ${unknown[cause]}`)

/** The station refuses a command. */
export const refusedFault = (): DriverFault =>
  new DriverFault(1721, 'the station refuses the command (negative confirmation): local control, interlocking, busy?')

/** The station refuses a command of the protocol itself, such as an interrogation. */
export const unsupportedFault = (name: string): DriverFault =>
  new DriverFault(1720, `the station refuses the ${name} (negative confirmation)`)
