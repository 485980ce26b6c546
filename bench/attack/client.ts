// Makes calls over HTTP with keep-alive; each caller has its own loopback address, because limits count by address.
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Endpoint, Envelope, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { login } from '../../features/people/login/contract.ts'

export type Answer = {
  /** HTTP status; 0 if there was no answer. */
  status: number
  /** Code of the envelope; null for any other answer. */
  code: number | null
  text: string
  headers: IncomingMessage['headers']
}

export type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string | Buffer }

const answerTimeoutMs = 60_000
const maxAnswerBytes = 24 * 1024 * 1024

/** The connections of one caller. */
export function connectionsFrom(address: string): Agent {
  return new Agent({ keepAlive: true, maxSockets: 16, maxFreeSockets: 2, localAddress: address, timeout: 90_000 })
}

/** Sends a request and reads the answer; rejects never. */
export function send(port: number, agent: Agent, { method, path, headers = {}, body }: Sent): Promise<Answer> {
  return new Promise((resolve) => {
    let isOver = false
    const none = (text: string) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      resolve({ status: 0, code: null, text, headers: {} })
    }
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= maxAnswerBytes) chunks.push(chunk)
        else answer.destroy(new Error('answer too large'))
      })
      answer.once('error', (error) => none(error.message))
      answer.once('end', () => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        const text = Buffer.concat(chunks).toString()
        resolve({ status: answer.statusCode ?? 0, code: codeOf(text), text, headers: answer.headers })
      })
    })
    const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), answerTimeoutMs)
    outgoing.once('error', (error) => none(error.message))
    outgoing.end(body)
  })
}

function codeOf(text: string): number | null {
  const code = /^\{"code":(\d+)/.exec(text)?.[1]
  return code === undefined ? null : Number(code)
}

/** Builds the HTTP request of a call: method, path and body or query. */
export function requestOf({ method, path, accepts }: Endpoint, input: Record<string, unknown>): Sent {
  if (method === 'GET') {
    const query = Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? value : `${value}`])
    return { method, path: `${path}?${new URLSearchParams(query.map(wellFormed))}` }
  }
  if (accepts.includes('json'))
    return { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
  const boundary = 'attack-boundary-7d9f1c0e'
  const parts = Object.entries(input).flatMap(([key, value]) => {
    if (value === undefined || value === null) return []
    const file = key === 'json' ? '; filename="page.json"\r\ncontent-type: application/json' : ''
    const content = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return [
      `--${boundary}\r\ncontent-disposition: form-data; name="${encodeURIComponent(key)}"${file}\r\n\r\n${content}\r\n`,
    ]
  })
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { method, path, headers, body: `${parts.join('')}--${boundary}--\r\n` }
}

const wellFormed = (pair: string[]): string[] => pair.map((each) => each.slice(0, 2000))

/** Headers of a new session, or why there is none. */
export async function signIn(port: number, agent: Agent, loginname: string, password: string) {
  const { code, text, headers } = await send(port, agent, requestOf(login, { loginname, password }))
  if (code !== 200) return { fault: text.slice(0, 200) }
  return { cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
}

/** A caller for the setup: every call must succeed. */
export type Ask = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>

export function askAs(port: number, agent: Agent, headers: Record<string, string>): Ask {
  return async (endpoint, input) => {
    const sent = requestOf(endpoint, input as Record<string, unknown>)
    const { text } = await send(port, agent, { ...sent, headers: { ...sent.headers, ...headers } })
    const { code, msg, data } = JSON.parse(text) as Envelope<unknown>
    if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${msg} ${JSON.stringify(data)?.slice(0, 300)}`)
    return data as never
  }
}
