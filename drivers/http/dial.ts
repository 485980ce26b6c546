// Opens the connection of one request: TCP, and TLS with the certificate that the driver accepts. Every request has a
// connection of its own: on a shared one, a late answer would be taken for that to the next request.
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { faultOf, unreachableFault } from '../modbus-tcp/faults.ts'
import { serverCertificateFault } from '../server-certificate.ts'
import type { HttpParams } from './params.ts'
import { mustBeReachable, safeLookup } from './reach.ts'

/** A connection to the server of a URL. Throws 1722, 1744, or the reason of the signal, after closing the socket. */
export async function dial(url: URL, params: HttpParams, signal: AbortSignal): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  mustBeReachable(host)
  signal.throwIfAborted()
  const isTls = url.protocol === 'https:'
  const port = Number(url.port) || (isTls ? 443 : 80)
  const socket = connect({ host, port, noDelay: true, lookup: safeLookup as never })
  await ready(socket, 'connect', signal)
  if (!isTls) return socket
  const secure = connectTls({
    socket,
    // The certificate must name the host, which may be an IP address; TLS announces names only.
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
    // The certificate is checked below, so that its fingerprint can be shown and accepted.
    rejectUnauthorized: false,
  })
  await ready(secure, 'secureConnect', signal)
  const fault = params.verifyCertificate ? serverCertificateFault(secure, params.serverFingerprint) : undefined
  if (!fault) return secure
  secure.destroy()
  throw fault
}

/** Waits until a socket is connected. */
function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError).off('close', onClose)
      // A socket without a listener would end the process at its next error.
      socket.on('error', () => undefined)
      act()
    }
    const fail = (error: unknown) =>
      settle(() => {
        socket.destroy()
        reject(error)
      })
    const onAbort = () => fail(signal.reason)
    const onError = (error: Error) => fail(faultOf(error))
    const onClose = () => fail(unreachableFault('the server closed the connection'))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    socket.once('error', onError).once('close', onClose)
    socket.once(event, () => settle(resolve))
  })
}
