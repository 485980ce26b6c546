// FINS/TCP (W421, section 7-4): frames with a header of 16 bytes, and a handshake in which the PLC assigns nodes.
import { timeoutFault } from '../modbus-tcp/faults.ts'
import type { Wire } from '../modbus-tcp/wire.ts'
import { hex, outOfStep, tcpFault } from './faults.ts'

/** How the session reaches the PLC. `nodes`: those of the two ends, 0 if unknown. */
export type FinsLine = {
  readonly isOpen: boolean
  readonly nodes: { local: number; plc: number }
  /** Throws 1722, with nothing sent, on a closed line. */
  send(frame: Uint8Array): void
  /** The next frame; nothing if none arrives in time. Throws 1712 and 1722, both broken. */
  next(until: number): Promise<Uint8Array | undefined>
  close(): void
}

const magic = 'FINS'
const headerBytes = 16
const commands = { connect: 0, connected: 1, frame: 2, failed: 3, alive: 6 } as const
// Longer than the longest FINS frame, of 2012 bytes, with its header.
const maxLength = 4096

/** A packet: its header, and a FINS frame or the data of the handshake. */
export function packetOf(command: number, data: Uint8Array): Uint8Array {
  const packet = Buffer.alloc(headerBytes + data.length)
  packet.write(magic, 'ascii')
  packet.writeUInt32BE(data.length + 8, 4)
  packet.writeUInt32BE(command, 8)
  packet.set(data, headerBytes)
  return packet
}

type Packet = { command: number; error: number; data: Uint8Array; used: number }

/** The first packet in received bytes, if it is complete. Throws 1712 on data that is none. */
export function packetIn(received: Buffer): Packet | undefined {
  const start = received.subarray(0, magic.length)
  if (!start.equals(Buffer.from(magic).subarray(0, start.length)))
    throw outOfStep(`a header that starts with ${start.toString('hex')}`)
  if (received.length < headerBytes) return undefined
  const length = received.readUInt32BE(4)
  if (length < 8 || length > maxLength) throw outOfStep(`a packet of ${length} bytes`)
  const used = length + 8
  if (received.length < used) return undefined
  const data = received.subarray(headerBytes, used)
  return { command: received.readUInt32BE(8), error: received.readUInt32BE(12), data, used }
}

export class TcpLine implements FinsLine {
  readonly #wire: Wire
  #rest: Buffer = Buffer.alloc(0)
  #nodes = { local: 0, plc: 0 }

  constructor(wire: Wire) {
    this.#wire = wire
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  get nodes(): { local: number; plc: number } {
    return this.#nodes
  }

  /**
   * Learns the nodes. `localNode` 0: the PLC assigns one. Throws a fault after which the line must be closed: 1714
   * without an answer, 1722 if the PLC refuses, 1712 for anything else.
   */
  async connect(localNode: number, timeoutMs: number): Promise<void> {
    this.#wire.send(packetOf(commands.connect, Uint8Array.of(0, 0, 0, localNode)))
    const packet = await this.#packet(performance.now() + timeoutMs)
    if (!packet) throw timeoutFault(true)
    if (packet.error !== 0) throw tcpFault(packet.error)
    const { command, data } = packet
    if (command !== commands.connected || data.length !== 8) throw outOfStep(`no handshake, but command ${command}`)
    this.#nodes = { local: data[3]!, plc: data[7]! }
    if (localNode !== 0 && this.#nodes.local !== localNode)
      throw outOfStep(`node ${this.#nodes.local} instead of ${localNode}`)
  }

  send(frame: Uint8Array): void {
    this.#wire.send(packetOf(commands.frame, frame))
  }

  async next(until: number): Promise<Uint8Array | undefined> {
    for (;;) {
      const packet = await this.#packet(until)
      if (!packet) return undefined
      if (packet.error !== 0 || packet.command === commands.failed) throw tcpFault(packet.error)
      // A keep-alive packet of the PLC; it needs no answer.
      if (packet.command === commands.alive) continue
      if (packet.command !== commands.frame) throw outOfStep(`command ${hex(packet.command, 8)} of FINS/TCP`)
      return packet.data
    }
  }

  close(): void {
    this.#wire.close()
  }

  async #packet(until: number): Promise<Packet | undefined> {
    for (;;) {
      const packet = packetIn(this.#rest)
      if (packet) {
        this.#rest = this.#rest.subarray(packet.used)
        return packet
      }
      if (!(await this.#wire.hears(until - performance.now()))) return undefined
      this.#rest = Buffer.concat([this.#rest, this.#wire.take()])
    }
  }
}
