// How the platform asks a provider: within a time, for so many bytes, and never where an answer sends it to.
import { limits } from '../../contract/limits.ts'
import type { IssuerFault } from './contract.ts'
import { isLoopbackHttp } from './rules.ts'

/** What is wrong with a provider. */
export class ProviderFault extends Error {
  readonly fault: IssuerFault
  readonly detail: string | null
  constructor(fault: IssuerFault, detail: string | null = null) {
    super(detail === null ? fault : `${fault}: ${detail}`)
    this.name = 'ProviderFault'
    this.fault = fault
    this.detail = detail
  }
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME/

/** A failed connection by the name of its cause. */
function asFault(error: unknown, isLate: boolean): ProviderFault {
  if (error instanceof ProviderFault) return error
  if (isLate) return new ProviderFault('timeout')
  const cause = (error as { cause?: { code?: unknown } }).cause
  const code = typeof cause?.code === 'string' ? cause.code : null
  return new ProviderFault(code !== null && certificateCodes.test(code) ? 'certificate' : 'unreachable', code)
}

async function bodyOf(response: Response, most: number): Promise<ArrayBuffer> {
  const whole = new Uint8Array(most)
  let length = 0
  for await (const piece of response.body ?? []) {
    if (length + piece.length > most) throw new ProviderFault('tooLarge')
    whole.set(piece, length)
    length += piece.length
  }
  return whole.buffer.slice(0, length)
}

type Bounds = { timeoutMs: number; bytes: number }

const usual: Bounds = { timeoutMs: limits.signOnRequestMs, bytes: limits.signOnAnswerBytes }

/** As `fetch`, bounded. Plain http is for an issuer on this machine alone. Throws ProviderFault. */
export const boundedFetch =
  (mayBePlain: boolean, { timeoutMs, bytes }: Bounds = usual) =>
  async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address)
    if (url.protocol !== 'https:' && !(mayBePlain && isLoopbackHttp(url)))
      throw new ProviderFault('unreachable', url.protocol)
    const late = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: late })
      const { status, headers } = response
      if (status >= 300 && status < 400) throw new ProviderFault('redirect', headers.get('location')?.slice(0, 200))
      const body = await bodyOf(response, bytes)
      return new Response(status === 204 ? null : body, { status, headers })
    } catch (error) {
      throw asFault(error, late.aborted)
    }
  }
