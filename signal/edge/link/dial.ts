// The socket to the broker: TCP for mqtt://, TLS for mqtts://, always without Nagle's delay (22 ms against 0.5 ms).
import { isIP, type Socket, connect as tcp } from 'node:net'
import { connect as tls } from 'node:tls'

export type Broker = { secure: boolean; host: string; port: number }

const ports: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883 }

/** Parses `mqtt://host:port` or `mqtts://host:port`. Throws an Error with a readable message for anything else. */
export function parseBroker(url: string): Broker {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const port = parsed && ports[parsed.protocol]
  if (!parsed || !port || !parsed.hostname) throw new Error(`${url} must be mqtt://host:port or mqtts://host:port`)
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1')
  return { secure: parsed.protocol === 'mqtts:', host, port: Number(parsed.port) || port }
}

/** Starts to connect; `ca` is the PEM text of the authority that signed the broker's certificate. */
export function dialBroker({ secure, host, port }: Broker, ca?: string): Socket {
  if (!secure) return tcp({ host, port, noDelay: true })
  const socket = tls({ host, port, ...(ca ? { ca } : {}), ...(isIP(host) ? {} : { servername: host }) })
  socket.setNoDelay(true)
  return socket
}
