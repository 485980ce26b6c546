// WeChat's open platform on loopback, as it behaves: a page with a QR code, and faults with status 200 and `errcode`.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listening } from './open-id-provider.ts'

export type WeChatUser = { openid: string; unionid?: string }
type Answer = (request: IncomingMessage, response: ServerResponse) => void

export type WeChatPeer = {
  url: string
  appId: string
  secret: string
  /** The user who scans the QR code. */
  user: WeChatUser
  /**
   * Returns the query with which the browser returns after that user has scanned and agreed at this address, or
   * cancelled.
   */
  scan(url: string, by?: WeChatUser): string
  cancel(url: string): string
  /** Replaces the answer with which WeChat exchanges a login code; null: the usual answer. */
  bent: Answer | null
  stop(): Promise<void>
}

const json = (response: ServerResponse, value: unknown): void => {
  // The media type is text/plain for every answer.
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.end(JSON.stringify(value))
}

export async function weChatPeer(): Promise<WeChatPeer> {
  const [appId, secret] = ['wx0123456789abcdef', 'secret-of-the-application']
  const codes = new Map<string, WeChatUser>()
  const used = new Set<string>()
  const exchange = (query: URLSearchParams): unknown => {
    const code = query.get('code') ?? ''
    if (query.get('appid') !== appId) return { errcode: 40013, errmsg: 'invalid appid' }
    if (query.get('secret') !== secret) return { errcode: 40125, errmsg: 'invalid appsecret' }
    if (query.get('grant_type') !== 'authorization_code') return { errcode: 40002, errmsg: 'invalid grant_type' }
    if (used.has(code)) return { errcode: 40163, errmsg: 'code been used' }
    const user = codes.get(code)
    if (!user) return { errcode: 40029, errmsg: 'invalid code' }
    used.add(code)
    const tokens = { access_token: randomBytes(16).toString('hex'), expires_in: 7200, refresh_token: 'unused' }
    return { ...tokens, scope: 'snsapi_login', ...user }
  }
  const back = (address: string, by: WeChatUser | null): URL => {
    const asked = new URL(address)
    const query = asked.searchParams
    const isRight = query.get('appid') === appId && query.get('scope') === 'snsapi_login'
    if (!isRight || query.get('response_type') !== 'code') throw new Error(`WeChat shows an error for ${address}`)
    const to = new URL(query.get('redirect_uri')!)
    if (by) {
      const code = randomBytes(16).toString('hex')
      codes.set(code, by)
      to.searchParams.set('code', code)
    }
    to.searchParams.set('state', query.get('state')!)
    return to
  }
  const server = createServer((request, response) => {
    const asked = new URL(request.url!, peer.url)
    if (asked.pathname === '/connect/qrconnect') {
      const link = (by: WeChatUser | null, words: string) =>
        `<a href="${back(asked.href, by).href.replaceAll('&', '&amp;')}">${words}</a>`
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<h1>WeChat</h1>${link(peer.user, 'Agree')} ${link(null, 'Cancel')}`)
    } else if (asked.pathname !== '/sns/oauth2/access_token') response.writeHead(404).end()
    else if (peer.bent) peer.bent(request, response)
    else json(response, exchange(asked.searchParams))
  })
  const peer: WeChatPeer = {
    url: await listening(server),
    appId,
    secret,
    user: { openid: 'o6_bmjrPTlm6_2sgVt7hMZOPfL2M', unionid: 'o6_bmasdasdsad6_2sgVt7hMZOPfL' },
    scan: (url, by = peer.user) => back(url, by).search,
    cancel: (url) => back(url, null).search,
    bent: null,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return peer
}
