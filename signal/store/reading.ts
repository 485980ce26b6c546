// What rules are told of a variable.
import { errorCode } from '../../contract/errors.ts'
import { good, type Value } from '../../core/data-type.ts'

/** `at`: ms of the clock by which the rules run. The value of a faulty one means nothing. */
export type Reading = { value: Value | null; code: number; at: number }

export type SignalReading = { signalId: number; reading: Reading }

const uncertain = errorCode('plcUncertain')

/** Whether a reading with this code has the device's own value: a good one, or one that the device calls uncertain. */
export const hasValue = (code: number): boolean => code === good || code === uncertain
