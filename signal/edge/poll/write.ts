// Executes a write to a device: checks it against the signal, sends it once, reads it back. [S9 Commands]
import type { Details, DetailsAt, ErrorCode, PlainCode } from '../../../contract/errors.ts'
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import type { Result } from '../../../contract/topics.ts'
import { asBoolean, good, type Value } from '../../../core/data-type.ts'
import { rawOf } from '../../../core/scaling.ts'
import type { DriverFault } from '../../../drivers/driver.ts'
import type { Poller } from './poll.ts'
import type { WriteOutcome } from './queue.ts'

/** The result of a command without its uuid and time. Codes are those of contract/errors. */
export type Ending = Pick<Result, 'status' | 'code' | 'value' | 'page' | 'reason' | 'details' | 'tookMs'>

/** Codes whose text has placeholders require details; `reason` is for diagnosis. */
type Explanation<C extends ErrorCode> = C extends PlainCode
  ? [reason?: string]
  : [details: DetailsAt<C>, reason?: string]

/** The result of a command that was refused or failed. */
export const failure = <C extends ErrorCode>(code: C, ...told: Explanation<C>): Ending => ending('failure', code, told)
/** The result of a command that expired, was interrupted, or has an unknown outcome. */
export const exception = <C extends ErrorCode>(code: C, ...told: Explanation<C>): Ending =>
  ending('exception', code, told)

/** Cuts a text to the maximum length of a reported value; a device of tags may hold longer ones. */
export const cutText = (value: Value): Value =>
  typeof value === 'string' ? value.slice(0, limits.textValueLength) : value

/** Converts the fault of a driver into the result of a command; `context` describes its consequence for the write. */
export const endingOfFault = (
  status: 'failure' | 'exception',
  { code, details, message }: DriverFault,
  context = '',
): Ending => ending(status, code, [details, context + message])

function ending(status: Ending['status'], code: number, told: readonly unknown[]): Ending {
  const details = told.find((one): one is Details => typeof one === 'object') ?? {}
  const reason = told.find((one) => typeof one === 'string') ?? details.reason
  const cut = Object.entries(details).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.slice(0, 200) : value,
  ])
  return {
    status,
    code,
    ...(reason === undefined ? {} : { reason: String(reason).slice(0, 500) }),
    ...(cut.length === 0 ? {} : { details: Object.fromEntries(cut) }),
  }
}

/**
 * The raw value to write, or why it must not be written: 1713 unknown signal, 1717 read-only, 1716 wrong type, 2001 out
 * of the signal's bounds (engineering units), 2009 not exactly representable, 2010 not finite. Texts are checked by the
 * driver.
 */
export function checkWrite(signal: GatewaySignal | undefined, value: Value): { raw: Value } | Ending {
  if (!signal) return failure(1713)
  if (signal.access === 'r') return failure(1717)
  if (signal.dataType === 'bool') {
    const on = asBoolean(value)
    return on === undefined ? failure(1716) : { raw: on }
  }
  if (signal.dataType !== 'string') return checkNumber(signal, value)
  return typeof value === 'string' ? { raw: value } : failure(1716)
}

function checkNumber(signal: GatewaySignal, value: Value): { raw: Value } | Ending {
  const checked = rawOf(signal, value)
  if ('raw' in checked) return { raw: checked.raw }
  if (checked.code === 2001) return failure(checked.code, checked.details)
  return checked.code === 2009 ? failure(checked.code, checked.details) : failure(checked.code)
}

/**
 * Checks the value, writes it through the signal's connection and returns the value read back. `mayStart`: see
 * `WriteOrder`.
 */
export async function executeWrite(
  poller: Pick<Poller, 'find' | 'write'>,
  order: { signalId: number; value: Value; mayStart: () => boolean },
): Promise<Ending> {
  const checked = checkWrite(poller.find(order.signalId), order.value)
  if (!('raw' in checked)) return checked
  const { signalId, mayStart } = order
  return endingOf(await poller.write({ signalId, raw: checked.raw, mayStart }))
}

function endingOf(outcome: WriteOutcome): Ending {
  switch (outcome.kind) {
    case 'expired':
      return exception(1731)
    case 'refused':
      return endingOfFault('failure', outcome.fault)
    case 'unknown':
      return endingOfFault('exception', outcome.fault, 'whether it was written is unknown: ')
    case 'unread':
      return endingOfFault('exception', outcome.fault, 'written, but not read back: ')
    case 'written': {
      const back = outcome.value === null ? {} : { value: cutText(outcome.value) }
      return outcome.same
        ? { status: 'success', code: good, ...back }
        : { ...failure(1732, { value: String(outcome.value ?? '') }), ...back }
    }
  }
}
