// Texts spoken by a service of the operator, for browsers without a voice (docs/messages.md).
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { boundedFetch } from '../../../core/bounded-fetch.ts'
import { signedHeaders } from '../../../core/call-signature.ts'
import { createBuckets } from '../../../signal/cloud/bucket.ts'
import type { Speak, Speech } from './contract.ts'

type SpeechSettings = { url: string; secret: string }

/** Speaks a text in a language, or throws. */
type SpeechProvider = (asked: { text: string; language: string }) => Promise<Speech>

/** A speech provider over HTTP. `now` in epoch ms. */
export function httpSpeech({ url, secret }: SpeechSettings, now: () => number): SpeechProvider {
  return async ({ text, language }) => {
    const body = JSON.stringify({ text, language })
    const response = await boundedFetch(
      url,
      { method: 'POST', headers: signedHeaders(secret, body, now()), body },
      { mayBePlain: true, timeoutMs: limits.speechMs, bytes: limits.speechBytes },
    )
    if (!response.ok) throw new Error(`the speech service answered HTTP ${response.status}`)
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (!/^audio\/[\w.+-]{1,50}$/.test(type)) throw new Error(`the speech service answered ${type || 'no media type'}`)
    return { type, audio: new Uint8Array(await response.arrayBuffer()) }
  }
}

type Needs = { provider: SpeechProvider | null; now: () => number; log: (error: unknown) => void }

/** Number of cached texts: an alarm is spoken to many users at the same time. */
const maxKept = 20

export function createSpeech({ provider, now, log }: Needs): Speak {
  const asked = createBuckets(limits.speechesPerMinute / 60, limits.speechesPerMinute, now)
  const kept = new Map<string, Promise<Speech>>()
  let underWay = 0

  async function speak(speaker: SpeechProvider, text: string, language: string): Promise<Speech> {
    if (underWay >= limits.speechesAtOnce) throw fail('tooFrequent')
    underWay += 1
    try {
      return await speaker({ text, language })
    } catch (error) {
      log(error)
      throw fail('speechFailed')
    } finally {
      underWay -= 1
    }
  }

  return async ({ accountId, text, language }) => {
    if (!provider) throw fail('speechOff')
    if (!asked.of(String(accountId)).tryTake(1)) throw fail('tooFrequent')
    const key = `${language} ${text}`
    const known = kept.get(key)
    if (known) return known
    const speech = speak(provider, text, language)
    kept.set(key, speech)
    const oldest = kept.keys().next()
    if (kept.size > maxKept && !oldest.done) kept.delete(oldest.value)
    speech.catch(() => kept.get(key) === speech && kept.delete(key))
    return speech
  }
}
