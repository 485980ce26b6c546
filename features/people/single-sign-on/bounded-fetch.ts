// Requests to a provider, and the faults of one.
import { limits } from '../../../contract/limits.ts'
import { boundedFetch as askBounded, type FetchBounds, FetchFault } from '../../../core/bounded-fetch.ts'
import type { IssuerFault } from './contract.ts'

/** A fault of an identity provider. */
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

const usual: FetchBounds = { timeoutMs: limits.signOnRequestMs, bytes: limits.signOnAnswerBytes }

/** A `fetch` with a timeout and a size limit. `mayBePlain` allows plain http to this machine. Throws ProviderFault. */
export const boundedFetch =
  (mayBePlain: boolean, bounds: FetchBounds = usual) =>
  (address: string, init: RequestInit): Promise<Response> =>
    askBounded(address, init, { mayBePlain, ...bounds }).catch((error: unknown) => {
      throw error instanceof FetchFault ? new ProviderFault(error.fault, error.detail) : error
    })
