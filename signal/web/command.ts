// What became of a command: asked at growing intervals until it is over. [S7 Command pattern]
// The room that issued it hands in how to ask, so that this knows no endpoint:
//
//     const { uuid } = await call(startSync, { id })
//     const outcome = await pollCommand(uuid, (uuid) => call(commandCallback, { uuid }))
import { ApiError, linkCodes } from '../../contract/call.ts'
import { errorCode, errorText } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import { language } from '../../ui/language.ts'

export type CommandOutcome = {
  status: 'waiting' | 'success' | 'failure' | 'exception' | 'timeout' | 'cancelled'
  /** 200, or the fault of contract/errors. */
  code: number
  /** The fault in the user's language. */
  msg: string
  /** Read back after a write. */
  value: Value | null
  finishedAt?: number | null
}

export type PollOptions = {
  /** Stops asking; the command itself goes on. */
  signal?: AbortSignal
  /** Gives up after this time, e.g. limits.writeWaitMs; by default only the number of tries ends it. */
  waitMs?: number
  /** For tests. */
  pause?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** How long to wait before the try of this number, from 0. */
export const pollPauseMs = (tries: number): number =>
  limits.commandPollsMs[Math.min(tries, limits.commandPollsMs.length - 1)]!

/**
 * The outcome of a command. Nobody answering in time is an outcome too: `timeout` with 1301. A lost link while asking
 * says nothing about the command, so it is asked again; any other refusal is thrown, and so is an abort.
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

/** Resolves after a time; rejects at once when aborted. */
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
