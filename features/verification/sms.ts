// SMS by an HTTP call: whatever gateway there is, a few lines translate it (docs/messages.md).
import { signedHeaders } from '../../core/call-signature.ts'
import type { Provider } from './messenger.ts'

export type SmsSettings = { url: string; secret: string }

/** `now` in epoch ms. */
export function smsProvider({ url, secret }: SmsSettings, now: () => number): Provider {
  return async ({ to, text }, signal) => {
    const body = JSON.stringify({ to, text })
    const headers = signedHeaders(secret, body, now())
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the SMS gateway answered HTTP ${response.status}`)
  }
}
