// One request and its answer, on a connection of its own, within a time and a size.
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { DriverFault } from '../driver.ts'
import { faultOf, unreachableFault } from '../modbus-tcp/faults.ts'
import { cutFault } from './faults.ts'

/** `headers` have lower-case names. */
export type HttpRequest = {
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
}

/** `isBounded`: the server has sent the length of the body, so that a cut would have been noticed. */
export type HttpAnswer = {
  status: number
  body: Buffer
  isBounded: boolean
  location: string | undefined
  encoding: string
  /** The server's clock, epoch ms; seconds are its resolution. */
  serverAt: number | undefined
}

const maxHeaderBytes = 16_384

/** Sends a request on an open connection, which is closed afterwards. Throws a `DriverFault`. */
export function exchange(
  socket: Socket,
  { url, method, headers, body }: HttpRequest,
  maxBytes: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const sent = request({
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      host: url.host,
      connection: 'close',
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    setHost: false,
    maxHeaderSize: maxHeaderBytes,
    createConnection: () => socket,
  })
  return new Promise<HttpAnswer>((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    sent.on('error', (error) => reject(lineFault(error)))
    sent.on('response', (response) => {
      bodyOf(response, maxBytes)
        .then((bytes) => answerOf(response, bytes))
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onAbort))
    })
    sent.on('close', () => {
      signal.removeEventListener('abort', onAbort)
      // Without effect after an answer or an error.
      reject(cutFault('the server closed the connection without an answer'))
    })
    sent.end(body)
  }).finally(() => {
    sent.destroy()
    socket.destroy()
  })
}

/** Errors of the parser, and of connections. */
function lineFault(error: Error & { code?: string }): DriverFault {
  if (error.code?.startsWith('HPE_')) return new DriverFault(1712, `the answer is not HTTP: ${error.message}`)
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return cutFault('the server closed the connection')
  return faultOf(error)
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLong = () =>
    new DriverFault(
      1721,
      `the answer has more than ${maxBytes / 1024} KiB: raise the limit of the driver, or read less`,
    )
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLong()
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > maxBytes) throw tooLong()
      pieces.push(piece)
    }
  } catch (error) {
    throw error instanceof DriverFault ? error : lineFault(error as Error)
  }
  if (!response.complete) throw cutFault('the answer is incomplete')
  return Buffer.concat(pieces)
}

function answerOf({ statusCode, headers }: IncomingMessage, body: Buffer): HttpAnswer {
  if (statusCode === undefined) throw unreachableFault('the answer has no status')
  // A cache repeats the time of the server, and adds the age of its copy.
  const cachedMs = /^\d{1,9}$/.test(headers.age ?? '') ? Number(headers.age) * 1000 : 0
  const serverAt = headers.date === undefined ? Number.NaN : Date.parse(headers.date) + cachedMs
  const isChunked = /(?:^|,)\s*chunked$/i.test(headers['transfer-encoding'] ?? '')
  return {
    status: statusCode,
    body,
    isBounded: headers['content-length'] !== undefined || isChunked,
    location: headers.location,
    encoding: headers['content-encoding']?.toLowerCase() ?? 'identity',
    serverAt: Number.isNaN(serverAt) ? undefined : serverAt,
  }
}
