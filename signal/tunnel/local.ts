// The engineer's end of a remote download: opens a port on the loopback of this computer and carries each connection to
// the PLC. Stores nothing, and ends with its web socket. Decision 0036.
import { createServer, type Server, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import { limits } from '../../contract/limits.ts'
import { tunnelSocketPath } from '../../contract/sockets.ts'
import {
  readEnd,
  readJson,
  readText,
  readTunnelFrame,
  type TunnelEnd,
  type TunnelFrame,
  type TunnelKind,
  TunnelOpened,
  textBody,
  tunnelFrame,
} from '../../contract/tunnel.ts'
import { type Carried, carry } from './carry.ts'

type LocalTunnelOptions = {
  /** The address at which the platform is opened in a browser. */
  url: string
  /** Generated on the page of the device; valid once. */
  ticket: string
  /** Local port on the loopback; 0 for a free port. Default: the port of the PLC, or a free one if that is in use. */
  port?: number
  silentMs?: number
  /** Called when a connection from a program on this computer is refused. `full`: the maximum number of connections is open. */
  onRefused?: (why: 'full' | { reason: string }) => void
}

/**
 * Why the tunnel did not open. The message is `ticket` if that is not valid, one of `tunnelEnds`, or the network's
 * text.
 */
export class TunnelFault extends Error {
  /** The code of contract/errors, if the gateway sent one. */
  code: number | null = null
}

export type LocalTunnel = TunnelOpened & {
  /** The port on this computer. */
  localPort: number
  connections(): number
  /** Resolves when the tunnel is over, with the code of contract/errors if the gateway sent one. */
  readonly over: Promise<{ why: TunnelEnd; code: number | null }>
  /** Ends the tunnel. */
  end(): Promise<void>
}

const connectMs = 20_000
const loopback = '127.0.0.1'
/** Lower ports are reserved for administrators. */
const firstFreePort = 1024

/** Resolves when connections are accepted; throws a `TunnelFault`. */
export async function openLocalTunnel(options: LocalTunnelOptions): Promise<LocalTunnel> {
  const { ticket, silentMs = limits.tunnelSilentMs } = options
  const origin = new URL(options.url).origin
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${tunnelSocketPath}${ticket}`, {
    origin,
    perMessageDeflate: false,
    handshakeTimeout: connectMs,
    maxPayload: 2 * limits.tunnelFrameBytes,
  })
  socket.binaryType = 'nodebuffer'
  const carrying = createCarrying((bytes) => socket.send(bytes), options.onRefused)
  let said: TunnelEnd | undefined
  let code: number | null = null
  const silence = setTimeout(() => socket.terminate(), Math.max(silentMs, connectMs))
  const over = new Promise<{ why: TunnelEnd; code: number | null }>((resolve) => {
    socket.on('close', (_status, reason) => {
      clearTimeout(silence)
      carrying.stop()
      code = Number(/ (\d+)$/.exec(reason.toString())?.[1]) || null
      resolve({ why: said ?? 'broken', code })
    })
  })
  let beginning: { tell: (opened: TunnelOpened) => void; fail: (fault: TunnelFault) => void } | undefined
  const opened = new Promise<TunnelOpened>((tell, fail) => {
    beginning = { tell, fail }
  })
  socket.on('error', (error) => beginning?.fail(new TunnelFault(error.message)))
  socket.on('ping', () => silence.refresh())
  socket.on('close', (status) => beginning?.fail(new TunnelFault(status === 4401 ? 'ticket' : `${said ?? 'lost'}`)))
  socket.on('message', (data) => {
    silence.refresh()
    const frame = readTunnelFrame(data as Buffer)
    if (!frame) return socket.terminate()
    if (frame.kind === 'end') said = readEnd(frame.body)
    else if (frame.kind !== 'opened') carrying.take(frame)
    else {
      const told = readJson(TunnelOpened, frame.body)
      carrying.tunnel = frame.tunnel
      if (told) beginning?.tell(told)
    }
  })
  try {
    const told = await opened
    const localPort = await carrying.listen(options.port ?? told.port, options.port === undefined)
    return {
      ...{ ...told, localPort, over, connections: carrying.count },
      async end() {
        if (socket.readyState === WebSocket.OPEN)
          socket.send(tunnelFrame('end', carrying.tunnel, { body: textBody('programGone') }))
        socket.close()
        await over
      },
    }
  } catch (error) {
    socket.terminate()
    clearTimeout(silence)
    carrying.stop()
    if (error instanceof TunnelFault && error.message !== 'ticket' && socket.readyState !== WebSocket.CONNECTING)
      code = (await over).code
    throw error instanceof TunnelFault ? Object.assign(error, { code }) : new TunnelFault(String(error))
  }
}

function createCarrying(write: (bytes: Uint8Array) => void, onRefused: LocalTunnelOptions['onRefused']) {
  const streams = new Map<number, { socket: Socket; carried: Carried }>()
  let server: Server | undefined
  let last = 0
  const own = {
    /** Id of the tunnel in hex; set once the tunnel is open. */
    tunnel: '',
    count: () => streams.size,
    take({ kind, stream, body }: TunnelFrame): void {
      const of = streams.get(stream)
      if (kind === 'reset' && of && body.length > 0) onRefused?.({ reason: readText(body) })
      if (kind === 'connected') of?.carried.begin()
      else of?.carried.take({ kind, body })
    },
    async listen(port: number, isAnyGood: boolean): Promise<number> {
      const wanted = isAnyGood && port < firstFreePort ? port + 1000 : port
      server = createServer({ allowHalfOpen: true, noDelay: true }, meet)
      const found = await listening(server, wanted).catch((error: NodeJS.ErrnoException) => {
        if (!isAnyGood || !['EADDRINUSE', 'EACCES'].includes(error.code ?? '')) throw new TunnelFault(error.message)
        return listening(server!, 0)
      })
      return found
    },
    stop(): void {
      server?.close()
      for (const { carried } of streams.values()) carried.destroy()
      streams.clear()
    },
  }
  const say = (kind: TunnelKind, stream: number, body?: Uint8Array) =>
    write(tunnelFrame(kind, own.tunnel, { stream, ...(body ? { body } : {}) }))

  function meet(socket: Socket): void {
    if (streams.size >= limits.tunnelStreams) {
      onRefused?.('full')
      return void socket.destroy()
    }
    last += 1
    const stream = last
    const carried = carry(socket, stream, {
      send: say,
      mayLeave: () => true,
      onOver: () => void streams.delete(stream),
    })
    streams.set(stream, { socket, carried })
    say('connect', stream)
  }
  return own
}

const listening = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, loopback, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
