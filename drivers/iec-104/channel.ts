// A TCP connection to a station with its link: feeds received bytes and the time into the link, and sends its frames.
import { connect, type Socket } from 'node:net'
import type { DriverFault } from '../driver.ts'
import { closedFault, faultOf, unreachableFault } from '../modbus-tcp/faults.ts'
import { FrameReader } from './apci.ts'
import { noAnswer } from './faults.ts'
import { Link } from './link.ts'
import { type Iec104Params, linkParamsOf } from './params.ts'

/** Bytes that wait to be sent; more means that the station does not read. */
const maxWaitingBytes = 65_536
const longestStopMs = 1000

/** Connects within t0; aborting frees the socket. Throws 1722. */
function dial({ host, port, t0 }: Iec104Params, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(unreachableFault('stopped'))
    const socket = connect({ host, port, noDelay: true, keepAlive: true })
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.removeAllListeners('error').removeAllListeners('connect')
    }
    const refuse = (reason: string) => {
      done()
      socket.on('error', () => socket.destroy())
      socket.destroy()
      reject(unreachableFault(reason))
    }
    const timer = setTimeout(() => refuse(`no connection within t0, ${t0} s`), t0 * 1000)
    const onAbort = () => refuse('stopped')
    signal.addEventListener('abort', onAbort, { once: true })
    socket.once('error', (error) => refuse(error.message))
    socket.once('connect', () => {
      done()
      resolve(socket)
    })
  })
}

export class Channel {
  /** Called for each ASDU in order; a `DriverFault` that it throws ends the connection. */
  onAsdu: (asdu: Buffer) => void = () => undefined
  /** Called once, when the connection is lost. */
  onEnd: (fault: DriverFault) => void = () => undefined
  readonly #socket: Socket
  readonly #link: Link
  readonly #reader = new FrameReader()
  #end: DriverFault | undefined
  #timer: NodeJS.Timeout | undefined
  #timerAt = 0
  /** Called after everything that may have changed the link. */
  readonly #waiting = new Set<() => void>()

  private constructor(socket: Socket, params: Iec104Params) {
    this.#socket = socket
    const output = {
      send: (frame: Buffer) => this.#write(frame),
      receive: (asdu: Buffer) => this.onAsdu(asdu),
    }
    this.#link = new Link(linkParamsOf(params), output, performance.now())
    socket.on('data', (bytes: Buffer) => this.#run((now) => this.#link.receive(this.#reader.take(bytes), now)))
    socket.on('end', () => this.fail(closedFault())).on('close', () => this.fail(closedFault()))
    socket.on('error', (error) => this.fail(unreachableFault(error.message)))
  }

  /** A connection; nothing is transferred before `start`. Throws 1722. */
  static async open(params: Iec104Params, signal: AbortSignal): Promise<Channel> {
    return new Channel(await dial(params, signal), params)
  }

  /** Starts the transfer of data; aborting closes the connection. Throws 1714 or 1722, and then has closed it. */
  async start(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const onAbort = () => this.fail(unreachableFault('stopped'))
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      if (signal.aborted) onAbort()
      this.#run((now) => this.#link.start(now))
      await this.#until(() => this.#link.isStarted, timeoutMs, 'the station does not confirm STARTDT')
    } catch (error) {
      const fault = faultOf(error).asBroken()
      this.fail(fault)
      throw fault
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  /** See `Link.acked`. */
  get acked(): number {
    return this.#link.acked
  }

  /** Whether one more ASDU may be sent. */
  get hasRoom(): boolean {
    return this.#link.hasRoom
  }

  /** Waits until an ASDU may be sent. Throws 1714, or the fault of the connection. */
  async room(timeoutMs: number): Promise<void> {
    await this.#until(() => this.#link.hasRoom, timeoutMs, 'the station does not acknowledge')
  }

  /** Sends an ASDU for which there is room; see `Link.send`. Throws the fault of the connection, and then sends nothing. */
  send(asdu: Uint8Array): number {
    if (this.#end) throw this.#end
    const number = this.#link.send(asdu, performance.now())
    this.#arm()
    return number
  }

  /** Ends the connection with a fault; later calls change nothing. */
  fail(fault: DriverFault): void {
    if (this.#end) return
    this.#end = fault
    clearTimeout(this.#timer)
    this.#socket.destroy()
    this.#wake()
    this.onEnd(fault)
  }

  /** Stops the transfer of data and closes the connection; may be called twice. */
  async close(timeoutMs: number): Promise<void> {
    this.onAsdu = () => undefined
    this.onEnd = () => undefined
    if (this.isOpen && this.#link.isStarted) {
      this.#run((now) => this.#link.stop(now))
      const isStopped = () => this.#link.isStopped
      await this.#until(isStopped, Math.min(timeoutMs, longestStopMs), 'no STOPDT con').catch(() => undefined)
    }
    this.fail(closedFault())
  }

  #write(frame: Buffer): void {
    if (this.#end) return
    this.#socket.write(frame)
    if (this.#socket.writableLength > maxWaitingBytes) this.fail(unreachableFault('the station does not read'))
  }

  #run(act: (now: number) => void): void {
    if (this.#end) return
    try {
      act(performance.now())
    } catch (error) {
      this.fail(faultOf(error))
    }
    this.#wake()
    this.#arm()
  }

  /** Sets the timer for the link unless an earlier time is set. */
  #arm(): void {
    const { deadline } = this.#link
    if (this.#end || (this.#timer && this.#timerAt <= deadline)) return
    clearTimeout(this.#timer)
    this.#timerAt = deadline
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#run((now) => {
          const fault = this.#link.tick(now)
          if (fault) this.fail(fault)
        })
      },
      Math.max(1, Math.ceil(deadline - performance.now())),
    )
  }

  #wake(): void {
    for (const check of this.#waiting) check()
  }

  /** Waits for a state of the link. Throws 1714 after a time, or the fault of the connection. */
  #until(isReached: () => boolean, timeoutMs: number, reason: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (fault?: DriverFault) => {
        clearTimeout(timer)
        this.#waiting.delete(check)
        if (fault) reject(fault)
        else resolve()
      }
      const check = () => {
        if (this.#end) finish(this.#end)
        else if (isReached()) finish()
      }
      const timer = setTimeout(() => finish(noAnswer(`${reason} within ${timeoutMs} ms`)), timeoutMs)
      this.#waiting.add(check)
      check()
    })
  }
}
