// SMS and phone calls by an HTTP call: a few lines of code adapt it to any service (docs/messages.md).
import { signedHeaders } from '../../../core/call-signature.ts'
import type { Provider } from './messenger.ts'

type CallSettings = { url: string; secret: string }

/** A provider that sends signed HTTP calls. `now` in epoch ms. */
export function callProvider({ url, secret }: CallSettings, now: () => number): Provider {
  return async ({ to, text, language, id }, signal) => {
    const body = JSON.stringify({ to, text, language, id })
    const headers = signedHeaders(secret, body, now())
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the service answered HTTP ${response.status}`)
  }
}
