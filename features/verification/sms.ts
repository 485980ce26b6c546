// SMS by an HTTP call: whatever gateway there is, a few lines translate it (docs/messages.md). It is signed, so that
// the receiver knows that it is ours and new.
import { createHmac } from 'node:crypto'
import type { Provider } from './messenger.ts'

export type SmsSettings = { url: string; secret: string }

/** What stands in `x-gatehouse-signature`. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** `now` in epoch ms. */
export function smsProvider({ url, secret }: SmsSettings, now: () => number): Provider {
  return async ({ to, text }, signal) => {
    const body = JSON.stringify({ to, text })
    const timestamp = String(now())
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gatehouse-timestamp': timestamp,
        'x-gatehouse-signature': signatureOf(secret, timestamp, body),
      },
      body,
      signal,
      redirect: 'error',
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the SMS gateway answered HTTP ${response.status}`)
  }
}
