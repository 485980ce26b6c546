// A connection for one question, to what nobody polls: dialled, asked once, closed. It gives way to a configuration,
// which may want to connect to the same device.
import type { Session, TagSession } from '../../../drivers/driver.ts'
import { busyFault, type Single, type SingleAnswer } from './queue.ts'

export type OpenSession = (type: string, params: object, signal: AbortSignal) => Promise<Session | TagSession>
type Needs = { open: OpenSession; now: () => number }

export type Lone = {
  /** Rejects with a `DriverFault`; 1711 while another reading is under way, or when it was ended. */
  ask<S extends Session | TagSession, T>(type: string, order: Single<S, T>): Promise<SingleAnswer<T>>
  /** Ends what is under way; resolves when its socket is free. */
  end(): Promise<void>
}

export function createLone({ open, now }: Needs): Lone {
  let running: { abort: AbortController; done: Promise<unknown> } | undefined

  async function askAlone<S extends Session | TagSession, T>(
    type: string,
    { ask, params }: Single<S, T>,
    signal: AbortSignal,
  ): Promise<SingleAnswer<T>> {
    // The kind of its session is known to whoever asks for the driver of this type.
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
