// The TCP or TLS connection to a broker. Nothing is sent before its certificate is accepted.
import { X509Certificate } from 'node:crypto'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import { DriverFault } from '../driver.ts'
import { timeoutFault, unreachableFault } from '../modbus-tcp/faults.ts'
import { isTyped, type SecretParam } from '../secret.ts'
import { serverCertificateFault } from '../server-certificate.ts'
import type { BrokerParams } from './broker-params.ts'

/** The text of a secret; undefined without one. Throws 1750 if the gateway could not open it. */
export function textOf(secret: SecretParam | null): string | undefined {
  if (secret === null) return undefined
  if (!isTyped(secret)) throw new DriverFault(1750, 'a password or file is missing on the gateway')
  return secret.text
}

/** An open socket. Throws 1714, 1722, 1728, 1744, 1750; aborting closes the socket. */
export async function dial(params: BrokerParams, signal: AbortSignal): Promise<Socket> {
  const { host, port, tls, timeoutMs } = params
  const secureContext = tls ? contextOf(params) : undefined
  if (signal.aborted) throw unreachableFault('stopped')
  const socket = secureContext
    ? // The certificate is checked below, so that a fault can show its fingerprint.
      connectTls({ host, port, secureContext, rejectUnauthorized: false, ...(isIP(host) ? {} : { servername: host }) })
    : connectTcp({ host, port })
  socket.setNoDelay(true)
  const stop = () => void socket.destroy(unreachableFault('stopped'))
  const timer = setTimeout(() => socket.destroy(timeoutFault(true)), timeoutMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once(secureContext ? 'secureConnect' : 'connect', resolve)
      socket.once('error', reject)
      socket.once('close', () => reject(unreachableFault('the broker closed the connection')))
    })
    const fault = secureContext && serverCertificateFault(socket as TLSSocket, params.serverFingerprint)
    if (fault) throw fault
    return socket
  } catch (error) {
    socket.on('error', () => undefined)
    socket.destroy()
    throw error instanceof DriverFault
      ? error
      : unreachableFault(error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** The files of the connection. Throws 1728 for one that is no certificate or key. */
function contextOf({ caCertificate, clientCertificate, clientKey }: BrokerParams): SecureContext {
  const files = { ca: bytesOf(caCertificate), cert: bytesOf(clientCertificate), key: bytesOf(clientKey) }
  try {
    return createSecureContext({
      ...(files.ca && { ca: pemOf(files.ca) }),
      ...(files.cert && { cert: pemOf(files.cert) }),
      ...(files.key && { key: files.key }),
    })
  } catch (error) {
    throw new DriverFault(1728, `a certificate or key cannot be read: ${(error as Error).message}`)
  }
}

function bytesOf(file: SecretParam | null): Buffer | undefined {
  const text = textOf(file)
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}

const pemOf = (bytes: Buffer): string =>
  bytes.includes('-----BEGIN') ? bytes.toString('latin1') : new X509Certificate(bytes).toString()
