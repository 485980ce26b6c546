// The address of the broker for gateways, as needed by the command line that starts an agent.
import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import type { BrokerAddress } from '../../features/frame/spine-services.ts'
import type { GatewayLink } from '../../signal/cloud/link.ts'
import type { ServerConfig } from './config.ts'

type Settings = Pick<ServerConfig, 'host' | 'mqttPort' | 'mqttsPort' | 'mqttUrl' | 'publicUrl' | 'tls'>

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
const hostOf = (url: string | null) => (url === null ? null : new URL(url).hostname)

/** The ports on which the broker really listens: a setting of 0 lets the system choose one. */
const portsOf = (link: GatewayLink) => link as Partial<{ port(): number; tlsPort(): number | null }>

/** The address according to the settings: an external broker's, else the platform's, with TLS if it is set up. */
export function brokerAddress(settings: Settings, link: GatewayLink): BrokerAddress {
  const { host, mqttUrl, publicUrl, tls } = settings
  if (mqttUrl !== null) {
    const { hostname, port, protocol } = new URL(mqttUrl)
    const secure = protocol === 'mqtts:'
    const known = isLoopback(hostname) ? hostOf(publicUrl) : hostname
    return { host: known, port: Number(port) || (secure ? 8883 : 1883), secure, ...publicCa, isLocal: false }
  }
  const address = { host: hostOf(publicUrl), isLocal: isLoopback(host) && publicUrl === null }
  const ports = portsOf(link)
  const plain = ports.port?.() || settings.mqttPort || settings.mqttsPort
  if (!tls) return { ...address, port: plain, secure: false, ...publicCa }
  return { ...address, port: ports.tlsPort?.() || settings.mqttsPort, secure: true, ...authorityOf(tls.cert) }
}

type Authority = Pick<BrokerAddress, 'ca' | 'isCaMissing'>
const publicCa: Authority = { ca: null, isCaMissing: false }
const authorities = new WeakMap<Buffer, Authority>()

/** The authority of the certificate; cached, since finding it compares with every public authority. */
function authorityOf(cert: Buffer): Authority {
  const known = authorities.get(cert) ?? findAuthority(cert)
  authorities.set(cert, known)
  return known
}

function findAuthority(cert: Buffer): Authority {
  const chain = (cert.toString().match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  )
  const roots = rootCertificates.map((pem) => new X509Certificate(pem))
  const isPublic = chain.some((each) => roots.some((root) => isSignedBy(each, root)))
  const own = chain.find((each) => isSignedBy(each, each))
  return isPublic ? publicCa : { ca: own?.toString() ?? null, isCaMissing: own === undefined }
}

const isSignedBy = (each: X509Certificate, by: X509Certificate) => each.checkIssued(by) && each.verify(by.publicKey)
