// Signs calls to services of the operator, so that the receiver can check their origin and age.
import { createHmac } from 'node:crypto'

/** The value of the header `x-gatehouse-signature`. */
export const callSignature = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** The headers of a signed JSON call. `now` in epoch ms. */
export function signedHeaders(secret: string, body: string, now: number): Record<string, string> {
  const timestamp = String(now)
  return {
    'content-type': 'application/json',
    'x-gatehouse-timestamp': timestamp,
    'x-gatehouse-signature': callSignature(secret, timestamp, body),
  }
}
