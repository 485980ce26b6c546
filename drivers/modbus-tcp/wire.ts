// A TCP socket or a serial port to a device: sends and receives bytes without interpreting them.
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { closedFault, unreachableFault } from './faults.ts'
import type { ModbusParams } from './params.ts'

// More than a device sends that gets one request at a time.
const maxWaitingBytes = 16_384

/** Connects within `timeoutMs`; aborting frees the socket. Throws a `DriverFault` 1722. */
export async function openWire(
  { host, port, timeoutMs }: Pick<ModbusParams, 'host' | 'port' | 'timeoutMs'>,
  signal: AbortSignal,
): Promise<Wire> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    if (signal.aborted) return reject(unreachableFault('stopped'))
    const dialled = connect({ host, port, noDelay: true, keepAlive: true })
    const refuse = (reason: string) => {
      done()
      dialled.on('error', () => dialled.destroy())
      dialled.destroy()
      reject(unreachableFault(reason))
    }
    const timer = setTimeout(() => refuse(`no connection within ${timeoutMs} ms`), timeoutMs)
    const onAbort = () => refuse('stopped')
    const onError = (error: Error) => refuse(error.message)
    const onConnect = () => {
      done()
      resolve(dialled)
    }
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      dialled.off('error', onError).off('connect', onConnect)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    dialled.once('error', onError).once('connect', onConnect)
  })
  return new Wire(socket)
}

export class Wire {
  readonly #socket: Duplex
  #waiting: Buffer = Buffer.alloc(0)
  #isOpen = true
  #wake: (() => void) | undefined

  constructor(socket: Duplex) {
    this.#socket = socket
    socket.on('data', (bytes) => {
      this.#waiting = Buffer.concat([this.#waiting, bytes])
      if (this.#waiting.length > maxWaitingBytes) this.close()
      else this.#wake?.()
    })
    // A device that has closed its side does not read any more either: nothing is sent from then on.
    for (const end of ['end', 'close'] as const) {
      socket.on(end, () => {
        this.#isOpen = false
        this.#wake?.()
      })
    }
    socket.on('error', () => socket.destroy())
  }

  /** False as soon as the other side has closed the connection. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Sends bytes. On a closed connection throws 1722 and sends nothing. */
  send(bytes: Uint8Array): void {
    if (!this.#isOpen) throw closedFault()
    this.#socket.write(bytes)
  }

  /** Removes and returns the received bytes. */
  take(): Buffer {
    const taken = this.#waiting
    this.#waiting = Buffer.alloc(0)
    return taken
  }

  get hasBytes(): boolean {
    return this.#waiting.length > 0
  }

  /** Waits for bytes, at most `withinMs`; false if none arrived. Throws 1722 once no more can arrive. */
  async hears(withinMs: number): Promise<boolean> {
    if (!this.hasBytes && this.#isOpen && withinMs > 0) {
      await new Promise<void>((resolve) => {
        let turn: NodeJS.Immediate | undefined
        const end = () => {
          clearTimeout(timer)
          clearImmediate(turn)
          this.#wake = undefined
          resolve()
        }
        // If the process was blocked, the timer fires before received bytes are read, so the rest of this turn is
        // waited for.
        const timer = setTimeout(() => {
          turn = setImmediate(end)
        }, withinMs)
        this.#wake = end
      })
    }
    if (!this.hasBytes && !this.#isOpen) throw closedFault()
    return this.hasBytes
  }

  /** Closes the connection and ends a pending `hears`; may be called twice. */
  close(): void {
    this.#isOpen = false
    this.#waiting = Buffer.alloc(0)
    this.#socket.destroy()
    this.#wake?.()
  }
}
