// An HTTP client with limits: a timeout, a maximum size of the answer, and no redirects.

type FetchFaultKind = 'timeout' | 'unreachable' | 'certificate' | 'redirect' | 'tooLarge'

/** Why a request failed. */
export class FetchFault extends Error {
  readonly fault: FetchFaultKind
  readonly detail: string | null
  constructor(fault: FetchFaultKind, detail: string | null = null) {
    super(detail === null ? fault : `${fault}: ${detail}`)
    this.name = 'FetchFault'
    this.fault = fault
    this.detail = detail
  }
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export const isLoopbackHttp = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopback.test(hostname)

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME/

/** Converts an error of a connection to a `FetchFault` that names the cause. */
function asFault(error: unknown, isLate: boolean): FetchFault {
  if (error instanceof FetchFault) return error
  if (isLate) return new FetchFault('timeout')
  const cause = (error as { cause?: { code?: unknown } }).cause
  const code = typeof cause?.code === 'string' ? cause.code : null
  return new FetchFault(code !== null && certificateCodes.test(code) ? 'certificate' : 'unreachable', code)
}

async function bodyOf(response: Response, most: number): Promise<ArrayBuffer> {
  const whole = new Uint8Array(most)
  let length = 0
  for await (const piece of response.body ?? []) {
    if (length + piece.length > most) throw new FetchFault('tooLarge')
    whole.set(piece, length)
    length += piece.length
  }
  return whole.buffer.slice(0, length)
}

export type FetchBounds = { timeoutMs: number; bytes: number }

/** Like `fetch`, with limits. Plain http is allowed only to this machine, if `mayBePlain`. Throws FetchFault. */
export async function boundedFetch(
  address: string | URL,
  init: RequestInit,
  { mayBePlain, timeoutMs, bytes }: FetchBounds & { mayBePlain: boolean },
): Promise<Response> {
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(mayBePlain && isLoopbackHttp(url)))
    throw new FetchFault('unreachable', url.protocol)
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: late })
    const { status, headers } = response
    if (status >= 300 && status < 400) throw new FetchFault('redirect', headers.get('location')?.slice(0, 200))
    const body = await bodyOf(response, bytes)
    return new Response(status === 204 ? null : body, { status, headers })
  } catch (error) {
    throw asFault(error, late.aborted)
  }
}
