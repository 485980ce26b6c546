// Accounts for measurements of alarms: each sees all devices of the first organisation, and has its own session. The
// rows are inserted directly, because sign-ins by password are limited per minute.
import { createHash, randomBytes } from 'node:crypto'
import WebSocket from 'ws'
import type { Endpoint, Envelope, InputOf, OutputOf } from '../contract/endpoint.ts'
import { messageSocketPath } from '../contract/sockets.ts'
import { type MessageNews, messageToken } from '../features/platform/message/contract.ts'
import type { BenchPlatform } from './platform.ts'
import { signIn } from './watcher.ts'

/** A signed-in account. `cookie`: the cookie of its session. */
type BenchAccount = { cookie: string }
export type Ask = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>

const urlOf = ({ port }: Pick<BenchPlatform, 'port'>) => `http://127.0.0.1:${port}`

/** Returns the signed-in accounts, the administrator as the first. */
export async function addAccounts(platform: BenchPlatform, count: number): Promise<BenchAccount[]> {
  const { database, password } = platform
  const cookie = await signIn(urlOf(platform), password)
  const accounts: BenchAccount[] = [{ cookie }]
  for (let i = 2; i <= count; i += 1) {
    const token = randomBytes(32).toString('base64url')
    await database.pool.query(
      `with added as (
         insert into account (org_id, loginname, role_type, name, password_hash, disabled, created_at)
         select org_id, $1, role_type, $1, password_hash, false, created_at from account where loginname = 'admin'
         returning id, org_id)
       insert into session (token_hash, org_id, account_id, created_at, seen_at, expires_at)
       select $2, org_id, id, $3::bigint, $3::bigint, $3::bigint + 86400000 from added`,
      [`watcher_${i}`, createHash('sha256').update(token).digest(), Date.now()],
    )
    accounts.push({ cookie: `${cookie.slice(0, cookie.indexOf('='))}=${token}` })
  }
  return accounts
}

/** Returns a function that makes calls as this account. */
export const askAs =
  (platform: Pick<BenchPlatform, 'port'>, { cookie }: BenchAccount): Ask =>
  async (endpoint, input) => {
    const response = await fetch(urlOf(platform) + endpoint.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en', cookie },
      body: JSON.stringify(input),
    })
    const { code, msg, data } = (await response.json()) as Envelope<unknown>
    if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${msg}`)
    return data as never
  }

/** A socket of messages for each account, like its browser's; returns a function that closes them. */
export async function listenForMessages(
  platform: BenchPlatform,
  accounts: readonly BenchAccount[],
  take: (title: string, account: number, bytes: number) => void,
): Promise<() => void> {
  const sockets = await Promise.all(
    accounts.map(async (account, index) => {
      const token = await askAs(platform, account)(messageToken, {})
      const socket = new WebSocket(urlOf(platform).replace('http', 'ws') + messageSocketPath + token)
      const answered = new Promise((resolve) => socket.once('message', resolve))
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      // The first answer shows that the socket is registered for messages; earlier messages are lost.
      const ping = setInterval(() => socket.send('ping'), 100)
      await answered
      clearInterval(ping)
      socket.on('message', (data) => {
        const news = JSON.parse(String(data)) as MessageNews
        if (news.type === 'message') take(news.message.title, index, String(data).length)
      })
      return socket
    }),
  )
  return () => {
    for (const socket of sockets) socket.terminate()
  }
}
