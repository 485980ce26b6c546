// Calls of the platform that the torture makes.
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { login } from '../../features/people/login/contract.ts'

export type Call = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Polls until there is a result; throws the name of the result after a timeout. */
export async function until<T>(what: string, look: () => Promise<T | undefined>, patienceMs = 60_000): Promise<T> {
  const end = Date.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`${what}: not within ${patienceMs / 1000} s`)
    await sleep(100)
  }
}

/** Temporary answers of the platform: it or its database is unavailable or busy. */
const passing = new Set([90003, 90005])

/** Signed in; `fetch` errors and temporary answers are retried for a minute. */
export async function signIn(url: string, password: string, loginname = 'admin'): Promise<Call & { cookie(): string }> {
  let cookie = ''
  const ask = async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'en', cookie }
    const signal = AbortSignal.timeout(20_000)
    const response = await fetch(url + endpoint.path, { method: 'POST', headers, body: JSON.stringify(input), signal })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return (await response.json()) as { code: number; msg: string; data: OutputOf<E> }
  }
  const call: Call = async (endpoint, input) => {
    let last = 'no answer'
    const look = async () => {
      const answer = await ask(endpoint, input).catch((error: unknown) => {
        last = String(error)
        return undefined
      })
      if (answer) last = `${answer.code} ${answer.msg}`
      if (!answer || passing.has(answer.code)) return undefined
      if (answer.code !== 200) throw new Refused(endpoint.path, answer.code, answer.msg)
      return { data: answer.data }
    }
    return until(endpoint.path, look).then(
      ({ data }) => data,
      (error: unknown) => {
        throw error instanceof Refused ? error : new Error(`${endpoint.path}: at last ${last}`, { cause: error })
      },
    )
  }
  await call(login, { loginname, password })
  return Object.assign(call, { cookie: () => cookie })
}

export class Refused extends Error {
  readonly code: number
  constructor(path: string, code: number, msg: string) {
    super(`${path}: ${code} ${msg}`)
    this.code = code
  }
}
