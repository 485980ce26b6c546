// A write to the device: checked against the configured signal, sent once, read back. [S9 Commands]

import type { GatewaySignal } from '../../contract/gateway-config.ts'
import type { Result } from '../../contract/topics.ts'
import { asBoolean, asNumber, good, type Value } from '../../core/data-type.ts'
import { DriverFault } from '../../drivers/driver.ts'
import type { WriteOutcome } from './connection.ts'
import type { Poller } from './poll.ts'
import { toRaw } from './scale.ts'

/** How a command ended, without its uuid and moment. Codes are those of contract/errors. */
export type Ending = Pick<Result, 'status' | 'code' | 'value' | 'reason'>

export const failure = (code: number, reason?: string): Ending => ({ status: 'failure', code, ...because(reason) })
export const exception = (code: number, reason?: string): Ending => ({ status: 'exception', code, ...because(reason) })
const because = (reason?: string) => (reason ? { reason: reason.slice(0, 500) } : {})

/**
 * The raw value to write, or why it must not be: 1713 unknown signal, 1717 read-only, 1716 wrong type, 2001 out of the
 * signal's bounds (engineering units), 2007 text too long.
 */
export function judgeWrite(signal: GatewaySignal | undefined, value: Value): { raw: Value } | Ending {
  if (!signal) return failure(1713)
  if (signal.access === 'r') return failure(1717)
  if (signal.dataType === 'bool') {
    const on = asBoolean(value)
    return on === undefined ? failure(1716) : { raw: on }
  }
  return signal.dataType === 'string' ? judgeText(signal, value) : judgeNumber(signal, value)
}

function judgeText({ length = 0 }: GatewaySignal, value: Value): { raw: Value } | Ending {
  if (typeof value !== 'string') return failure(1716)
  return [...value].length > length ? failure(2007, `at most ${length} characters`) : { raw: value }
}

function judgeNumber(signal: GatewaySignal, value: Value): { raw: Value } | Ending {
  const number = typeof value === 'boolean' ? undefined : asNumber(value)
  if (number === undefined) return failure(1716)
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = signal
  if (number < min || number > max) return failure(2001, `${min} to ${max}`)
  try {
    return { raw: toRaw(signal, value) }
  } catch (error) {
    if (error instanceof DriverFault) return failure(error.code, error.message)
    throw error
  }
}

/** Judges, writes through the signal's connection and reports what was read back. `mayStart`: see `WriteOrder`. */
export async function executeWrite(
  poller: Pick<Poller, 'find' | 'write'>,
  order: { signalId: number; value: Value; mayStart: () => boolean },
): Promise<Ending> {
  const judged = judgeWrite(poller.find(order.signalId), order.value)
  if (!('raw' in judged)) return judged
  const { signalId, mayStart } = order
  return endingOf(await poller.write({ signalId, raw: judged.raw, mayStart }))
}

function endingOf(outcome: WriteOutcome): Ending {
  switch (outcome.kind) {
    case 'expired':
      return exception(1731)
    case 'refused':
      return failure(outcome.fault.code, outcome.fault.message)
    case 'unknown':
      return exception(outcome.fault.code, `whether it was written is unknown: ${outcome.fault.message}`)
    case 'unread':
      return exception(outcome.fault.code, `written, but not read back: ${outcome.fault.message}`)
    case 'written': {
      const back = outcome.value === null ? {} : { value: outcome.value }
      return outcome.same ? { status: 'success', code: good, ...back } : { ...failure(1732), ...back }
    }
  }
}
