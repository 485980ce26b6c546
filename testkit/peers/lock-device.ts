// The local service of a device lock, with a key that can be unplugged: the interface of docs/device-lock.md, over real
// HTTP.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const keyPair = (kind: 'rsa' | 'ec' | 'ed25519' = 'ec') => {
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
}

export const pemOf = (publicKey: KeyObject): string => publicKey.export({ format: 'pem', type: 'spki' }).toString()

/** The signature of a text in base64. */
export const signatureOf = (text: string, privateKey: KeyObject): string =>
  sign(privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256', Buffer.from(text), privateKey).toString('base64')

type LockDevice = AsyncDisposable & {
  url: string
  /** The texts that the lock received for signing, in order. */
  asked: string[]
  plug(privateKey: KeyObject): void
  pull(): void
  /** Simulates a user who refuses to sign. */
  refuse(): void
  stop(): Promise<void>
}

/** The origins whose pages the service answers. */
export async function lockDevice(origins: readonly string[], port = 0): Promise<LockDevice> {
  let key: KeyObject | undefined
  let refuses = false
  const asked: string[] = []

  const answer = (path: string, input: { random?: unknown }) => {
    if (path === '/description')
      return { code: 200, msg: 'success', data: { name: 'simulator', version: '1.0', hasKey: key !== undefined } }
    if (path !== '/sign-by-device') return { code: 4, msg: 'no such function', data: null }
    if (!key) return { code: 1, msg: 'no key is plugged in', data: null }
    if (refuses || typeof input.random !== 'string') return { code: 2, msg: 'refused', data: null }
    return { code: 200, msg: 'success', data: { signature: signatureOf(input.random, key) } }
  }

  const server = createServer((request, response) => {
    const origin = request.headers.origin ?? ''
    if (!origins.includes(origin)) return void response.writeHead(403).end()
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-allow-headers', 'content-type')
    response.setHeader('access-control-allow-private-network', 'true')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    void reply(request, response)
  })
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    asked.push(request.url ?? '')
    const text = Buffer.concat(pieces).toString() || '{}'
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(request.url ?? '', JSON.parse(text) as object)))
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    plug: (privateKey) => {
      key = privateKey
      refuses = false
    },
    pull: () => {
      key = undefined
    },
    refuse: () => {
      refuses = true
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
