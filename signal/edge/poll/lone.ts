// A connection for a single query to a device that is not polled: opened, used once, closed. Ended by a new
// configuration, which may want to connect to the same device.
import type { Session, TagSession } from '../../../drivers/driver.ts'
import { busyFault, type Single, type SingleAnswer } from './queue.ts'

export type OpenSession = (type: string, params: object, signal: AbortSignal) => Promise<Session | TagSession>
type Needs = { open: OpenSession; now: () => number }

type Lone = {
  /**
   * Runs a single query on a connection of its own. Rejects with a `DriverFault`; 1711 while another query is running,
   * or if `end` stopped it.
   */
  ask<S extends Session | TagSession, T>(type: string, order: Single<S, T>): Promise<SingleAnswer<T>>
  /** Ends the query under way; resolves when its socket is closed. */
  end(): Promise<void>
}

export function createLone({ open, now }: Needs): Lone {
  let running: { abort: AbortController; done: Promise<unknown> } | undefined

  async function askAlone<S extends Session | TagSession, T>(
    type: string,
    { ask, params }: Single<S, T>,
    signal: AbortSignal,
  ): Promise<SingleAnswer<T>> {
    // The caller knows which kind of session a driver of this type has.
    const session = (await open(type, params, signal)) as S
    const close = () => void session.close()
    signal.addEventListener('abort', close, { once: true })
    try {
      if (signal.aborted) throw ended()
      const from = now()
      const answer = await ask(session)
      return { answer, tookMs: Math.round(now() - from) }
    } finally {
      signal.removeEventListener('abort', close)
      await session.close()
    }
  }

  return {
    async ask(type, order) {
      if (running) throw busyFault('another reading is under way')
      const abort = new AbortController()
      const reading = askAlone(type, order, abort.signal).catch((error: unknown) => {
        throw abort.signal.aborted ? ended() : error
      })
      const own = { abort, done: reading.catch(() => undefined) }
      running = own
      try {
        return await reading
      } finally {
        running = undefined
      }
    },
    async end() {
      while (running) {
        running.abort.abort()
        await running.done
      }
    },
  }
}

const ended = () => busyFault('the configuration is being changed')
