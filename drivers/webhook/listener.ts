// The HTTP server of one port: bounded connections, headers, bodies and times. It knows nothing of variables.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unreachableFault } from '../modbus-tcp/faults.ts'

/** The head of a message: its path, source and token. */
export type HookHead = { pathname: string; address: string; token: string | undefined }

/** The decision on a message: a status that refuses it, or a function that receives its body and returns the status. */
export type HookPlan = { status: number } | { maxBytes: number; receive(body: Buffer): number }

type Needs = { port: number; timeoutMs: number; planOf(head: HookHead): HookPlan; onEnd(reason: string): void }

const maxConnections = 100
const maxConnectionsOfSource = 20
const maxHeaderBytes = 8192
const keepAliveMs = 5000

const methods: readonly (string | undefined)[] = ['POST', 'PUT']

export class HookListener {
  readonly #server: Server
  readonly #needs: Needs
  /** Open connections by source address. */
  readonly #sources = new Map<string, number>()

  private constructor(needs: Needs) {
    this.#needs = needs
    const { timeoutMs } = needs
    this.#server = createServer(
      {
        headersTimeout: timeoutMs,
        requestTimeout: timeoutMs,
        connectionsCheckingInterval: Math.min(1000, timeoutMs),
        keepAliveTimeout: keepAliveMs,
        maxHeaderSize: maxHeaderBytes,
        noDelay: true,
      },
      (request, response) => void this.#answer(request, response).catch(() => request.destroy()),
    )
    this.#server.maxConnections = maxConnections
    this.#server.on('connection', (socket) => this.#admit(socket))
  }

  /** Listens at a port. Throws 1722 if the port is in use. */
  static async open(needs: Needs): Promise<HookListener> {
    const listener = new HookListener(needs)
    const server = listener.#server
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: Error & { code?: string }) => reject(portFault(needs.port, error)))
      server.listen(needs.port, () => resolve())
    })
    server.removeAllListeners('error')
    server.on('error', (error) => needs.onEnd(error.message))
    return listener
  }

  /** Ends every connection and frees the port; may be called twice. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    await closed
  }

  /** Counts the connections of a source, and refuses too many. */
  #admit(socket: Socket): void {
    const source = socket.remoteAddress ?? ''
    const count = (this.#sources.get(source) ?? 0) + 1
    this.#sources.set(source, count)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      const left = this.#sources.get(source)! - 1
      if (left > 0) this.#sources.set(source, left)
      else this.#sources.delete(source)
    })
    if (count > maxConnectionsOfSource) socket.destroy()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const plan = methods.includes(request.method) ? this.#planOf(request) : { status: 405 }
    const status = 'status' in plan ? plan.status : await statusOf(request, plan).catch(() => undefined)
    // The sender has left, or was cut because it was too slow.
    if (status === undefined) return void request.destroy()
    // The rest of a body would be taken for the next request.
    const isWhole = request.complete
    response.writeHead(status, { 'content-length': 0, ...(!isWhole && { connection: 'close' }) })
    if (isShort(request)) request.resume()
    response.end(() => {
      if (!isWhole && !isShort(request)) request.destroy()
    })
  }

  #planOf(request: IncomingMessage): HookPlan {
    const target = `http://gateway${request.url ?? ''}`
    if (!request.url?.startsWith('/') || !URL.canParse(target)) return { status: 400 }
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') return { status: 415 }
    const { pathname, searchParams } = new URL(target)
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    return this.#needs.planOf({
      pathname,
      address: request.socket.remoteAddress ?? '',
      token: bearer ?? searchParams.get('token') ?? undefined,
    })
  }
}

/** The rest of a refused body of this length is received, so that the sender can read the answer. */
const maxRest = 65_536
const isShort = ({ headers }: IncomingMessage): boolean => Number(headers['content-length'] ?? Number.NaN) <= maxRest

const tooLong = 413

/** Receives the body of a message, at most `maxBytes`. Rejects if the sender leaves. */
async function statusOf(
  request: IncomingMessage,
  { maxBytes, receive }: Extract<HookPlan, { maxBytes: number }>,
): Promise<number> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLong
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > maxBytes) return tooLong
    pieces.push(piece)
  }
  if (!request.complete) throw new Error('the message is incomplete')
  return receive(Buffer.concat(pieces))
}

function portFault(port: number, error: Error & { code?: string }) {
  const isTaken = error.code === 'EADDRINUSE'
  return unreachableFault(
    isTaken
      ? `port ${port} of the gateway is in use by another program: choose another port`
      : `the gateway cannot listen at port ${port}: ${error.message}`,
  )
}
