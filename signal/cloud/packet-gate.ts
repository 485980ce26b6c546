// Before everything that reads a gateway's socket. An oversized MQTT packet is stopped at its header: the broker's parser
// would collect all of it before anyone could check it. Who sends faster than allowed is read more slowly; TCP does the rest.
import type { Socket } from 'node:net'
import { createBucket } from './bucket.ts'
import type { Intake } from './intake.ts'

type State = { left: number; lengthBytes: number; length: number; inHeader: boolean; most: number; isPublish: boolean }

/** The packet type of a message in the high half of a header's first byte. */
const publishType = 3
/** The first byte of every connection. */
const connectByte = 0x10

export type GateSizes = {
  /** Of a message. */
  maxBytes: number
  /** Of the first packet, sent before anyone knows by whom; `maxBytes` if not said. */
  firstBytes?: number
  /** Of every other packet that carries no message; `maxBytes` if not said. */
  otherBytes?: number
}

export type PacketGate = {
  /** How many packets began in the next chunk of the stream; -1 at the first one that is too large. */
  take(chunk: Uint8Array): number
  /** The first packet is here as a whole. */
  hasFirst(): boolean
}

/** Follows the packet borders of a byte stream. */
export function packetGate({ maxBytes, firstBytes = maxBytes, otherBytes = maxBytes }: GateSizes): PacketGate {
  const state: State = { left: 0, lengthBytes: 0, length: 0, inHeader: false, most: firstBytes, isPublish: true }
  let begun = 0

  /** One byte of a header; false where no packet of ours goes on like that. */
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

export type GateRates = { packetsPerS: number; packetsBurst: number; bytesPerS: number; bytesBurst: number }

export type GateEvents = {
  /** The first packet is here as a whole, and is a CONNECT. */
  onConnect(): void
  /** It begins with something else: no MQTT. */
  onGarbage(): void
  onTooLarge(): void
  /** It is not read for so long. */
  onPaced(ms: number): void
  /** So far ahead of its rate that waiting for it makes no sense: cut. */
  onFlood(): void
}

type Readable = Socket & { _read(size: number): void }

/** Longer than this behind its rate is no backlog but an attack; the keep-alive would end it soon anyway. */
const floodMs = 10_000

/**
 * Puts the gate before everything that reads this socket; an oversized packet destroys it. While the intake is held, the
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
    // Who left before it asked: nobody reads it yet, so nobody would see its end.
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
    // The handle stops reading: what comes waits with the sender.
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
