// What the first page of a visit will ask, asked while its code is still on its way: the answers wait for the calls that want
// them. Imports nothing: it runs before everything else.

/** Asks an endpoint by its path; answers its data, or nothing if there are none. `body` none: by GET. */
export type Ask = (path: string, body?: object) => Promise<unknown>

/** A room's questions for one of its pages; the file `ahead.ts` of a room exports a list. Tests hold them to the contracts. */
export type Ahead = {
  /** As in the room's routes; `*`: on every page. */
  path: string
  ask(params: Readonly<Record<string, string>>, search: URLSearchParams, ask: Ask): unknown
}

export type Answer = { status: number; text: string }
type Waiting = { answer: Promise<Answer>; at: number }

/** Nobody wants an answer of longer ago; milliseconds. */
const goodForMs = 10_000
const most = 40

const waiting = new Map<string, Waiting>()
const keyOf = (path: string, body: string | undefined) => `${path} ${body ?? ''}`

/** The answer to a question that was asked ahead: once, and only while it is new. */
export function takeAhead(path: string, body: string | undefined): Promise<Answer> | undefined {
  const key = keyOf(path, body)
  const found = waiting.get(key)
  waiting.delete(key)
  return found && performance.now() - found.at < goodForMs ? found.answer : undefined
}

/** Asks what the page at an address will ask. `language` as the calls will send it. */
export function askAhead(all: readonly Ahead[], href: string, language: string): void {
  const { pathname, searchParams } = new URL(href)
  const ask: Ask = async (path, body) => {
    if (waiting.size >= most) return undefined
    const text = body && JSON.stringify(body)
    const headers = { accept: 'application/json', 'accept-language': language }
    const json = { method: 'POST', body: text ?? null, headers: { ...headers, 'content-type': 'application/json' } }
    const answer = fetch(path, {
      ...(text ? json : { headers }),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(goodForMs),
    }).then(async (response) => ({ status: response.status, text: await response.text() }))
    waiting.set(keyOf(path, text), { answer, at: performance.now() })
    const { code, data } = JSON.parse((await answer).text) as { code: number; data: unknown }
    return code === 200 ? data : undefined
  }
  // What fails here is asked again, and met, by who wants it.
  const quiet: Ask = (path, body) => ask(path, body).catch(() => undefined)
  for (const { path, ask: askAll } of all) {
    const params = paramsIn(path, pathname)
    if (params) void askAll(params, searchParams, quiet)
  }
}

/** The parameters of a route in an address, or nothing if it is another one. */
function paramsIn(path: string, pathname: string): Record<string, string> | undefined {
  if (path === '*') return {}
  const [parts, given] = [path.split('/'), pathname.split('/')]
  if (parts.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, part] of parts.entries()) {
    if (part.startsWith('{')) params[part.slice(1, -1)] = given[i]!
    else if (part !== given[i]) return undefined
  }
  return params
}
