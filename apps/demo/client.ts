// Calls of the demo: it uses the platform's own calls, as the administrator.
import type { Endpoint, Envelope, InputOf, OutputOf } from '../../contract/endpoint.ts'
import { login } from '../../features/people/login/contract.ts'

export type Client = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>

/** Signs in; throws the platform's answer if it refuses. */
export async function signIn(url: string, loginname: string, password: string): Promise<Client> {
  const client = clientOf(url, '')
  await client(login, { loginname, password })
  return client
}

/** The calls of an existing session, by its cookie. */
export function clientOf(url: string, session: string): Client {
  let cookie = session
  return async (endpoint, input) => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'en', cookie }
    const response = await fetch(url + endpoint.path, { method: 'POST', headers, body: body(endpoint, input, headers) })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    const { code, msg, data } = (await response.json()) as Envelope<unknown>
    if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${msg}`)
    return data as never
  }
}

/** JSON, or a form where the endpoint wants one: the browser's own encoding then sets the header. */
function body(endpoint: Endpoint, input: unknown, headers: Record<string, string>): string | FormData {
  if (!endpoint.accepts.includes('multipart')) return JSON.stringify(input)
  delete headers['content-type']
  const form = new FormData()
  for (const [key, value] of Object.entries(input as object)) {
    if (key === 'json') form.append(key, new Blob([String(value)]), 'page.json')
    else if (value !== undefined && value !== null) form.append(key, String(value))
  }
  return form
}
