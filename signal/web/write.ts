// A write from the screen: sent with an identity drawn here, so that repeating it is the same command, then asked after
// until its outcome is known or a minute has passed. Never retried by itself. [S7 Command pattern] [S9]
import { errorCode } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'

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
  now?: () => number
}

const outcome = (status: WriteStatus, code: number, msg = ''): WriteOutcome => ({ status, code, msg, value: null })

/** Writes once and resolves with what became of it; rejects only with faults that are neither refusal nor link. */
export async function writeSignal(needs: WriteNeeds): Promise<WriteOutcome> {
  const uuid = (needs.newUuid ?? (() => crypto.randomUUID()))()
  try {
    const { online } = await needs.send(uuid)
    if (!online) return outcome('failure', errorCode('gatewayOffline'))
  } catch (error) {
    if (!needs.isLinkFault(error)) return refusal(error)
    // The answer was lost, not necessarily the command: its identity tells.
  }
  return pollCallback(uuid, needs)
}

/** Asks after a command at growing intervals, for 60 s. */
export async function pollCallback(
  uuid: string,
  { callback, isLinkFault, signal, now = Date.now }: Omit<WriteNeeds, 'send' | 'newUuid'>,
): Promise<WriteOutcome> {
  const until = now() + limits.writeWaitMs
  for (let tries = 0; ; tries += 1) {
    const pause = limits.commandPollsMs[Math.min(tries, limits.commandPollsMs.length - 1)]!
    await sleep(Math.max(0, Math.min(pause, until - now())), signal)
    if (signal?.aborted) return outcome('cancelled', 0)
    try {
      const { status, ...rest } = await callback(uuid)
      if (status !== 'waiting') return { status, ...rest }
    } catch (error) {
      if (!isLinkFault(error)) return refusal(error)
    }
    if (now() >= until) return outcome('timeout', errorCode('commandTimeout'))
  }
}

/** A refusal carries the platform's code and words. */
function refusal(error: unknown): WriteOutcome {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code !== 'number') throw error
  return outcome('failure', code, typeof message === 'string' ? message : '')
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}
