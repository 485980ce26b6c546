// Prefetch: sends the requests of the first page of a visit while its code is still loading, and stores the answers for
// the calls that need them. Imports nothing, because it runs before everything else.

/** Requests an endpoint by its path and returns its data, or nothing if there are none. Without `body` it is a GET. */
export type Ask = (path: string, body?: object) => Promise<unknown>

/**
 * The requests that a room prefetches for one of its pages; `ahead.ts` of a room exports a list. Tests check them
 * against the contracts.
 */
export type Ahead = {
  /** The path of a page as in the room's routes; `*` matches every page. */
  path: string
  ask(params: Readonly<Record<string, string>>, search: URLSearchParams, ask: Ask): unknown
}

type Answer = { status: number; text: string }
type Waiting = { answer: Promise<Answer>; at: number }

/** Maximum age of a prefetched answer in ms. */
const goodForMs = 10_000
const most = 40

const waiting = new Map<string, Waiting>()
const keyOf = (path: string, body: string | undefined) => `${path} ${body ?? ''}`

/** The prefetched answer of a request: returned once, and only while it is younger than 10 s. */
export function takeAhead(path: string, body: string | undefined): Promise<Answer> | undefined {
  const key = keyOf(path, body)
  const found = waiting.get(key)
  waiting.delete(key)
  return found && performance.now() - found.at < goodForMs ? found.answer : undefined
}

/** Sends the requests that the page at `href` will need. `language`: the language that its calls will request. */
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
  // A failed request is repeated by the call that needs it, which then reports the error.
  const quiet: Ask = (path, body) => ask(path, body).catch(() => undefined)
  for (const { path, ask: askAll } of all) {
    const params = paramsIn(path, pathname)
    if (params) void askAll(params, searchParams, quiet)
  }
}

/** The parameters of a route in an address, or nothing if the address does not match. */
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
