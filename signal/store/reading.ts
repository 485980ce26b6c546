// What rules are told of a variable.
import type { Value } from '../../core/data-type.ts'

/** `at`: ms of the clock by which the rules run. The value of a faulty one means nothing. */
export type Reading = { value: Value | null; code: number; at: number }

export type SignalReading = { signalId: number; reading: Reading }
