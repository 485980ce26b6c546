// A write from the screen: sent with an identity drawn here, so that repeating it is the same command, then asked after
// until its outcome is known or a minute has passed. Never retried by itself. [S7 Command pattern] [S9]
import { errorCode } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import { newUuid } from '../../core/new-uuid.ts'
import { pollCommand } from './command.ts'

export type WriteStatus = 'success' | 'failure' | 'exception' | 'timeout' | 'cancelled'

export type WriteOutcome = {
  status: WriteStatus
  /** 200, or the fault of contract/errors. */
  code: number
  /** The platform's words, if it said any. */
  msg: string
  /** What the PLC read back. */
  value: Value | null
}

type Answer = Omit<WriteOutcome, 'status'> & { status: WriteStatus | 'waiting' }

export type WriteNeeds = {
  send(uuid: string): Promise<{ online: boolean; uuid: string }>
  callback(uuid: string): Promise<Answer>
  /** Whether an error means that the platform was not heard, rather than that it refused. */
  isLinkFault(error: unknown): boolean
  /** Ends the waiting, not the write. */
  signal?: AbortSignal
  newUuid?: () => string
}

const outcome = (status: WriteStatus, code: number, msg = ''): WriteOutcome => ({ status, code, msg, value: null })

/** Writes once and resolves with what became of it; rejects only with faults that are neither refusal nor link. */
export async function writeSignal(needs: WriteNeeds): Promise<WriteOutcome> {
  const uuid = (needs.newUuid ?? newUuid)()
  try {
    const { online } = await needs.send(uuid)
    if (!online) return outcome('failure', errorCode('gatewayOffline'))
  } catch (error) {
    if (!needs.isLinkFault(error)) return refusal(error)
    // The answer was lost, not necessarily the command: its identity tells.
  }
  return outcomeOf(uuid, needs)
}

/** What became of it, asked for 60 s. [S9] */
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

/** A refusal carries the platform's code and words. */
function refusal(error: unknown): WriteOutcome {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code !== 'number') throw error
  return outcome('failure', code, typeof message === 'string' ? message : '')
}
