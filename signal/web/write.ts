// A write from the screen: sent with a uuid generated here, so that a repetition is the same command, then polled until
// its outcome is final or a minute has passed. Never retried automatically. [S7 Command pattern] [S9]
import { errorCode } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import { newUuid } from '../../core/new-uuid.ts'
import { pollCommand } from './command.ts'

type WriteStatus = 'success' | 'failure' | 'exception' | 'timeout' | 'cancelled'

export type WriteOutcome = {
  status: WriteStatus
  /** 200, or an error code of contract/errors. */
  code: number
  /** The text of the platform, if any. */
  msg: string
  /** The value read back from the PLC. */
  value: Value | null
}

type Answer = Omit<WriteOutcome, 'status'> & { status: WriteStatus | 'waiting' }

export type WriteNeeds = {
  send(uuid: string): Promise<{ online: boolean; uuid: string }>
  callback(uuid: string): Promise<Answer>
  /** Whether an error is a connection fault rather than a refusal. */
  isLinkFault(error: unknown): boolean
  /** Ends the wait for the outcome, not the write. */
  signal?: AbortSignal
  newUuid?: () => string
}

const outcome = (status: WriteStatus, code: number, msg = ''): WriteOutcome => ({ status, code, msg, value: null })

/**
 * Writes once and resolves with the outcome; rejects only for errors that are neither a refusal nor a connection fault.
 */
export async function writeSignal(needs: WriteNeeds): Promise<WriteOutcome> {
  const uuid = (needs.newUuid ?? newUuid)()
  try {
    const { online } = await needs.send(uuid)
    if (!online) return outcome('failure', errorCode('gatewayOffline'))
  } catch (error) {
    if (!needs.isLinkFault(error)) return refusal(error)
    // The answer was lost, but perhaps not the command: polling its uuid decides.
  }
  return outcomeOf(uuid, needs)
}

/** The outcome, polled for 60 s. [S9] */
async function outcomeOf(uuid: string, { callback, isLinkFault, signal }: WriteNeeds): Promise<WriteOutcome> {
  const ask = (id: string): Promise<Answer> =>
    callback(id).catch((error: unknown) => {
      if (isLinkFault(error)) return stillWaiting
      throw error
    })
  try {
    const options = { waitMs: limits.writeWaitMs, ...(signal ? { signal } : {}) }
    const { status, code, msg, value } = await pollCommand(uuid, ask, options)
    return { status: status as WriteStatus, code, msg, value }
  } catch (error) {
    return signal?.aborted ? outcome('cancelled', 0) : refusal(error)
  }
}

const stillWaiting: Answer = { status: 'waiting', code: 0, msg: '', value: null }

/** A refusal has the platform's code and text. */
function refusal(error: unknown): WriteOutcome {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code !== 'number') throw error
  return outcome('failure', code, typeof message === 'string' ? message : '')
}
