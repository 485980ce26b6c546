// One remote download on the platform: forwards frames between the local program and the gateway, counted and bounded,
// without interpreting their content. [S8 1321-1332]
import { limits } from '../../contract/limits.ts'
import {
  jsonBody,
  numberFrame,
  readEnd,
  readJson,
  readTunnelFrame,
  readU32,
  type TunnelEnd,
  type TunnelFrame,
  type TunnelKind,
  type TunnelOpen,
  type TunnelOpened,
  TunnelRefused,
  textBody,
  tunnelFrame,
  u32Body,
} from '../../contract/tunnel.ts'

/** The part of a `ws` socket that is used here. */
export type TunnelSocket = {
  readonly readyState: number
  send(bytes: Uint8Array): void
  ping(): void
  close(code?: number, reason?: string): void
  terminate(): void
  on(event: 'message', listener: (data: unknown) => void): unknown
  on(event: 'pong' | 'close' | 'error', listener: () => void): unknown
}

type RelayNeeds = {
  /** Id of the tunnel: random, not used before, in hex. */
  tunnel: string
  socket: TunnelSocket
  order: Omit<TunnelOpen, 'leftMs'>
  device: string
  /** Remaining time in ms. */
  leftMs(): number
  /** Rejects if the gateway cannot be reached. */
  send(bytes: Uint8Array): Promise<void>
  /** Called when the tunnel is open. */
  onOpened(): void
  /** Called once. `code` of contract/errors, if the gateway gave a reason. */
  onOver(why: TunnelEnd, code?: number): void
  silentMs?: number
}

export type Traffic = { bytesUp: number; bytesDown: number; streams: number }

export type Relay = {
  fromGateway(bytes: Uint8Array): void
  end(why: TunnelEnd, code?: number): void
  extend(): void
  isOpen(): boolean
  /** Bytes in both directions. `up`: from the PLC to the engineer's computer. */
  traffic(): Traffic
}

/** Bytes in transit each way, and the directions that are finished. */
type Stream = { down: number; up: number; fins: Set<'down' | 'up'> }
type Way = 'down' | 'up'

const fromProgram: readonly TunnelKind[] = ['connect', 'data', 'credit', 'fin', 'reset', 'end']
const partMs = 2000
/** Close code; the program shows the reason text, and learns the rest from the last frame. */
const overCode = 4410

export function openRelay(needs: RelayNeeds): Relay {
  const { tunnel, socket, silentMs = limits.tunnelSilentMs } = needs
  const streams = new Map<number, Stream>()
  const count = { up: 0, down: 0 }
  let phase: 'opening' | 'open' | 'over' = 'opening'
  let [sent, received] = [0, 0]
  let heardAt = { gateway: performance.now(), program: performance.now() }

  function tell(frame: Uint8Array): void {
    needs.send(numberFrame(frame, sent++)).catch(() => end('gatewayGone'))
  }
  const say = (kind: TunnelKind, stream = 0, body?: Uint8Array) =>
    tell(tunnelFrame(kind, tunnel, { stream, ...(body ? { body } : {}) }))
  const answer = (kind: TunnelKind, stream = 0, body?: Uint8Array) =>
    socket.send(tunnelFrame(kind, tunnel, { stream, ...(body ? { body } : {}) }))

  function end(why: TunnelEnd, code?: number): void {
    if (phase === 'over') return
    phase = 'over'
    clearInterval(beat)
    clearTimeout(opening)
    needs.send(numberFrame(tunnelFrame('end', tunnel, { body: textBody(why) }), sent++)).catch(() => undefined)
    answer('end', 0, textBody(why))
    socket.close(overCode, code === undefined ? why : `${why} ${code}`)
    setTimeout(() => socket.terminate(), partMs).unref()
    streams.clear()
    needs.onOver(why, code)
  }

  function look(): void {
    const silentSince = performance.now() - silentMs
    if (heardAt.gateway < silentSince) return end('gatewayGone')
    if (heardAt.program < silentSince) return end('programGone')
    say('ping')
    socket.ping()
  }
  const beat = setInterval(look, silentMs / 3)
  const opening = setTimeout(() => end('gatewayGone', 1326), limits.tunnelOpenMs)

  /** Counts a frame of a stream; false if the stream is unknown or the frame exceeds its credit. */
  function passes({ kind, stream, body }: TunnelFrame, way: Way): boolean {
    const of = streams.get(stream)
    if (!of) return false
    const back = way === 'down' ? 'up' : 'down'
    if (kind === 'data') {
      of[way] += body.length
      count[way] += body.length
      if (of[way] > limits.tunnelWindowBytes) end('broken')
    }
    if (kind === 'credit') of[back] = Math.max(0, of[back] - readU32(body))
    if (kind === 'fin') of.fins.add(way)
    if (kind === 'reset' || of.fins.size === 2) streams.delete(stream)
    return phase === 'open'
  }

  function connect(stream: number): boolean {
    if (streams.has(stream)) end('broken')
    else if (streams.size >= limits.tunnelStreams) answer('reset', stream, textBody('too many connections'))
    else return Boolean(streams.set(stream, { down: 0, up: 0, fins: new Set() }))
    return false
  }

  socket.on('message', (data) => {
    heardAt = { ...heardAt, program: performance.now() }
    const bytes = data instanceof Uint8Array ? data : undefined
    const frame = bytes && readTunnelFrame(bytes)
    // The program may send only when the tunnel is open, and only frames of this tunnel.
    if (phase === 'over') return
    if (!bytes || !frame || frame.tunnel !== tunnel || phase !== 'open' || !fromProgram.includes(frame.kind))
      return end('broken')
    if (frame.kind === 'end') return end('programGone')
    if (frame.kind === 'connect' ? connect(frame.stream) : passes(frame, 'down')) tell(bytes)
  })
  socket.on('pong', () => {
    heardAt = { ...heardAt, program: performance.now() }
  })
  socket.on('close', () => end('programGone'))
  socket.on('error', () => end('programGone'))

  function opened(): void {
    clearTimeout(opening)
    phase = 'open'
    const { host, port } = needs.order
    const told: TunnelOpened = { device: needs.device, host, port, leftMs: needs.leftMs() }
    answer('opened', 0, jsonBody(told))
    needs.onOpened()
  }

  function obey(frame: TunnelFrame, bytes: Uint8Array): void {
    const { kind, body } = frame
    if (kind === 'pong') return
    if (kind === 'opened') return phase === 'opening' ? opened() : end('broken')
    if (kind === 'refused') return end('gatewayRefused', readJson(TunnelRefused, body)?.code)
    if (kind === 'connected' ? streams.has(frame.stream) : passes(frame, 'up')) socket.send(bytes)
  }

  const { order } = needs
  say('open', 0, jsonBody({ ...order, leftMs: needs.leftMs() } satisfies TunnelOpen))
  return {
    fromGateway(bytes) {
      const frame = readTunnelFrame(bytes)
      if (!frame || phase === 'over') return
      heardAt = { ...heardAt, gateway: performance.now() }
      // The gateway does not know this tunnel any more, so its frame numbers are meaningless.
      if (frame.kind === 'end') return end(readEnd(frame.body))
      if (frame.number !== received++) return end('broken')
      obey(frame, bytes)
    },
    end,
    extend: () => say('extend', 0, u32Body(needs.leftMs())),
    isOpen: () => phase === 'open',
    traffic: () => ({ bytesUp: count.up, bytesDown: count.down, streams: streams.size }),
  }
}
