// Filters the bytes of a gateway's socket before the broker. An oversized MQTT packet is stopped at its header: the
// broker's parser would collect all of it before it could be checked. A client that sends faster than allowed is read
// more slowly; TCP slows it down.
import type { Socket } from 'node:net'
import { createBucket } from './bucket.ts'
import type { Intake } from './intake.ts'

type State = { left: number; lengthBytes: number; length: number; inHeader: boolean; most: number; isPublish: boolean }

/** The packet type of a message in the high half of a header's first byte. */
const publishType = 3
/** The first byte of every connection. */
const connectByte = 0x10

type GateSizes = {
  /** Maximum size of a message. */
  maxBytes: number
  /** Maximum size of the first packet, sent before authentication; default `maxBytes`. */
  firstBytes?: number
  /** Maximum size of other packets without a message; default `maxBytes`. */
  otherBytes?: number
}

type PacketGate = {
  /** Number of packets that start in the next chunk of the stream; -1 at the first that is too large. */
  take(chunk: Uint8Array): number
  /** Whether the first packet is complete. */
  hasFirst(): boolean
}

/** Follows the packet boundaries of a byte stream. */
export function packetGate({ maxBytes, firstBytes = maxBytes, otherBytes = maxBytes }: GateSizes): PacketGate {
  const state: State = { left: 0, lengthBytes: 0, length: 0, inHeader: false, most: firstBytes, isPublish: true }
  let begun = 0

  /** Processes one byte of a header; false if it is invalid. */
  function header(byte: number): boolean {
    if (!state.inHeader) {
      Object.assign(state, { inHeader: true, lengthBytes: 0, length: 0, isPublish: byte >> 4 === publishType })
      return true
    }
    state.length += (byte & 127) * 128 ** state.lengthBytes
    state.lengthBytes += 1
    if (byte & 128) return 4 > state.lengthBytes
    if (state.length > (state.isPublish ? state.most : Math.min(state.most, otherBytes))) return false
    state.left = state.length
    state.most = maxBytes
    state.inHeader = false
    return true
  }

  function take(chunk: Uint8Array): number {
    let at = 0
    const before = begun
    while (at < chunk.length) {
      if (state.left > 0) {
        const skip = Math.min(state.left, chunk.length - at)
        state.left -= skip
        at += skip
        continue
      }
      if (!state.inHeader) begun += 1
      if (!header(chunk[at]!)) return -1
      at += 1
    }
    return begun - before
  }

  return { take, hasFirst: () => begun > 1 || (begun === 1 && !state.inHeader && state.left === 0) }
}

type GateRates = { packetsPerS: number; packetsBurst: number; bytesPerS: number; bytesBurst: number }

type GateEvents = {
  /** The first packet is complete, and is a CONNECT. */
  onConnect(): void
  /** The first byte is not a CONNECT: not MQTT. */
  onGarbage(): void
  onTooLarge(): void
  /** The socket is not read for `ms`. */
  onPaced(ms: number): void
  /** Called when a client exceeds its rate so far that slowing it down is useless; the connection is closed. */
  onFlood(): void
}

type Readable = Socket & { _read(size: number): void }

/**
 * A client that would have to be delayed longer is an attacker rather than a gateway with a backlog, and its keep-alive
 * would end the connection soon anyway.
 */
const floodMs = 10_000

/**
 * Installs the gate before all readers of this socket; an oversized packet destroys it. While the intake is held, the
 * socket is not read.
 */
export function guardSocket(
  socket: Socket,
  sizes: GateSizes,
  rates: GateRates,
  events: GateEvents,
  intake?: Pick<Intake, 'isHeld' | 'whenFree'>,
): void {
  const gate = packetGate(sizes)
  const now = () => performance.now()
  const packetBucket = createBucket(rates.packetsPerS, rates.packetsBurst, now)
  const byteBucket = createBucket(rates.bytesPerS, rates.bytesBurst, now)
  const push = socket.push.bind(socket)
  const readable = socket as Readable
  const read = readable._read.bind(socket)
  let stage: 'silent' | 'begun' | 'connecting' = 'silent'
  let resumeAt = 0
  let timer: NodeJS.Timeout | undefined

  const cut = (tell: () => void) => {
    tell()
    socket.destroy()
    return false
  }
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    // The client closed before its first packet: no reader would notice the end.
    if (chunk === null && stage !== 'connecting') socket.destroy()
    if (chunk === null) return push(chunk, encoding)
    if (stage === 'silent' && chunk[0] !== connectByte) return cut(events.onGarbage)
    const packets = gate.take(chunk)
    if (packets < 0) return cut(events.onTooLarge)
    const pauseMs = Math.max(packetBucket.take(packets), byteBucket.take(chunk.length))
    if (pauseMs > floodMs) return cut(events.onFlood)
    const goesOn = push(chunk, encoding)
    if (stage === 'silent') stage = 'begun'
    if (stage === 'begun' && gate.hasFirst()) {
      stage = 'connecting'
      events.onConnect()
    }
    if (pauseMs === 0) return goesOn && !intake?.isHeld()
    resumeAt = now() + pauseMs
    events.onPaced(pauseMs)
    // Stops reading from the operating system: further data waits at the sender.
    return false
  }
  readable._read = (size) => {
    const readOn = () => (socket.destroyed ? undefined : readable._read(size))
    const leftMs = resumeAt - now()
    if (leftMs > 0) {
      clearTimeout(timer)
      timer = setTimeout(readOn, leftMs)
    } else if (intake?.isHeld()) intake.whenFree(readOn)
    else read(size)
  }
  socket.once('close', () => clearTimeout(timer))
}
