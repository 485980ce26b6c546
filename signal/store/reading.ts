// Readings of variables, as rules receive them.
import { errorCode } from '../../contract/errors.ts'
import { good, type Value } from '../../core/data-type.ts'

/** `at`: ms on the clock of the rules. The value of a bad reading has no meaning. */
export type Reading = { value: Value | null; code: number; at: number }

export type SignalReading = { signalId: number; reading: Reading }

const uncertain = errorCode('plcUncertain')

/** Whether readings with this code have a value of the device: good or uncertain ones. */
export const hasValue = (code: number): boolean => code === good || code === uncertain
