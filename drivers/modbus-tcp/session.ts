// One socket that speaks Modbus through modbus-serial; which frames (TCP or RTU) is the only difference.
//
// What the library leaves to us: its own connect cannot be timed or aborted, so the socket is ours and is linked; a
// request in flight when the socket dies would wait for its timeout, so `close` rejects it at once; `setID` is state
// shared by everybody, so the calls that take the unit are used.
import { connect, type Socket } from 'node:net'
import ModbusRTU from 'modbus-serial'
import { DriverFault, type Session, type WriteRequest } from '../driver.ts'
import { isBitArea } from './address.ts'
import { closedFault, faultOf, unreachable } from './faults.ts'
import type { ModbusParams } from './params.ts'

type Client = InstanceType<typeof ModbusRTU>

/** How frames travel. `lateAnswers`: an answer after its timeout is told apart from the next one's (by number). */
export type Framing = { link(client: Client, socket: Socket): Promise<void>; lateAnswers: boolean }

// With numbered frames a timeout leaves the socket usable; so many in a row and it is taken for half dead.
const timeoutsUntilBroken = 3

/** Connects within `timeoutMs`; aborting frees the socket. Throws a `DriverFault` 1722. */
export async function openModbus(params: ModbusParams, framing: Framing, signal: AbortSignal): Promise<Session> {
  const socket = await dial(params, signal)
  const client = new ModbusRTU()
  // The library's emitter throws when nobody listens; the socket's own end tells us all we need.
  client.on('error', () => socket.destroy())
  await framing.link(client, socket)
  return new ModbusSession(client, socket, framing)
}

function dial({ host, port, timeoutMs }: ModbusParams, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(unreachable('stopped'))
    const socket = connect({ host, port, noDelay: true, keepAlive: true })
    const refuse = (reason: string) => {
      done()
      socket.on('error', () => socket.destroy())
      socket.destroy()
      reject(unreachable(reason))
    }
    const timer = setTimeout(() => refuse(`no connection within ${timeoutMs} ms`), timeoutMs)
    const onAbort = () => refuse('stopped')
    const onError = (error: Error) => refuse(error.message)
    const onConnect = () => {
      done()
      resolve(socket)
    }
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError).off('connect', onConnect)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    socket.once('error', onError).once('connect', onConnect)
  })
}

type Call = (next: (error: Error | null, answer?: object) => void) => void

class ModbusSession implements Session {
  readonly #client: Client
  readonly #socket: Socket
  readonly #framing: Framing
  #timeouts = 0
  #closed = false
  #fail: ((fault: DriverFault) => void) | undefined

  constructor(client: Client, socket: Socket, framing: Framing) {
    this.#client = client
    this.#socket = socket
    this.#framing = framing
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#closed = true
      this.#fail?.(closedFault())
    })
  }

  async read(block: { area: string; start: number; count: number }, params: object): Promise<Uint8Array> {
    const { unitId, timeoutMs } = params as ModbusParams
    const { area, start, count } = block
    const answer = await this.#ask(timeoutMs, (next) => {
      if (area === 'C') this.#client.writeFC1(unitId, start, count, next)
      else if (area === 'D') this.#client.writeFC2(unitId, start, count, next)
      else if (area === 'I') this.#client.writeFC4(unitId, start, count, next)
      else this.#client.writeFC3(unitId, start, count, next)
    })
    const expected = isBitArea(area) ? Math.ceil(count / 8) : count * 2
    const bytes = (answer as { buffer?: Buffer } | undefined)?.buffer
    if (bytes?.length !== expected) throw new DriverFault(1719, `${bytes?.length ?? 0} of ${expected} bytes`)
    return bytes
  }

  async write(request: WriteRequest, params: object): Promise<void> {
    const bytes = request.mask ? await this.#masked(request, request.mask, params) : request.bytes
    const { unitId, timeoutMs } = params as ModbusParams
    const { start } = request
    await this.#ask(timeoutMs, (next) => {
      if (request.function === 5) this.#client.writeFC5(unitId, start, bytes[0] === 1, next)
      else if (request.function === 6) this.#client.writeFC6(unitId, start, (bytes[0]! << 8) | bytes[1]!, next)
      else this.#client.writeFC16(unitId, start, Buffer.from(bytes) as Buffer & number[], next)
    })
  }

  /** The register as it stands with the bits of the mask replaced. */
  async #masked({ area, start, bytes }: WriteRequest, mask: Uint8Array, params: object): Promise<Uint8Array> {
    const now = await this.read({ area, start, count: mask.length / 2 }, params)
    return now.map((byte, index) => (byte & ~mask[index]!) | (bytes[index]! & mask[index]!))
  }

  async close(): Promise<void> {
    if (!this.#closed) await new Promise<void>((resolve) => this.#client.destroy(() => resolve()))
    this.#socket.destroy()
    this.#closed = true
    this.#fail?.(closedFault())
  }

  /** One request; whatever happens first: answer, the library's timeout, or the socket's end. */
  #ask(timeoutMs: number, call: Call): Promise<object | undefined> {
    return new Promise<object | undefined>((resolve, reject) => {
      if (this.#closed) throw closedFault()
      this.#fail = reject
      this.#client.setTimeout(timeoutMs)
      call((error, answer) => (error ? reject(error) : resolve(answer)))
    })
      .then((answer) => {
        this.#timeouts = 0
        return answer
      })
      .catch((error: unknown) => Promise.reject(this.#judge(error)))
      .finally(() => {
        this.#fail = undefined
      })
  }

  #judge(error: unknown): DriverFault {
    const fault = faultOf(error)
    if (fault.broken) return fault
    this.#timeouts = fault.code === 1714 ? this.#timeouts + 1 : 0
    // Unnumbered frames: a late or damaged answer would be taken for the next request's.
    const outOfStep = !this.#framing.lateAnswers && [1712, 1714, 1719].includes(fault.code)
    const broken = outOfStep || this.#timeouts >= timeoutsUntilBroken
    return broken ? new DriverFault(fault.code, fault.message, true) : fault
  }
}
