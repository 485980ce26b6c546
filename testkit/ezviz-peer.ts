// A peer that answers like EZVIZ's open interface, on loopback, with its own accounts and cameras; it records all
// requests, and tests can change its answers.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type PeerAsked = { path: string; fields: Record<string, string>; voice: Buffer | undefined; at: number }
type Answer = { code: string | number; msg?: string; data?: unknown }
type Raw = { status?: number; headers?: Record<string, string>; body?: string; hang?: boolean }

export type EzvizPeer = {
  url: string
  asked: PeerAsked[]
  /** The requests to one path, without the interface's own prefix. */
  of(path: string): PeerAsked[]
  /** The accounts by their key, each with its secret and its cameras. */
  accounts: Map<string, { secret: string; cameras: Set<string> }>
  /** Replaces the usual answer to a path; undefined: the usual one. */
  instead: Map<string, () => Answer | Raw>
  /** The address of streams in answers. */
  stream: { url: string }
  /** Invalidates all tokens issued until now. */
  endTokens(): void
  tokenMs: number
  stop(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<{ fields: Record<string, string>; voice?: Buffer }> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) return { fields: Object.fromEntries(new URLSearchParams(body.toString())) }
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  const fields: Record<string, string> = {}
  let voice: Buffer | undefined
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else voice = Buffer.from(await value.arrayBuffer())
  }
  return voice ? { fields, voice } : { fields }
}

export async function ezvizPeer(now: () => number = Date.now, port = 0): Promise<EzvizPeer> {
  const tokens = new Map<string, string>()
  let drawn = 0

  function tokenOf({ appKey = '', appSecret }: Record<string, string>): Answer {
    const account = peer.accounts.get(appKey)
    if (!account) return { code: '10017', msg: 'appKey does not exist' }
    if (account.secret !== appSecret) return { code: '10030', msg: 'appkey and appSecret do not match' }
    drawn += 1
    const accessToken = `at.${appKey}.${drawn}`
    tokens.set(accessToken, appKey)
    return {
      code: '200',
      data: { accessToken, expireTime: now() + peer.tokenMs, areaDomain: 'http://169.254.169.254' },
    }
  }

  function answerTo(path: string, fields: Record<string, string>): Answer {
    if (path === 'token/get') return tokenOf(fields)
    const appKey = tokens.get(fields.accessToken ?? '')
    if (appKey === undefined) return { code: '10002', msg: 'accessToken expired or invalid' }
    const { cameras } = peer.accounts.get(appKey)!
    const serial = fields.deviceSerial ?? ''
    const isKnown = [...peer.accounts.values()].some((account) => account.cameras.has(serial))
    if (!isKnown) return { code: '20002', msg: 'device does not exist' }
    if (!cameras.has(serial)) return { code: '20018', msg: 'the user does not own the device' }
    if (path !== 'v2/live/address/get') return { code: '200', msg: 'Operation succeeded' }
    const url = `${peer.stream.url}?id=${serial}-${fields.channelNo}-${fields.protocol}-${peer.asked.length}`
    return { code: '200', data: { id: '1', url, expireTime: '2026-05-01 12:00:00' } }
  }

  const server: Server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace('/api/lapp/', '')
    const { fields, voice } = await bodyOf(request)
    peer.asked.push({ path, fields, voice, at: Date.now() })
    const instead = peer.instead.get(path)?.()
    if (instead && 'hang' in instead) return
    const answer = instead ?? answerTo(path, fields)
    if ('code' in answer) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ msg: '', ...answer }))
      return
    }
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const peer: EzvizPeer = {
    url,
    asked: [],
    of: (path) => peer.asked.filter((each) => each.path === path),
    accounts: new Map(),
    instead: new Map(),
    stream: { url: 'https://open.ys7.com/v3/openlive/live.m3u8' },
    endTokens: () => tokens.clear(),
    tokenMs: 7 * 24 * 3_600_000,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return peer
}

/** A recording in the format of browsers: this many seconds of silence. */
export function silentWav(seconds: number): Buffer {
  const bytes = Math.round(seconds * 16_000) * 2
  const wav = Buffer.alloc(44 + bytes)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + bytes, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(16_000, 24)
  wav.writeUInt32LE(32_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(bytes, 40)
  return wav
}
