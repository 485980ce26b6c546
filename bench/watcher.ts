// A watcher of a device, like a browser: signed in, with a ticket and a socket.
import WebSocket from 'ws'
import type { Envelope } from '../contract/endpoint.ts'
import { equipmentSocketPath, type SignalVal } from '../contract/sockets.ts'
import { monitorToken } from '../features/device/live/contract.ts'
import { login } from '../features/people/login/contract.ts'

type Answer = { data: unknown; cookie: string }

async function ask(url: string, path: string, body: object, cookie = ''): Promise<Answer> {
  const headers = { 'content-type': 'application/json', cookie }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, msg, data } = (await response.json()) as Envelope<unknown>
  if (code !== 200) throw new Error(`${path}: ${code} ${msg}`)
  return { data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie }
}

/** Opens a session of the first administrator; returns its cookie. */
export async function signIn(url: string, password: string): Promise<string> {
  return (await ask(url, login.path, { loginname: 'admin', password })).cookie
}

/** Opens a socket on a device; calls `take` with received values. */
export async function openSocket(
  url: string,
  cookie: string,
  equipmentId: number,
  take: (message: SignalVal) => void,
): Promise<WebSocket> {
  const { data } = await ask(url, monitorToken.path, { equipmentId }, cookie)
  const socket = new WebSocket(url.replace('http', 'ws') + equipmentSocketPath + String(data))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('message', (text) => {
    const message = JSON.parse(String(text)) as SignalVal
    if (message.type === 'signalVal') take(message)
  })
  return socket
}
