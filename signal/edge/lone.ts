// A connection for one reading, to what nobody polls: dialled, asked once, closed. It gives way to a configuration,
// which may want to connect to the same device.
import type { Opener } from '../../drivers/driver.ts'
import { busyFault, type SingleAnswer, type SingleRead } from './connection.ts'

type Needs = { openerOf: (type: string) => Promise<Opener>; now: () => number }

export type Lone = {
  /** Rejects with a `DriverFault`; 1711 while another reading is under way, or when it was ended. */
  read(type: string, order: SingleRead): Promise<SingleAnswer>
  /** Ends what is under way; resolves when its socket is free. */
  end(): Promise<void>
}

export function createLone({ openerOf, now }: Needs): Lone {
  let running: { abort: AbortController; done: Promise<unknown> } | undefined

  async function readAlone(type: string, { block, params }: SingleRead, signal: AbortSignal): Promise<SingleAnswer> {
    const session = await (await openerOf(type)).open(params, signal)
    const close = () => void session.close()
    signal.addEventListener('abort', close, { once: true })
    try {
      if (signal.aborted) throw ended()
      const from = now()
      const bytes = await session.read(block, params)
      return { bytes, tookMs: Math.round(now() - from) }
    } finally {
      signal.removeEventListener('abort', close)
      await session.close()
    }
  }

  return {
    async read(type, order) {
      if (running) throw busyFault('another reading is under way')
      const abort = new AbortController()
      const reading = readAlone(type, order, abort.signal).catch((error: unknown) => {
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
