// SMS and phone calls by Twilio's REST API, version 2010-04-01. [https://www.twilio.com/docs/usage/api]
import type { Provider } from './messenger.ts'

export type TwilioSettings = { url: string; account: string; token: string; from: string }

/** As a call speaks it, twice: who answers has missed the beginning. */
const voices = { en: 'en-US', 'zh-cn': 'cmn-CN' } as const

/** XML has no signs for these, not even escaped: one of them, and the call says nothing. */
const unfit = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu

const escaped = (text: string) => text.replace(unfit, ' ').replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** `twiml`: what Twilio does with the call once it is answered. */
export function twiml(text: string, language: keyof typeof voices): string {
  return `<Response><Say language="${voices[language]}" loop="2">${escaped(text)}</Say></Response>`
}

/** One function for both: they differ by their address and by what is said. */
export function twilioProvider({ url, account, token, from }: TwilioSettings, what: 'sms' | 'phone'): Provider {
  const address = `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/${what === 'sms' ? 'Messages' : 'Calls'}.json`
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return async ({ to, text, language = 'en' }, signal) => {
    const body = new URLSearchParams({ To: internationalOf(to), From: from })
    if (what === 'sms') body.set('Body', text)
    else body.set('Twiml', twiml(text, language))
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization },
      body,
      signal,
      redirect: 'error',
    })
    if (response.ok) return void (await response.body?.cancel())
    const answer: unknown = await response.json().catch(() => null)
    // Its number alone: its message may name the person's phone, and the log is read by more people than the message.
    const { code } = (answer ?? {}) as { code?: number }
    throw new Error(`Twilio answered HTTP ${response.status}${code ? `, error ${code}` : ''}`)
  }
}

/** E.164; a number without a country's code is one of mainland China. */
const internationalOf = (to: string) => (to.startsWith('+') ? to : `+86${to}`)
