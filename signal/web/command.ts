// Polls the outcome of a command at growing intervals until it is final. [S7 Command pattern] The room that sent the
// command passes the query, so that this file needs no endpoint:
//     const { uuid } = await call(startSync, { id })
//     const outcome = await pollCommand(uuid, (uuid) => call(commandCallback, { uuid }))
import { ApiError, linkCodes } from '../../contract/call.ts'
import { errorCode, errorText } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import { language } from '../../ui/language.ts'

export type CommandOutcome = {
  status: 'waiting' | 'success' | 'failure' | 'exception' | 'timeout' | 'cancelled'
  /** 200, or an error code of contract/errors. */
  code: number
  /** The text of the error in the user's language. */
  msg: string
  /** The value read back after a write. */
  value: Value | null
  finishedAt?: number | null
}

type PollOptions = {
  /** Stops polling for the outcome; the command itself continues. */
  signal?: AbortSignal
  /** Stops after this time, e.g. limits.writeWaitMs; by default only the number of tries is limited. */
  waitMs?: number
  /** Waits between two polls; replaced in tests. */
  pause?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** The pause before try number `tries`, from 0. */
const pollPauseMs = (tries: number): number => limits.commandPollsMs[Math.min(tries, limits.commandPollsMs.length - 1)]!

/**
 * The outcome of a command. If none arrives in time, the outcome is `timeout` with 1301. A connection fault says
 * nothing about the command, so the query is repeated; any other error is thrown, also that of an abort.
 */
export async function pollCommand<O extends CommandOutcome>(
  uuid: string,
  ask: (uuid: string) => Promise<O>,
  { signal, waitMs = Number.POSITIVE_INFINITY, pause = wait }: PollOptions = {},
): Promise<O | CommandOutcome> {
  let waited = 0
  for (let tries = 0; tries < limits.commandPollTries && waited < waitMs; tries += 1) {
    const ms = Math.min(pollPauseMs(tries), waitMs - waited)
    await pause(ms, signal)
    waited += ms
    const answer = await ask(uuid).catch(passLinkFaults)
    signal?.throwIfAborted()
    if (answer && answer.status !== 'waiting') return answer
  }
  return nobodyAnswered()
}

const nobodyAnswered = (): CommandOutcome => {
  const code = errorCode('commandTimeout')
  return { status: 'timeout', code, msg: errorText(code, language()), value: null, finishedAt: null }
}

const faultsOfLink: readonly number[] = Object.values(linkCodes)

function passLinkFaults(error: unknown): undefined {
  if (error instanceof ApiError && faultsOfLink.includes(error.code)) return undefined
  throw error
}

/** Resolves after a time; rejects immediately when aborted. */
function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
