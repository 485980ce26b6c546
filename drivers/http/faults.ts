// Converts HTTP statuses and errors of connections to codes of contract/errors. Meanings: RFC 9110, chapter 15.
import { DriverFault } from '../driver.ts'

const loginRefused = 1748

type PlainFault = 1711 | 1714 | 1715 | 1717 | 1718 | 1719 | 1720 | 1721 | 1739 | 1745 | typeof loginRefused

const meanings: Record<number, readonly [code: PlainFault, meaning: string]> = {
  204: [1739, 'the answer has no content'],
  205: [1739, 'the answer has no content'],
  206: [1719, 'the answer is only a part of the document'],
  304: [1739, 'the answer has no content'],
  400: [1718, 'the server does not understand the request: check the address and the body'],
  401: [loginRefused, 'the server requires authentication, or refuses the user name, password or token'],
  403: [1745, 'the user may not access this path'],
  404: [1715, 'the server has no such path'],
  405: [1720, 'the server does not permit this method for this path: check the read or write method of the driver'],
  408: [1714, 'the server gave up waiting for the request'],
  410: [1715, 'the server no longer has this path'],
  429: [1711, 'too many requests: poll less often'],
  501: [1720, 'the server does not support this method'],
  503: [1711, 'the server is busy or in maintenance'],
  504: [1714, 'the device behind the server did not answer in time'],
}

/** The fault of a status; undefined if the answer is valid. `location`: the target of a redirect. */
export function statusFault(status: number, location?: string): DriverFault | undefined {
  const known = meanings[status]
  if (known) return new DriverFault(known[0], `HTTP ${status}: ${known[1]}`)
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400)
    return new DriverFault(
      1721,
      `HTTP ${status}: the server redirects to ${location?.slice(0, 200) ?? 'another address'}`,
    )
  if (status >= 400 && status < 500) return new DriverFault(1718, `HTTP ${status}: the server refuses the request`)
  return new DriverFault(1721, `HTTP ${status}: the server reports an error`)
}

/** Redirects that a server may send after it has executed a request: "see the result there". */
const afterExecution: readonly number[] = [302, 303]

/**
 * The fault of a refused write. A server that fails, redirects to a result, or a device behind it, may have executed the
 * write: its fault is marked as broken, so that the outcome counts as unknown.
 */
export function writeFault(status: number, location?: string): DriverFault | undefined {
  if (status === 204 || status === 205) return undefined
  const fault = statusFault(status, location)
  if (fault && (status >= 500 || status === 408 || afterExecution.includes(status))) fault.broken = true
  return fault
}

/** The answer ended early. */
export const cutFault = (reason: string): DriverFault => new DriverFault(1719, reason)
