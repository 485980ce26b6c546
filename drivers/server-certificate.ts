// Checks the certificate of a server after a handshake that accepted every certificate, so that the fault can show its
// fingerprint. Gateway only.
import { createHash } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { DriverFault } from './driver.ts'
import { unreachableFault } from './modbus-tcp/faults.ts'

const hashOf = (algorithm: 'sha256' | 'sha1', bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex').toUpperCase()

/**
 * Why the certificate is refused: 1744 with its fingerprints, 1722 if the server has none. `accepted`: the SHA-256 of
 * the certificate that the user has accepted, in capital hex digits; empty: it must be signed for the host by an
 * authority.
 */
export function serverCertificateFault(socket: TLSSocket, accepted: string): DriverFault | undefined {
  const { raw } = socket.getPeerCertificate()
  if (!raw) return unreachableFault('the server has no certificate')
  const fingerprint = hashOf('sha256', raw)
  if (accepted === '' ? socket.authorized : fingerprint === accepted) return undefined
  const reason = accepted === '' ? String(socket.authorizationError) : 'it is not the accepted one'
  return new DriverFault(1744, `the certificate ${fingerprint} was not accepted: ${reason}`, {
    fingerprint,
    thumbprint: hashOf('sha1', raw),
  })
}
