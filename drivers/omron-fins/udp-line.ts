// FINS/UDP: one frame per datagram. The socket is connected, so that it receives datagrams of the PLC only.
import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { closedFault, unreachableFault } from '../modbus-tcp/faults.ts'
import type { FinsParams } from './params.ts'
import type { FinsLine } from './tcp-line.ts'

// Limit of waiting frames: only one request at a time is sent.
const maxWaiting = 64

/** Binds and connects a socket; aborting frees it. Throws a `DriverFault` 1722. */
export async function openUdp(
  { host, port, localPort }: Pick<FinsParams, 'host' | 'port' | 'localPort'>,
  signal: AbortSignal,
): Promise<UdpLine> {
  const address = await ipv4Of(host)
  if (signal.aborted) throw unreachableFault('stopped')
  const socket = createSocket('udp4')
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).once('connect', resolve)
      socket.bind(localPort, () => socket.connect(port, address))
    })
  } catch (error) {
    socket.close()
    throw unreachableFault((error as Error).message)
  }
  socket.removeAllListeners('error')
  return new UdpLine(socket)
}

/** Nodes are bytes of IPv4 addresses. Throws 1722 for a name without one. */
async function ipv4Of(host: string): Promise<string> {
  if (isIP(host) === 4) return host
  try {
    return (await lookup(host, 4)).address
  } catch (error) {
    throw unreachableFault((error as Error).message)
  }
}

const lastByte = (address: string): number => Number(address.split('.')[3])

class UdpLine implements FinsLine {
  readonly nodes: { local: number; plc: number }
  readonly #socket: Socket
  readonly #waiting: Uint8Array[] = []
  #isOpen = true
  #wake: (() => void) | undefined

  /** `socket`: bound and connected. */
  constructor(socket: Socket) {
    this.#socket = socket
    this.nodes = { local: lastByte(socket.address().address), plc: lastByte(socket.remoteAddress().address) }
    socket.on('message', (frame) => {
      if (this.#waiting.length < maxWaiting) this.#waiting.push(frame)
      this.#wake?.()
    })
    // For example that the host has reported that nothing listens on the port.
    socket.on('error', () => this.close())
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  send(frame: Uint8Array): void {
    if (!this.#isOpen) throw closedFault()
    this.#socket.send(frame)
  }

  async next(until: number): Promise<Uint8Array | undefined> {
    const withinMs = until - performance.now()
    if (this.#waiting.length === 0 && this.#isOpen && withinMs > 0) await this.#arrival(withinMs)
    if (this.#waiting.length === 0 && !this.#isOpen) throw closedFault()
    return this.#waiting.shift()
  }

  #arrival(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      let turn: NodeJS.Immediate | undefined
      const end = () => {
        clearTimeout(timer)
        clearImmediate(turn)
        this.#wake = undefined
        resolve()
      }
      // If the process was blocked, the timer fires before received datagrams are read: waits for the rest of the turn.
      const timer = setTimeout(() => {
        turn = setImmediate(end)
      }, withinMs)
      this.#wake = end
    })
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#socket.close()
    this.#wake?.()
  }
}
